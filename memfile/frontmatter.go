package memfile

import (
	"bytes"
	"strings"
)

// FrontMatter is a file that begins with YAML between two lines of "---" and goes on with a body.
type FrontMatter struct {
	path  string
	data  []byte
	root  *node
	yaml  span // the lines between the fences
	above int  // lines of the file above the YAML
	body  span
}

// ParseFrontMatter reads the fences and the YAML between them. A byte order mark, CRLF and white space after a fence are
// accepted; the first closing fence ends the front matter, also at the end of the file. The error is Faults with lines and
// columns of the file.
func ParseFrontMatter(path string, data []byte) (*FrontMatter, error) {
	if faults := checkText(path, data); faults != nil {
		return nil, faults
	}
	f := &FrontMatter{path: path, data: data, above: 1}
	if fault := f.findFences(); fault != nil {
		return nil, Faults{fault}
	}
	return f, f.readKeys()
}

// parseYAMLFile reads a file that is YAML from its first line to its last, without fences and without a body.
func parseYAMLFile(path string, data []byte) (*FrontMatter, error) {
	if faults := checkText(path, data); faults != nil {
		return nil, faults
	}
	start := len(data) - len(bytes.TrimPrefix(data, bomUTF8))
	f := &FrontMatter{path: path, data: data, yaml: span{start, len(data)}, body: span{len(data), len(data)}}
	return f, f.readKeys()
}

// readKeys reads the YAML.
func (f *FrontMatter) readKeys() error {
	root, faults := readYAML(f.path, withLF(f.data[f.yaml.start:f.yaml.end]), f.above)
	if faults != nil {
		return faults.err()
	}
	f.root = root
	if fault := f.keyless(); fault != nil {
		return Faults{fault}
	}
	return nil
}

// keyless refuses what stands in a front matter without keys and is neither
// blank nor a comment: YAML takes a null or a tab there for nothing, and takes
// it no more once there is a key.
func (f *FrontMatter) keyless() *Fault {
	if len(f.root.fields) > 0 {
		return nil
	}
	at := f.yaml.start
	for line := range bytes.Lines(f.data[f.yaml.start:f.yaml.end]) {
		text := bytes.TrimLeft(line, " ")
		if rest := bytes.TrimRight(text, "\r\n"); len(rest) > 0 && rest[0] != '#' {
			return Fault{Path: f.path, Rule: RuleSyntax, Message: "it is no key, and there is no other", Hint: "write key: value lines"}.at(f.data, at)
		}
		at += len(line)
	}
	return nil
}

// findFences finds the two fences.
func (f *FrontMatter) findFences() *Fault {
	start := 0
	if bytes.HasPrefix(f.data, bomUTF8) {
		start = len(bomUTF8)
	}
	first := lineAt(f.data, start, 1)
	if !isFence(f.data[first.start:first.end]) {
		return &Fault{
			Path: f.path, Line: 1, Column: 1, Rule: RuleFrontMatter, Message: "the front matter is missing",
			Hint: `the first line must be "---"`,
		}
	}
	for l := first; l.next < len(f.data); {
		l = lineAt(f.data, l.next, l.number+1)
		if isFence(f.data[l.start:l.end]) {
			f.yaml, f.body = span{first.next, l.start}, span{l.next, len(f.data)}
			return nil
		}
	}
	return &Fault{
		Path: f.path, Line: 1, Column: 1, Rule: RuleFrontMatter, Message: "the front matter is never closed",
		Hint: `end it with a line "---"`,
	}
}

func isFence(l []byte) bool {
	return bytes.HasPrefix(l, []byte("---")) && isBlank(l[3:])
}

// Bytes gives the file. It must not be changed.
func (f *FrontMatter) Bytes() []byte { return f.data }

// Path gives the path that stands in front of faults.
func (f *FrontMatter) Path() string { return f.path }

// Body gives what follows the closing fence, with LF.
func (f *FrontMatter) Body() string { return withLF(f.data[f.body.start:f.body.end]) }

// Keys gives the keys in their order.
func (f *FrontMatter) Keys() []string {
	keys := make([]string, len(f.root.fields))
	for i, one := range f.root.fields {
		keys[i] = one.name
	}
	return keys
}

// Text gives the value of a key that must be a text; false if the key is not there. A number, a date, null, a list or a
// map is a fault that names the key.
func (f *FrontMatter) Text(key string) (string, bool, *Fault) {
	n := f.root.get(key)
	switch {
	case n == nil:
		return "", false, nil
	case n.kind != yamlText:
		return "", true, f.Fault(key, RuleType, key+" must be text", "put it in quotes")
	}
	return n.text, true, nil
}

// Fault makes a fault at the value of a key, at the body for "body", at the first line for a key that is not there.
func (f *FrontMatter) Fault(key, rule, message, hint string) *Fault {
	fault := &Fault{Path: f.path, Line: 1, Column: 1, Rule: rule, Message: message, Hint: hint}
	if n := f.root.get(key); n != nil {
		fault.Line, fault.Column = n.line, n.column
	} else if key == "body" {
		fault.Line = f.bodyLine()
	}
	return fault
}

// bodyLine is the line of the file at which the body begins.
func (f *FrontMatter) bodyLine() int { return 1 + bytes.Count(f.data[:f.body.start], []byte{'\n'}) }

// header gives "---", the lines and "---", for a file that is made anew.
func header(lines []string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n"
}
