package signers

import (
	"bytes"
	"testing"

	"gitmem/memfile"
)

// FuzzParse: whatever stands in the file, it is read or refused at a place that
// is there, and a comment before it changes nothing but the line.
func FuzzParse(f *testing.F) {
	ada := written(keyOf(f, 1))
	for _, seed := range []string{
		"", "# x\n", "ada " + ada, `"ada,b" namespaces="git",valid-after="20260301Z" ` + ada, "* cert-authority " + ada + "\r\n", `a namespaces="\"" ` + ada, "ä x " + ada, "\x00 " + ada,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse("s", data)
		below, errBelow := Parse("s", append([]byte("# comment\n"), data...))
		if (err == nil) != (errBelow == nil) {
			t.Fatalf("%v, below a comment %v", err, errBelow)
		}
		if err != nil {
			one, two := err.(*memfile.Fault), errBelow.(*memfile.Fault)
			if one.Line+1 != two.Line || one.Column != two.Column || one.Line > bytes.Count(data, []byte("\n"))+1 || one.Column < 1 {
				t.Fatalf("%v, below a comment %v", err, errBelow)
			}
			return
		}
		if len(l.lines) != len(below.lines) {
			t.Fatal("a comment changes what is read")
		}
		for i, one := range l.lines {
			if one.key == nil || one.principals == "" || one.number+1 != below.lines[i].number {
				t.Fatalf("line %+v", one)
			}
		}
	})
}
