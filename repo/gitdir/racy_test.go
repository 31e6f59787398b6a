package gitdir

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file that changes in the second in which it was staged, without changing its size, is seen as changed
// only while the index is not younger. Writing the index again must not hide the change.
func TestRacyChangeStaysVisible(t *testing.T) {
	r := newRealRepo(t)
	second := time.Now().Truncate(time.Second).Add(-10 * time.Second)
	at := func(path string, when time.Time) {
		must(t, os.Chtimes(filepath.Join(r.root, path), when, when))
	}
	for _, path := range []string{"changed", "touched", "clean", "old", "resized", "gone"} {
		r.write(path, "one\n")
		at(path, second.Add(100*time.Millisecond))
	}
	at("old", second.Add(-5*time.Second))
	if err := os.Symlink("one", filepath.Join(r.root, "link")); err != nil {
		t.Skip("no symbolic links here")
	}
	r.git("config", "core.trustctime", "false") // only the times that a test can set count
	r.git("config", "core.checkStat", "minimal")
	r.git("add", "-A")
	must(t, os.Chtimes(r.index(), second.Add(500*time.Millisecond), second.Add(500*time.Millisecond)))
	write := func(path, content string) {
		f, err := os.OpenFile(filepath.Join(r.root, path), os.O_WRONLY|os.O_TRUNC, 0)
		must(t, err)
		_, err = f.WriteString(content)
		must(t, err)
		must(t, f.Close())
		at(path, second.Add(700*time.Millisecond))
	}
	write("changed", "two\n")
	write("touched", "one\n")
	write("resized", "longer\n")
	must(t, os.Remove(filepath.Join(r.root, "gone")))

	info, err := os.Stat(r.index())
	must(t, err)
	edits, err := r.dir().Racy(r.parseIndex(), info.ModTime())
	must(t, err)
	if len(edits) != 1 || edits[0] != (IndexEdit{Path: "changed", Smudge: true}) {
		t.Fatalf("%+v", edits)
	}
	r.edit(edits...)
	if got := r.git("status", "--porcelain"); got != "AM changed\nA  clean\nAD gone\nA  link\nA  old\nAM resized\nA  touched\n" {
		t.Errorf("%s", got)
	}
}

// The proof that the test above tests something: without the edit git does not see the change.
func TestRacyChangeIsHiddenOtherwise(t *testing.T) {
	r := newRealRepo(t)
	second := time.Now().Truncate(time.Second).Add(-10 * time.Second)
	path := filepath.Join(r.root, "f")
	r.write("f", "one\n")
	must(t, os.Chtimes(path, second, second))
	r.git("config", "core.trustctime", "false")
	r.git("config", "core.checkStat", "minimal")
	r.git("add", "-A")
	must(t, os.WriteFile(path, []byte("two\n"), 0o644))
	must(t, os.Chtimes(path, second, second))
	r.edit(r.put("other", "x"))
	if got := r.git("status", "--porcelain"); got != "A  f\nA  other\n" {
		t.Skipf("this git compares more than seconds: %q", got)
	}
}
