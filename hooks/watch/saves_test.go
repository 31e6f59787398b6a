package watch

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

const k = "candidates/c0123456789abcdef.md"

// saves are the ways in which editors save, in the order of their calls.
var saves = map[string]func(s *store, content string){
	"vim": func(s *store, content string) {
		s.write("candidates/4913", "")
		s.remove("candidates/4913")
		s.write("candidates/."+"c0123456789abcdef.md.swp", "b0VIM")
		s.rename(k, k+"~")
		s.write(k, content)
		s.must(os.Chmod(s.abs(k), 0o600))
		s.remove(k + "~")
		s.remove("candidates/." + "c0123456789abcdef.md.swp")
	},
	"vs code": func(s *store, content string) { s.write(k, content) },
	"in pieces": func(s *store, content string) {
		s.write(k, "")
		for i := range content {
			f, err := os.OpenFile(s.abs(k), os.O_APPEND|os.O_WRONLY, 0)
			s.must(err)
			_, err = f.WriteString(content[i : i+1])
			s.must(err)
			s.must(f.Close())
		}
	},
	"emacs": func(s *store, content string) {
		s.must(os.Symlink("user@host.123", s.abs("candidates/.#c0123456789abcdef.md")))
		s.write("candidates/#c0123456789abcdef.md#", content)
		s.rename(k, k+"~")
		s.write(k, content)
		s.remove("candidates/#c0123456789abcdef.md#")
		s.remove("candidates/.#c0123456789abcdef.md")
	},
	"rename over": func(s *store, content string) {
		s.write("candidates/.K.tmp", content)
		s.rename("candidates/.K.tmp", k)
	},
	"sed": func(s *store, content string) {
		s.write("candidates/sedAb12Cd", content)
		s.must(os.Chmod(s.abs("candidates/sedAb12Cd"), 0o644))
		s.rename("candidates/sedAb12Cd", k)
	},
	"from another folder": func(s *store, content string) {
		s.write(".git-tmp", content)
		s.rename(".git-tmp", k)
	},
	"git checkout": func(s *store, content string) {
		s.remove(k)
		s.write(k, content)
	},
}

func TestE01EverySaveIsOneChangeAndNoDeletion(t *testing.T) {
	for name, save := range saves {
		t.Run(name, func(t *testing.T) {
			s := newStore(t, map[string]string{k: "first"})
			s.want(s.watch(), k+"=first")
			for i := range 3 {
				content := fmt.Sprintf("save %d", i)
				save(s, content)
				s.want(s.settled(), k+"="+content)
			}
		})
	}
}

func TestE01TheCaseItself(t *testing.T) {
	s := newStore(t, map[string]string{k: "first"})
	s.watch()
	saves["vim"](s, "a")
	s.want(s.settled(), k+"=a")
	saves["vim"](s, "b")
	s.want(s.settled(), k+"=b")
	saves["rename over"](s, "c")
	s.want(s.settled(), k+"=c")
}

func TestE02LitterIsNeverReported(t *testing.T) {
	s := newStore(t, map[string]string{k: "the candidate"})
	dir := "candidates/"
	litter := []string{k + "~", dir + ".c0123456789abcdef.md.swp", dir + ".c0123456789abcdef.md.swx", dir + "4913", dir + "#c0123456789abcdef.md#", k + ".orig", dir + ".DS_Store", dir + ".c0123.md"}
	for _, name := range litter {
		s.write(name, "litter")
	}
	s.must(os.Symlink("user@host.123", s.abs(dir+".#c0123456789abcdef.md")))
	s.want(s.watch(), k+"=the candidate")
	for _, name := range litter {
		s.write(name, "more")
	}
	s.want(s.settled())
	for _, name := range litter {
		s.remove(name)
	}
	s.want(s.settled())
}

func TestLitterByName(t *testing.T) {
	for _, name := range []string{"", "k.md~", ".k.md.swp", ".k.md.swo", "4913", "#k.md#", ".#k.md", "k.md.orig", ".DS_Store", ".tmp123", ".git"} {
		if !litter(name) {
			t.Errorf("%q is no litter", name)
		}
	}
	for _, name := range []string{"k.md", "MEMORY.md", "store.yaml", "#", "#1.md", "4913.md", "a~b.md"} {
		if litter(name) {
			t.Errorf("%q is litter", name)
		}
	}
}

// tool runs a real program with nothing of the user's in its environment.
func tool(s *store, name string, args ...string) {
	s.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		s.Skipf("%s is not installed", name)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = s.root
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.root, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "TERM=dumb"}
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

func TestE01RealSed(t *testing.T) {
	s := newStore(t, map[string]string{k: "first\n"})
	s.watch()
	for _, script := range []string{"s/first/second/", "s/second/third/"} {
		tool(s, "sed", "-i", script, s.abs(k))
	}
	s.want(s.settled(), k+"=third\n")
}

func TestE01RealVim(t *testing.T) {
	s := newStore(t, map[string]string{k: "first\n"})
	s.watch()
	for _, script := range []string{"s/first/second/", "s/second/third/"} {
		tool(s, "vim", "-u", "NONE", "-N", "-es", "-c", "set backup backupcopy=no backupskip= backupdir=.", "-c", script, "-c", "wq", s.abs(k))
		s.want(s.settled(), k+"="+map[string]string{"s/first/second/": "second\n", "s/second/third/": "third\n"}[script])
	}
}

func TestE01RealGitCheckout(t *testing.T) {
	s := newStore(t, map[string]string{k: "first\n", "MEMORY.md": "- one\n"})
	tool(s, "git", "init", "-q")
	tool(s, "git", "add", "candidates", "MEMORY.md")
	tool(s, "git", "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-qm", "first")
	s.write(k, "second\n")
	s.write("MEMORY.md", "- two\n")
	s.watch()
	tool(s, "git", "checkout", "-q", "--", "candidates", "MEMORY.md")
	s.want(s.settled(), "MEMORY.md=- one\n", k+"=first\n")
}
