package config

import (
	"strings"

	"github.com/goccy/go-yaml/ast"

	"gitmem/memfile"
)

// value reads the value of a key from its node.
func (d *document) value(key Key, name string, node ast.Node) (any, bool) {
	if d.refuseReference(node) {
		return nil, false
	}
	if key.Kind == Words {
		return d.words(name, node)
	}
	s, problem := scalar(key, node)
	var value any
	if problem == "" {
		value, problem = key.parse(s)
	}
	if problem != "" {
		d.fault(firstToken(node), memfile.RuleValue, name+" "+problem, "")
	}
	return value, problem == ""
}

// refuseReference refuses what stands for something else than itself.
func (d *document) refuseReference(node ast.Node) bool {
	switch node.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		d.fault(node.GetToken(), memfile.RuleAlias, "anchors, aliases and tags are not allowed in settings", "write the value itself")
		return true
	}
	return false
}

// scalar gives the text of a node that has the YAML type of the key's kind.
func scalar(key Key, node ast.Node) (text, problem string) {
	switch n := node.(type) {
	case *ast.StringNode:
		if key.Kind == Choice || key.Kind == Text {
			return n.Value, ""
		}
		return "", problemOf(key)
	case *ast.BoolNode:
		if key.Kind == Bool {
			return strings.ToLower(n.Token.Value), ""
		}
	case *ast.IntegerNode, *ast.FloatNode:
		if key.Kind == Number || key.Kind == Ratio {
			return n.GetToken().Value, ""
		}
	case *ast.NullNode:
		return "", "has no value; give one or delete the key"
	}
	if key.Kind == Text {
		return "", "must be text; put it in quotes"
	}
	return "", problemOf(key)
}

// problemOf says what a value of this kind must be.
func problemOf(key Key) string {
	_, problem := key.parse("\x00")
	return problem
}

func (d *document) words(name string, node ast.Node) (any, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		d.fault(firstToken(node), memfile.RuleValue, name+" must be a list: a program and its arguments", `write ["program", "argument"]`)
		return nil, false
	}
	words := make([]string, 0, len(list.Values))
	for _, item := range list.Values {
		s, ok := item.(*ast.StringNode)
		if !ok {
			d.fault(firstToken(item), memfile.RuleValue, name+" must be a list of texts; put them in quotes", "")
			return nil, false
		}
		words = append(words, s.Value)
	}
	if problem := checkWords(words); problem != "" {
		d.fault(firstToken(node), memfile.RuleValue, name+" "+problem, "")
		return nil, false
	}
	return words, true
}
