package memfile

import "slices"

// part is a key of a map with what reads its value.
type part struct {
	name string
	read func(n *node, key string)
}

// into reads a value to where it belongs.
func into[T any](to *T, read func(n *node, key string) T) func(*node, string) {
	return func(n *node, key string) { *to = read(n, key) }
}

// parts reads a map that has these keys and no others.
func (d *decoder) parts(n *node, parts ...part) {
	for _, f := range n.fields {
		if i := slices.IndexFunc(parts, func(p part) bool { return p.name == f.name }); i >= 0 {
			parts[i].read(f.value, f.name)
		} else {
			d.unknown(f, namesOf(parts))
		}
	}
}

func namesOf(parts []part) []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.name
	}
	return names
}
