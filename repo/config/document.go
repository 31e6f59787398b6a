package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"gitmem/memfile"
)

// Bounds of a settings file: bytes, and openings of lists and braces. The
// parser needs time that grows with the square of the nesting.
const (
	maxFile  = 128 << 10
	maxOpens = 2000
)

const bom = "\ufeff"

// document is a parsed settings file: its mapping, and the faults found on the
// way. It keeps going after a fault so that `config check` can show them all.
type document struct {
	path   string
	text   string // without a byte order mark, which no column counts
	faults memfile.Faults
}

// parseDocument returns the top mapping, nil for a file without settings.
func parseDocument(path string, data []byte) (*document, *ast.MappingNode) {
	d := &document{path: path, text: strings.TrimPrefix(string(data), bom)}
	if d.refuseBytes(data) {
		return d, nil
	}
	// The parser counts a comment that ends in CRLF as two lines.
	file, err := parseYAML(strings.ReplaceAll(d.text, "\r\n", "\n"))
	if err != nil {
		d.syntax(err)
		return d, nil
	}
	return d, d.top(file)
}

func (d *document) refuseBytes(data []byte) bool {
	switch {
	case len(data) > maxFile:
		d.fault(nil, memfile.RuleSize, fmt.Sprintf("larger than %d bytes", maxFile), "")
	case strings.HasPrefix(d.text, "\xff\xfe") || strings.HasPrefix(d.text, "\xfe\xff"):
		d.fault(nil, memfile.RuleEncoding, "UTF-16, not UTF-8", "save the file as UTF-8")
	case strings.IndexByte(d.text, 0) >= 0:
		d.fault(nil, memfile.RuleEncoding, "holds a NUL byte", "")
	case strings.Count(d.text, "\r") != strings.Count(d.text, "\r\n"):
		d.fault(nil, memfile.RuleLineEnds, "has lines that end in CR alone", "save the file with LF line ends")
	case strings.Count(d.text, "[")+strings.Count(d.text, "{")+strings.Count(d.text, "- ") > maxOpens:
		d.fault(nil, memfile.RuleDepth, fmt.Sprintf("opens more than %d lists and sections", maxOpens), "")
	case !utf8.ValidString(d.text):
		d.fault(nil, memfile.RuleEncoding, "not UTF-8", "save the file as UTF-8")
	}
	return len(d.faults) > 0
}

// parseYAML turns a panic of the parser on hostile bytes into an error.
func parseYAML(text string) (file *ast.File, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("not YAML")
		}
	}()
	return parser.ParseBytes([]byte(text), parser.ParseComments)
}

func (d *document) syntax(err error) {
	var syntax *yaml.SyntaxError
	if !errors.As(err, &syntax) {
		d.fault(nil, memfile.RuleSyntax, "not YAML", "")
		return
	}
	if strings.Contains(syntax.Message, "already defined") {
		d.fault(syntax.Token, memfile.RuleTwiceKey, "this key stands twice", "delete one of the two")
		return
	}
	d.fault(syntax.Token, memfile.RuleSyntax, syntax.Message, "")
}

func (d *document) top(file *ast.File) *ast.MappingNode {
	var found ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || isComment(doc.Body) {
			continue
		}
		if found != nil {
			d.fault(doc.Body.GetToken(), "yaml.documents", "a second YAML document", "keep everything in the first one")
			return nil
		}
		found = doc.Body
	}
	switch node := found.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		return node
	default:
		d.fault(found.GetToken(), memfile.RuleType, "settings must be keys with values, such as `lock_timeout_ms: 5000`", "")
		return nil
	}
}

func isComment(node ast.Node) bool {
	_, ok := node.(*ast.CommentGroupNode)
	return ok
}

// fault notes what is wrong at a token; nil is the whole file.
func (d *document) fault(at *token.Token, rule, message, hint string) {
	f := &memfile.Fault{Path: d.path, Rule: rule, Message: message, Hint: hint}
	if at != nil && at.Position != nil {
		f.Line, f.Column = at.Position.Line, at.Position.Column
	}
	d.faults = append(d.faults, f)
}

// keyText is a key of a mapping; keys that are not plain text are refused.
func (d *document) keyText(entry *ast.MappingValueNode) (string, bool) {
	key, ok := entry.Key.(*ast.StringNode)
	if !ok {
		d.fault(firstToken(entry.Key), memfile.RuleType, "a key must be plain text", "")
		return "", false
	}
	return key.Value, true
}

// firstToken finds where a node starts. The token of a block mapping is the
// colon after its first key.
func firstToken(node ast.Node) *token.Token {
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return m.Values[0].Key.GetToken()
	}
	return node.GetToken()
}
