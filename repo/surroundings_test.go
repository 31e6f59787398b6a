package repo

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

const (
	idA = memfile.ID("g00000000000000aa")
	idB = memfile.ID("g00000000000000bb")
)

// surroundings are a home of its own with an Env that lies in it, so that no
// test sees the real one.
type surroundings struct {
	testing.TB
	Env
	root string // canonical temporary folder; the home is root/home
	vars map[string]string
}

func newSurroundings(t testing.TB) *surroundings {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(root, "home")
	s := &surroundings{TB: t, root: root, vars: map[string]string{
		"HOME": home, "USERPROFILE": home, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.Getenv("PATH"), "SYSTEMROOT": os.Getenv("SYSTEMROOT"),
	}}
	s.mkdir("home")
	s.reread()
	return s
}

// reread makes the Env anew, after a variable changed.
func (s *surroundings) reread() {
	s.Env = readEnv("linux", func(name string) string { return s.vars[name] }, "ada", filepath.Join(s.root, "home"))
	s.Env.Host = "Engine.example.org"
}

func (s *surroundings) path(rel string) string { return filepath.Join(s.root, filepath.FromSlash(rel)) }

func (s *surroundings) mkdir(rel string) string {
	s.Helper()
	if err := os.MkdirAll(s.path(rel), 0o755); err != nil {
		s.Fatal(err)
	}
	return s.path(rel)
}

func (s *surroundings) write(rel, text string) string {
	s.Helper()
	s.mkdir(filepath.Dir(rel))
	if err := os.WriteFile(s.path(rel), []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
	return s.path(rel)
}

func (s *surroundings) read(rel string) string {
	s.Helper()
	data, err := os.ReadFile(s.path(rel))
	if err != nil {
		s.Fatal(err)
	}
	return string(data)
}

func (s *surroundings) symlink(target, rel string) string {
	s.Helper()
	if err := os.Symlink(target, s.path(rel)); err != nil {
		s.Skip("no symbolic links here:", err)
	}
	return s.path(rel)
}

func (s *surroundings) rename(from, to string) {
	s.Helper()
	if err := os.Rename(s.path(from), s.path(to)); err != nil {
		s.Fatal(err)
	}
}

// git runs the real git with this home and nothing of the caller's.
func (s *surroundings) git(rel string, args ...string) string {
	s.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		s.Skip("git is not installed")
	}
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-C", s.path(rel)}, args...)...)
	for name, value := range s.vars {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		cmd.Env = append(cmd.Env, "GIT_"+who+"_NAME=t", "GIT_"+who+"_EMAIL=t@t")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes a git project with one commit.
func (s *surroundings) repository(rel string) string {
	s.Helper()
	s.mkdir(rel)
	s.git(rel, "init", "-q", "-b", "main")
	s.write(rel+"/README", "x\n")
	s.git(rel, "add", ".")
	s.git(rel, "commit", "-qm", "first")
	return s.path(rel)
}

// store makes a folder that is a store as far as finding goes.
func (s *surroundings) store(root string, id memfile.ID) string {
	s.Helper()
	if err := os.MkdirAll(root, 0o755); err != nil {
		s.Fatal(err)
	}
	text := "gitmem: store/1\nid: " + string(id) + "\nname: a\nscope: project\ncreated: 2026-11-30T10:15:02Z\n"
	if err := os.WriteFile(filepath.Join(root, StoreFileName), []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
	return root
}

// boundStore makes a store in the data home and binds a project to it.
func (s *surroundings) boundStore(project, name string, id memfile.ID) string {
	s.Helper()
	root := s.store(s.ProjectRoot(name, id), id)
	p := s.project(project)
	if err := Bind(p.Common, id, 0); err != nil {
		s.Fatal(err)
	}
	s.attach(id, root, p)
	return root
}

func (s *surroundings) project(rel string) Project {
	s.Helper()
	p, err := FindProject(s.path(rel), s.Env)
	if err != nil {
		s.Fatal(err)
	}
	return p
}

func (s *surroundings) attach(id memfile.ID, root string, p Project) {
	s.Helper()
	s.change(func(k *Known) { k.Attach(id, root, p) })
}

func (s *surroundings) change(change func(*Known)) {
	s.Helper()
	err := ChangeRegistry(s.Env, 0, func(k *Known) error { change(k); return nil })
	if err != nil {
		s.Fatal(err)
	}
}

func (s *surroundings) find(rel string) (Found, error) {
	return Find(Query{Dir: s.path(rel), Env: s.Env})
}
