package repo

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"app": "app", "Alpha": "alpha", "My App (2)": "my-app-2", "Ünïcode Straße": "unicode-stra-e", "记忆": "project", "": "project",
		"aux": "project-aux", "NUL": "project-nul", "com1": "project-com1", "nul.md": "nul-md", "name.": "name", "a  b": "a-b", "--x--": "x",
		"../../etc": "etc", "a\nb": "a-b", "x\u202ey": "x-y", strings.Repeat("ab", 150): strings.Repeat("ab", 24), strings.Repeat("a-", 60): strings.TrimSuffix(strings.Repeat("a-", 24), "-"),
	} {
		if got := Slug(name); got != want {
			t.Errorf("Slug(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestProjectRootIsSafeOnEveryDisk(t *testing.T) {
	e := Env{DataHome: "/d"}
	if got := filepath.ToSlash(e.ProjectRoot("Alpha", idA)); got != "/d/gitmem/projects/alpha-g00000000000000aa" {
		t.Error(got)
	}
	if strings.EqualFold(e.ProjectRoot("Alpha", idA), e.ProjectRoot("alpha", idB)) {
		t.Error("two projects meet on a disk that folds case")
	}
}

func TestCheckName(t *testing.T) {
	for name, ok := range map[string]bool{
		"app": true, "Mein Projekt": true, "记忆": true, "v1.2": true, "": false, " ": false, "a\nb": false, "a\x1b[0m": false, "x\u202ey": false,
		"a/b": false, `a\b`: false, "dot.": false, "space ": false, " space": false, "aux": false, "NUL.md": false, "com7": false, "comet": true,
		strings.Repeat("a", 300): false, "\xff": false,
	} {
		if err := CheckName(name); (err == nil) != ok {
			t.Errorf("CheckName(%.20q) = %v", name, err)
		}
	}
}
