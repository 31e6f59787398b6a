package config

import (
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gitmem/memfile"
)

// leaf is one setting as a file names it.
type leaf struct {
	project string // the store id below projects, or ""
	name    string // "models.work.kind"
	key     Key
	value   any
	at      *token.Token // of the key
}

// leaves reads every setting of a file. Faults are noted and skipped.
func (d *document) leaves(top *ast.MappingNode) []leaf {
	if top == nil {
		return nil
	}
	var found []leaf
	for _, entry := range top.Values {
		name, ok := d.keyText(entry)
		if ok && name == "projects" {
			found = append(found, d.projects(entry)...)
		} else if ok {
			found = append(found, d.entry(entry, nil, name)...)
		}
	}
	return found
}

// projects reads the overrides of single projects.
func (d *document) projects(entry *ast.MappingValueNode) []leaf {
	mapping, ok := d.section(entry, "projects")
	if !ok {
		return nil
	}
	var found []leaf
	for _, project := range mapping {
		id, ok := d.keyText(project)
		if !ok {
			continue
		}
		if !isStoreID(id) {
			d.fault(project.Key.GetToken(), "key.project", "projects are named by the id of their store", "see `gitmem stores list`")
			continue
		}
		found = append(found, d.project(id, project)...)
	}
	return found
}

func (d *document) project(id string, entry *ast.MappingValueNode) []leaf {
	mapping, _ := d.section(entry, "projects."+id)
	var found []leaf
	for _, inner := range mapping {
		name, ok := d.keyText(inner)
		if !ok {
			continue
		}
		for _, l := range d.entry(inner, nil, name) {
			if l.key.family() {
				d.fault(l.at, "key.project", l.name+" cannot be set for one project", "set it at the top of the file")
				continue
			}
			l.project = id
			found = append(found, l)
		}
	}
	return found
}

// entry reads one key with its value, or the section below it.
func (d *document) entry(entry *ast.MappingValueNode, above []string, name string) []leaf {
	parts := append(above[:len(above):len(above)], name)
	full := strings.Join(parts, ".")
	at := entry.Key.GetToken()
	if strings.Contains(name, ".") {
		d.dotted(at, full)
		return nil
	}
	if key, ok := lookup(parts); ok {
		value, ok := d.value(key, full, entry.Value)
		if !ok {
			return nil
		}
		return []leaf{{name: full, key: key, value: value, at: at}}
	}
	if !isSection(parts) {
		d.unknown(at, full)
		return nil
	}
	if switched, ok := entry.Value.(*ast.BoolNode); ok && full == "memory" {
		return memorySwitch(switched.Value, at)
	}
	var found []leaf
	mapping, _ := d.section(entry, full)
	for _, inner := range mapping {
		if name, ok := d.keyText(inner); ok {
			found = append(found, d.entry(inner, parts, name)...)
		}
	}
	return found
}

// memorySwitch is `memory: false`, which stands for both of its switches.
func memorySwitch(on bool, at *token.Token) []leaf {
	var found []leaf
	for _, name := range []string{"memory.resident", "memory.tool"} {
		key, _ := Lookup(name)
		found = append(found, leaf{name: name, key: key, value: on, at: at})
	}
	return found
}

func (d *document) section(entry *ast.MappingValueNode, name string) ([]*ast.MappingValueNode, bool) {
	switch node := entry.Value.(type) {
	case *ast.MappingNode:
		return node.Values, true
	case *ast.NullNode:
		return nil, true // a section of which every line is a comment
	default:
		if !d.refuseReference(node) {
			d.fault(firstToken(node), memfile.RuleType, name+" must hold keys with values", "")
		}
		return nil, false
	}
}

// dotted refuses a key that holds a dot: each part is a key of its own.
func (d *document) dotted(at *token.Token, name string) {
	if _, ok := Lookup(name); !ok {
		d.unknown(at, name)
		return
	}
	section, last := name[:strings.LastIndexByte(name, '.')], name[strings.LastIndexByte(name, '.')+1:]
	d.fault(at, memfile.RuleUnknownKey, "unknown setting "+shown(name)+" with a dot in its name",
		"write "+last+": below "+section+":, each part on a line of its own")
}

// unknown refuses a key, with the nearest known one as a hint.
func (d *document) unknown(at *token.Token, name string) {
	rule, message, hint := refuseKey(name)
	d.fault(at, rule, message, hint)
}

// refuseKey words the refusal of a name that is no key.
func refuseKey(name string) (rule, message, hint string) {
	switch name {
	case "memory.reflection", "memory.nudge_interval":
		return "key.retired", name + " is retired", "delete it; learning.generate and learning.post_turn say when a finished turn is looked at"
	}
	if nearest := nearestKey(name); nearest != "" {
		hint = "did you mean " + nearest + "? "
	}
	return memfile.RuleUnknownKey, "unknown setting " + shown(name), hint + "`gitmem config list` shows all settings"
}

// shown makes a name from a file fit for one line of a message.
func shown(name string) string {
	const longest = 60
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, name)
	if r := []rune(name); len(r) > longest {
		name = string(r[:longest]) + "…"
	}
	return name
}
