package repo

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

var gitConfigs = []string{
	"",
	"[core]\n\tbare = false\n",
	"[core]\nbare\n[user] name = Ada Lovelace ; comment\n",
	"[User]\n  Name = \"Ada  # not a comment\" # one\n  email=ada@example.org;x\n",
	"[branch \"Main \\\"x\\\" \\\\\"]\n\tremote = origin\n[branch.Old]\n\tremote = up\n",
	"[a]\n\tb = one \\\n   two\n\tc = tab\\tnew\\nline\n\td = \"quo\\\"ted\" and not \n",
	"\ufeff[a]\r\n\tb = c\r\n\td\r\n",
	"# only\n; comments\n",
	"[a] b = 1\n[a] b = 2\n[gitmem]\n",
	"[a]\n\tempty =\n\tspaces =    \n\tinner =  x   y  \n",
	"[a \"\"]\n\tb = 1\n[a   \"x\"]\n\tb = 2\n",
	"[include]\n\tpath = ~/x\n[includeIf \"gitdir:~/work/\"]\n\tpath = y\n",
	"[a]\n\tb-c1 = 1\n\tlast = no newline at the end",
	"[a]\n\tb = \"\"\n\tc = x\"y z\"w\n",
	"[a]\n\tb = c\\",
	"[a]\n\n\n   [b]\n c = 1 [d]\n",
}

var brokenGitConfigs = []string{
	"[core\n", "[core]\n\tbare = \"x\n", "[core]\n\tba_re = 1\n", "= 1\n", "[core]\n\tx = \\q\n", "[a \"x]\n", "[a] b c\n", "[a]\n1x = 2\n", "]",
}

// What git lists is what is read, and what git refuses is refused.
func TestGitConfigAgreesWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, text := range append(gitConfigs, brokenGitConfigs...) {
		path := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "config", "--file", path, "--no-includes", "--list", "-z")
		out, gitErr := cmd.Output()
		file, err := readGitConfig(path)
		if (err == nil) != (gitErr == nil) {
			t.Errorf("%q: git says %v, we %v", text, gitErr, err)
			continue
		}
		if err != nil {
			var fault *memfile.Fault
			if !errors.As(err, &fault) || fault.Line == 0 || fault.Path != path {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		var b strings.Builder
		for _, v := range file.variables {
			if v.value == "true" && !strings.Contains(text[v.start:v.end], "=") {
				fmt.Fprintf(&b, "%s\x00", v.name)
				continue
			}
			fmt.Fprintf(&b, "%s\n%s\x00", v.name, v.value)
		}
		if b.String() != string(out) {
			t.Errorf("%q:\nours %q\ngit  %q", text, b.String(), out)
		}
	}
}

// A section without a name can be written, and git then lists keys without one;
// the spans of variables never overlap and lie in the text.
func FuzzGitConfig(f *testing.F) {
	for _, text := range append(gitConfigs, brokenGitConfigs...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseGitConfig("config", text)
		if err != nil {
			return
		}
		last := 0
		for _, v := range file.variables {
			if v.start < last || v.end <= v.start || v.end > len(text) {
				t.Fatalf("%q: span %d to %d after %d", text, v.start, v.end, last)
			}
			last = v.end
		}
		bound := file.withBinding(idA)
		again, err := parseGitConfig("config", bound)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, bound, err)
		}
		if v, ok := again.last(bindingName); !ok || v.value != string(idA) {
			t.Fatalf("%q became %q: no binding", text, bound)
		}
		if err := editedOnly([]string{bindingName}, "config", file, bound); err != nil {
			t.Fatalf("%q became %q: %v", text, bound, err)
		}
		free := again.withoutBinding()
		rest, err := parseGitConfig("config", free)
		if err != nil || editedOnly([]string{bindingName}, "config", file, free) != nil {
			t.Fatalf("%q became %q: %v", bound, free, err)
		}
		if _, ok := rest.last(bindingName); ok {
			t.Fatalf("%q became %q: still bound", bound, free)
		}
	})
}

func TestGitBool(t *testing.T) {
	for s, want := range map[string]bool{"true": true, "Yes": true, "ON": true, "1": true, "42": true, "false": false, "": false, "no": false, "0": false, "00": false, "maybe": false} {
		if gitBool(s) != want {
			t.Errorf("%q", s)
		}
	}
}
