package settings

import (
	"strings"

	"github.com/tailscale/hujson"
)

// cut takes one part out of an object or a list, with its comma and the space
// before it. Comments stay.
func (f *jsonFile) cut(v *hujson.Value, i int) error {
	parts := partsOf(v)
	p := parts[i]
	to, comma := p.end, -1
	switch {
	case p.comma >= 0:
		to = p.comma + 1
	case i > 0:
		comma = parts[i-1].comma
	}
	kept := len(strings.TrimRight(f.s[p.lead:p.start], " \t\r\n"))
	from := p.lead + kept
	if kept > 0 && !f.endsLine(to) {
		from = p.start // a comment before it would swallow what comes after
	}
	between := f.s[p.end:to]
	if p.comma >= 0 {
		between = between[:len(between)-1]
	}
	if strings.TrimSpace(between) == "" {
		between = ""
	}
	f.splice(from, to-from, between)
	if comma >= 0 {
		f.splice(comma, 1, "")
	}
	return f.parse()
}

// endsLine tells whether nothing but space follows on the line.
func (f *jsonFile) endsLine(at int) bool {
	rest := strings.TrimLeft(f.s[at:], " \t\r")
	return rest == "" || rest[0] == '\n'
}

// prune takes out the values along a path, from its end, as long as they hold
// nothing, not even a comment.
func (f *jsonFile) prune(path ...string) error {
	for n := len(path); n > 0; n-- {
		v := f.at(path[:n]...)
		if v == nil || len(partsOf(v)) > 0 || strings.TrimSpace(f.s[v.StartOffset+1:v.EndOffset-1]) != "" {
			return nil
		}
		parent := f.at(path[:n-1]...)
		if err := f.cut(parent, indexOf(parent, path[n-1])); err != nil {
			return err
		}
	}
	return nil
}
