package memfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// valueKind is the type of a YAML value.
type valueKind int

const (
	yamlNull valueKind = iota
	yamlText
	yamlBool
	yamlInt
	yamlFloat
	yamlList
	yamlMap
)

// node is one YAML value with its position in the file.
type node struct {
	kind         valueKind
	line, column int
	text         string // of a scalar: decoded, of a number as written
	block        bool   // literal or folded text on lines of its own
	flow         bool   // a list or map in brackets
	items        []*node
	fields       []field
}

// field is one key of a map with its value.
type field struct {
	name         string
	line, column int
	value        *node
}

// get gives the value of a key, nil if it is not there.
func (n *node) get(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// lastIsBlock reports whether the last line of a value belongs to a block of text, in which "#" begins no comment.
func (n *node) lastIsBlock() bool {
	switch {
	case len(n.items) > 0:
		return n.items[len(n.items)-1].lastIsBlock()
	case len(n.fields) > 0:
		return n.fields[len(n.fields)-1].value.lastIsBlock()
	}
	return n.block
}

// yamlReader turns what the library parsed into nodes with positions of the file.
type yamlReader struct {
	path   string
	above  int // lines of the file above the YAML
	faults Faults
}

// readYAML parses a YAML map. source has LF, above is the number of lines before it in the file.
func readYAML(path, source string, above int) (*node, Faults) {
	d := &yamlReader{path: path, above: above}
	if f := checkDepth(path, source, above); f != nil {
		return nil, Faults{f}
	}
	root := d.parse(source)
	if len(d.faults) > 0 {
		return nil, d.faults
	}
	if root.kind != yamlMap && root.kind != yamlNull {
		d.fault(root.line, root.column, RuleType, "it must be a list of keys and values")
	}
	return root, d.faults
}

// parse runs the library. It must not take the program down, whatever it is given.
func (d *yamlReader) parse(source string) (root *node) {
	defer func() {
		if recover() != nil {
			d.fault(d.above+1, 1, RuleSyntax, "this is not YAML that can be read")
		}
	}()
	file, err := parser.ParseBytes([]byte(source), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.syntax(err)
		return nil
	}
	empty := &node{line: d.above + 1, column: 1}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return empty
	}
	if len(file.Docs) > 1 || file.Docs[0].Start != nil || file.Docs[0].End != nil {
		d.fault(d.above+1, 1, RuleSyntax, "more than one YAML document")
		return nil
	}
	return d.node(file.Docs[0].Body, d.above+1, 1)
}

// syntax makes a fault of the library's error, which knows the place.
func (d *yamlReader) syntax(err error) {
	var placed interface {
		GetToken() *token.Token
		GetMessage() string
	}
	line, column, message := d.above+1, 1, "not YAML"
	if errors.As(err, &placed) {
		if t := placed.GetToken(); t != nil && t.Position != nil {
			line, column = d.above+t.Position.Line, max(t.Position.Column, 1)
		}
		// A message that quotes the file is not repeated: it could hold a secret.
		if m := placed.GetMessage(); !strings.ContainsRune(m, '"') {
			message = "not YAML: " + m
		}
	}
	d.fault(line, column, RuleSyntax, message)
	d.faults[len(d.faults)-1].Hint = "a value that holds \": \", \" #\" or begins with a sign must stand in quotes"
}

func (d *yamlReader) fault(line, column int, rule, message string) {
	d.faults = append(d.faults, &Fault{Path: d.path, Line: line, Column: column, Rule: rule, Message: message})
}

// node converts one value; line and column are those of its key, for a value that is not written.
func (d *yamlReader) node(n ast.Node, line, column int) *node {
	out := &node{line: line, column: column}
	if t := n.GetToken(); t != nil && t.Position != nil && n.Type() != ast.NullType {
		out.line, out.column = d.above+t.Position.Line, t.Position.Column
	}
	switch v := n.(type) {
	case *ast.NullNode:
	case *ast.StringNode:
		out.kind, out.text = yamlText, v.Value
	case *ast.LiteralNode:
		out.kind, out.text, out.block = yamlText, v.Value.Value, true
	case *ast.BoolNode:
		out.kind, out.text = yamlBool, v.Token.Value
	case *ast.IntegerNode:
		out.kind, out.text = yamlInt, v.Token.Value
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		out.kind, out.text = yamlFloat, n.GetToken().Value
	case *ast.SequenceNode:
		d.list(out, v)
	case *ast.MappingNode:
		d.mapping(out, v.Values, v.IsFlowStyle)
	case *ast.MappingValueNode:
		d.mapping(out, []*ast.MappingValueNode{v}, v.IsFlowStyle)
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		d.fault(out.line, out.column, RuleAlias, "anchors, aliases and tags are not allowed")
	default:
		d.fault(out.line, out.column, RuleSyntax, "this is not allowed here")
	}
	return out
}

func (d *yamlReader) list(out *node, v *ast.SequenceNode) {
	out.kind, out.flow = yamlList, v.IsFlowStyle
	for _, item := range v.Values {
		out.items = append(out.items, d.node(item, out.line, out.column))
	}
}

func (d *yamlReader) mapping(out *node, values []*ast.MappingValueNode, flow bool) {
	out.kind, out.flow = yamlMap, flow
	seen := make(map[string]int, len(values))
	for i, v := range values {
		t := v.Key.GetToken()
		line, column := d.above+t.Position.Line, t.Position.Column
		if i == 0 && !flow {
			out.line, out.column = line, column
		}
		if !isKey(v.Key) {
			d.fault(line, column, RuleAlias, "a key must be a plain word")
			continue
		}
		if first, twice := seen[t.Value]; twice {
			d.fault(line, column, RuleTwiceKey, fmt.Sprintf("the key %s stands twice, first in line %d", clip(t.Value, 40), first))
		}
		seen[t.Value] = line
		out.fields = append(out.fields, field{t.Value, line, column, d.node(v.Value, line, column)})
	}
}

// isKey refuses merge keys, anchors, aliases, tags and keys of more than a word.
func isKey(n ast.Node) bool {
	switch n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return true
	}
	return false
}
