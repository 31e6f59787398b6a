package settings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// denyPath is where Claude Code keeps what is denied.
var denyPath = []string{"permissions", "deny"}

// Server is the entry by which an agent starts gitmem's MCP server.
type Server struct {
	Path    []string // where it stands; the last name is that of the server
	Members []Member // in this order
}

// Member is one value of an entry.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON keeps the order of the members.
func (s *Server) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, m := range s.Members {
		b.WriteByte("{,"[min(i, 1)])
		if err := enc.Encode(m.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(m.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (s *Server) name() string { return strings.Join(s.Path, ".") }

func (f *jsonFile) look(w Wish) ([]Lack, error) {
	lacks := f.lookHooks(w.Hooks)
	if s := w.Server; s != nil {
		switch v := f.at(s.Path...); {
		case v == nil:
			lacks = append(lacks, Lack{Missing, "MCP server " + s.name()})
		case !startsServer(serverWords(plain(v))):
			return nil, f.conflict(s)
		case !f.serves(s):
			lacks = append(lacks, Lack{Stale, "MCP server " + s.name()})
		}
	}
	for _, rule := range w.Deny {
		if !f.denies(rule) {
			lacks = append(lacks, Lack{Missing, "rule " + rule})
		}
	}
	for _, v := range w.Values {
		if !alike(f.at(v.Path...), v.Value) {
			lacks = append(lacks, Lack{Missing, "setting " + strings.Join(v.Path, ".")})
		}
	}
	return lacks, nil
}

func (f *jsonFile) conflict(s *Server) error {
	line, column := f.place(f.at(s.Path...).StartOffset)
	return &ConflictError{Path: f.path, Name: s.name(), Line: line, Column: column}
}

// serves tells whether the entry has the members that are wished; a person may
// have added others.
func (f *jsonFile) serves(s *Server) bool {
	for _, m := range s.Members {
		if !alike(f.at(append(slices.Clone(s.Path), m.Name)...), m.Value) {
			return false
		}
	}
	return true
}

func (f *jsonFile) denies(rule string) bool {
	for _, e := range elements(f.at(denyPath...)) {
		if alike(&e, rule) {
			return true
		}
	}
	return false
}

func (f *jsonFile) install(w Wish) error {
	if _, err := f.look(w); err != nil {
		return err
	}
	if err := f.installHooks(w.Hooks); err != nil {
		return err
	}
	if err := f.installServer(w.Server); err != nil {
		return err
	}
	for _, rule := range w.Deny {
		if f.denies(rule) {
			continue
		}
		if err := f.add(denyPath, rule); err != nil {
			return err
		}
	}
	for _, v := range w.Values {
		if alike(f.at(v.Path...), v.Value) {
			continue
		}
		if err := f.put(v.Path, v.Value); err != nil {
			return err
		}
	}
	return nil
}

// installServer adds the entry, or mends the members of an own one: what a
// person added to it stays.
func (f *jsonFile) installServer(s *Server) error {
	if s == nil {
		return nil
	}
	if f.at(s.Path...) == nil {
		return f.put(s.Path, s)
	}
	for _, m := range s.Members {
		path := append(slices.Clone(s.Path), m.Name)
		if alike(f.at(path...), m.Value) {
			continue
		}
		if err := f.put(path, m.Value); err != nil {
			return err
		}
	}
	return nil
}

// remove leaves single values as they are: what they switch is a person's to
// switch back.
func (f *jsonFile) remove(w Wish) error {
	if len(w.Hooks) > 0 {
		if err := f.removeHooks(); err != nil {
			return err
		}
	}
	if err := f.removeServer(w.Server); err != nil {
		return err
	}
	return f.removeRules(w.Deny)
}

func (f *jsonFile) removeServer(s *Server) error {
	if s == nil || !startsServer(serverWords(plain(f.at(s.Path...)))) {
		return nil
	}
	above := s.Path[:len(s.Path)-1]
	parent := f.at(above...)
	if err := f.cut(parent, indexOf(parent, s.Path[len(s.Path)-1])); err != nil {
		return err
	}
	return f.prune(above...)
}

func (f *jsonFile) removeRules(rules []string) error {
	for {
		list := f.at(denyPath...)
		i := slices.IndexFunc(elements(list), func(e hujson.Value) bool {
			rule, ok := plain(&e).(string)
			return ok && slices.Contains(rules, rule)
		})
		if i < 0 {
			return nil
		}
		if err := f.cut(list, i); err != nil {
			return err
		}
		if err := f.prune(denyPath...); err != nil {
			return err
		}
	}
}
