package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"gitmem/memfile"
)

// layer is where a value comes from, as far as its authority goes.
type layer int

const (
	layerOwn         layer = iota // the user's file in the account's own home
	layerOwnSafety                // that file where another one is the user file: only its safety settings count
	layerOutside                  // a user file elsewhere
	layerStore                    // store.yaml
	layerEnvironment              // GITMEM_…
	layerFlag
)

// held is a value in force and where it came from.
type held struct {
	key    Key
	value  any
	origin origin
}

// origin is the place of a value: a position in a file, or a name.
type origin struct {
	path         string
	line, column int
	name         string
}

func (o origin) String() string {
	switch {
	case o.path != "" && o.line > 0:
		return fmt.Sprintf("%s:%d:%d", o.path, o.line, o.column)
	case o.path != "":
		return o.path
	case o.name != "":
		return o.name
	}
	return "default"
}

func (o origin) fault(rule, message string) *memfile.Fault {
	path := o.path
	if path == "" {
		path = o.name
	}
	return &memfile.Fault{Path: path, Line: o.line, Column: o.column, Rule: rule, Message: message}
}

// apply decides whether a layer's value counts: freely, only where it
// tightens, or not at all.
func (l *loading) apply(set leaf, as layer, from origin) {
	switch key := set.key; {
	case as == layerOwn:
		l.set(set, from)
	case as == layerOwnSafety:
		if key.Safety {
			l.set(set, from)
		}
	case as == layerStore || key.Safety:
		l.tighten(set, from)
	case key.Who == User && as != layerOutside:
		l.note(from, set.name+" is ignored: it can be set in the user's file only")
	default:
		l.set(set, from)
	}
}

func (l *loading) set(set leaf, from origin) {
	l.settings.values[set.name] = held{key: set.key, value: set.value, origin: from}
}

// tighten takes a value that is tighter than the one in force. An equal one
// changes nothing; a looser one is ignored and noted.
func (l *loading) tighten(set leaf, from origin) {
	now, ok := l.settings.values[set.name]
	switch {
	case set.key.Tighter == NoDirection:
		l.note(from, set.name+" is ignored: it can be set in the user's own file only")
	case ok && set.key.tighterThan(set.value, now.value):
		l.set(set, from)
	case ok && set.key.tighterThan(now.value, set.value):
		l.note(from, fmt.Sprintf("%s is ignored: it can only be tightened here, and %s is in force (%s)",
			set.name, set.key.format(now.value), now.origin))
	}
}

// storeSettings applies the settings of a store, of which only few may be there.
func (l *loading) storeSettings(d *document, entry *ast.MappingValueNode) {
	mapping, ok := d.section(entry, "settings")
	if !ok {
		return
	}
	for _, inner := range mapping {
		name, ok := d.keyText(inner)
		if !ok {
			continue
		}
		for _, set := range d.entry(inner, nil, name) {
			if set.key.Who != Store {
				d.fault(set.at, "key.store", set.name+" cannot be set by a store", "delete it here; a person can set it with `gitmem config set`")
				continue
			}
			l.apply(set, layerStore, origin{path: d.path, line: set.at.Position.Line, column: set.at.Position.Column})
		}
	}
}

// finish copies the values in force into the typed fields.
func (l *loading) finish() {
	s := l.settings
	for name, v := range s.values {
		if v.key.family() {
			parts := strings.Split(name, ".")
			s.storeModel(parts[1], parts[2], v.value)
			continue
		}
		s.store(v.key, v.value)
	}
	if s.Learning.EvaluationModel == "" {
		s.Learning.EvaluationModel = s.Learning.ExtractorModel
	}
}

// inside tells whether a file lies below a folder, by its written path or, for
// a home that is reached through a link, by its real one.
func inside(folder, file string) bool {
	if folder == "" || file == "" {
		return false
	}
	if below(folder, file) {
		return true
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(file))
	return err == nil && (below(real, file) || below(real, filepath.Join(parent, filepath.Base(file))))
}

func below(folder, file string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel) && rel != "."
}

// keyOfVariable finds the key of an environment variable. For one that is no
// key but begins like one, the second result is the name that it would have.
func keyOfVariable(variable string) (key, mistyped string) {
	rest := strings.ToLower(strings.TrimPrefix(variable, variablePrefix))
	section := ""
	for _, k := range allKeys() {
		if !k.family() && k.Variable() == variable {
			return k.Name, ""
		}
		if top, _, _ := strings.Cut(k.Name, "."); strings.HasPrefix(rest, top+"_") {
			section = top
		}
	}
	if section == "" {
		return "", ""
	}
	return "", section + "." + strings.TrimPrefix(rest, section+"_")
}
