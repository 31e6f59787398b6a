package memfile

import (
	"fmt"
	"sort"
	"strings"
)

// Rules of faults: stable dotted words that programs may test for.
const (
	RuleEncoding    = "encoding"       // not UTF-8, UTF-16, a NUL
	RuleLineEnds    = "line-ends"      // lines that end in CR alone
	RuleSize        = "size"           // larger than the bound
	RuleMarkers     = "markers"        // conflict markers at column one
	RuleBOM         = "encoding.bom"   // accepted, mended by fmt
	RuleCRLF        = "line-ends.crlf" // accepted, mended by fmt
	RuleComment     = "comment.open"   // accepted: a comment that is never closed is text
	RuleFence       = "fence.open"     // accepted: a code fence that is never closed
	RuleFrontMatter = "frontmatter"    // no front matter, or it is never closed
	RuleSyntax      = "yaml.syntax"    // not YAML
	RuleDepth       = "yaml.depth"     // nested too deeply
	RuleAlias       = "yaml.alias"     // anchors, aliases, tags, merge keys
	RuleUnknownKey  = "key.unknown"    // a key that the format does not know
	RuleTwiceKey    = "key.duplicate"  // a key that stands twice
	RuleMissingKey  = "key.missing"    // a key that the format needs
	RuleType        = "key.type"       // a value of the wrong type
	RuleValue       = "key.value"      // a value of the right type that the format does not allow
	RuleOwnKey      = "key.own"        // a key of gitmem's own that was changed by hand
	RuleName        = "name"           // a file whose name is not its id
	RuleTorn        = "torn"           // a line that ends before its digest
	RuleGap         = "gap"            // a line before which another stood that is gone
	RuleDigest      = "digest"         // bytes that are not those of the digest beside them
)

// Fault is one thing wrong in a file. Line and Column count from 1, columns in code points; 0 means the file as a whole.
// Hint says what to do next and may be empty. Neither Message nor Hint ever holds text of the file that could be a secret.
type Fault struct {
	Path    string
	Line    int
	Column  int
	Rule    string
	Message string
	Hint    string
}

// Error gives path:line:column: message, without what is not known.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.Path != "" {
		b.WriteString(f.Path)
		b.WriteByte(':')
	}
	if f.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", f.Line, f.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(f.Message)
	return b.String()
}

// Faults are all the faults of one file, in the order of their lines. As an error it reads as its first fault and the
// number of the others; errors.As finds each *Fault.
type Faults []*Fault

// Error gives the first fault and how many more there are.
func (f Faults) Error() string {
	switch len(f) {
	case 0:
		return "no fault"
	case 1:
		return f[0].Error()
	default:
		return fmt.Sprintf("%s (and %d more)", f[0].Error(), len(f)-1)
	}
}

// Unwrap gives each fault to errors.Is and errors.As.
func (f Faults) Unwrap() []error {
	out := make([]error, len(f))
	for i, one := range f {
		out[i] = one
	}
	return out
}

// err sorts the faults and gives them as an error, nil if there is none.
func (f Faults) err() error {
	if len(f) == 0 {
		return nil
	}
	sort.SliceStable(f, func(i, j int) bool {
		if f[i].Line != f[j].Line {
			return f[i].Line < f[j].Line
		}
		return f[i].Column < f[j].Column
	})
	return f
}
