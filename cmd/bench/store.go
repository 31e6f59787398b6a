package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// Bench is a home of its own with one store in it.
type Bench struct {
	Home  string
	Root  string // the store
	Env   repo.Env
	Files int
	vars  []string
}

// NewHome makes a home in which no setting of the account is seen.
func NewHome() (*Bench, error) {
	home, err := os.MkdirTemp("", "gitmem-bench-")
	if err != nil {
		return nil, err
	}
	b := &Bench{Home: home, Root: filepath.Join(home, "store")}
	b.vars = []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + filepath.Join(home, "gitconfig"),
		"XDG_DATA_HOME=" + filepath.Join(home, "data"), "XDG_STATE_HOME=" + filepath.Join(home, "state"), "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "LC_ALL=C",
	}
	config := "[user]\n\tname = Ada\n\temail = ada@example.org\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
	if err := os.WriteFile(filepath.Join(home, "gitconfig"), []byte(config), 0o644); err != nil {
		return nil, err
	}
	b.Env = repo.ReadEnv(b.getenv)
	return b, nil
}

func (b *Bench) getenv(name string) string {
	for _, v := range b.vars {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// Remove takes the home away.
func (b *Bench) Remove() { _ = os.RemoveAll(b.Home) }

// Command is a command in the store, with this home's environment.
func (b *Bench) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = b.Root, b.vars
	return cmd
}

// Run runs a command and returns what it printed.
func (b *Bench) Run(name string, args ...string) (string, error) {
	cmd := b.Command(name, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.String())
	}
	return out.String(), nil
}

// Fsck lets git judge the store and returns what it says, which an error holds too.
func (b *Bench) Fsck() (string, error) {
	out, err := b.Run("git", "fsck", "--strict", "--no-dangling")
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return strings.TrimSpace(out), err
}

// Open opens the store.
func (b *Bench) Open() (*repo.Store, error) { return repo.Open(b.Root, repo.Options{Env: b.Env}) }

// OpenAt opens the store with a clock that stands still.
func (b *Bench) OpenAt(now time.Time) (*repo.Store, error) {
	return repo.Open(b.Root, repo.Options{Env: b.Env, Now: func() time.Time { return now }})
}

// Layout says how the files of a store are spread.
type Layout struct {
	Files     int
	PerFolder int // 0: all in one folder
}

// NewStore makes a store with so many settled candidates, committed by git.
func NewStore(l Layout) (*Bench, error) {
	return NewStoreOf(l.Files, func(s *repo.Store, n int) error { return writeRecord(s, l, n) })
}

// NewStoreOf makes a store with so many records, each written by write, committed by git.
func NewStoreOf(files int, write func(s *repo.Store, n int) error) (*Bench, error) {
	b, err := NewHome()
	if err != nil {
		return nil, err
	}
	b.Files = files
	if err := b.fill(write); err != nil {
		b.Remove()
		return nil, err
	}
	return b, nil
}

func (b *Bench) fill(write func(s *repo.Store, n int) error) error {
	s, err := repo.Init(context.Background(), repo.NewStore{Root: b.Root, Name: "bench", Scope: memfile.ScopeProject}, repo.Options{Env: b.Env})
	if err != nil {
		return err
	}
	for n := range b.Files {
		if err := write(s, n); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-qm", "files of the benchmark"}, {"gc", "-q"}} {
		if _, err := b.Run("git", args...); err != nil {
			return err
		}
	}
	return nil
}

// writeRecord writes one settled candidate, as gitmem would have left it.
func writeRecord(s *repo.Store, l Layout, n int) error {
	at := s.Now()
	c := memfile.Candidate{
		Edit:   memfile.Edit{Action: memfile.ActionAdd, Content: fmt.Sprintf("Rule %d: service-%d listens on port %d and is restarted by make serve-%d.", n, n%97, 3000+n, n%13)},
		Reason: "by hand", Confidence: 10000, ID: memfile.DeriveID(memfile.KindCandidate, "bench", fmt.Sprint(n)), Kind: memfile.MemoryCandidate,
		Scope: memfile.ScopeProject, Status: memfile.StatusRejected, Actor: memfile.ActorUser, Created: at, Updated: at,
		Decided: &memfile.Decided{By: memfile.ActorUser, Via: "flag", At: at, Reason: "benchmark"},
	}
	folder := filepath.Join(s.Root, "candidates", "2025", "01", "01")
	if l.PerFolder > 0 {
		day := n / l.PerFolder
		folder = filepath.Join(s.Root, "candidates", fmt.Sprint(2000+day/336), fmt.Sprintf("%02d", 1+day/28%12), fmt.Sprintf("%02d", 1+day%28))
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, string(c.ID)+".md"), memfile.FormatCandidate(c), 0o644)
}

// Copy makes a second store with the same content and the same history, for
// git to work in.
func (b *Bench) Copy() (*Bench, error) {
	c, err := NewHome()
	if err != nil {
		return nil, err
	}
	c.Files = b.Files
	return c, exec.Command("cp", "-a", b.Root, c.Root).Run()
}

// AllowUpkeep lets git pack in the background, as it does for its users.
func (b *Bench) AllowUpkeep() error {
	for _, args := range [][]string{{"config", "--global", "--unset", "gc.auto"}, {"config", "--global", "--unset", "maintenance.auto"}} {
		if _, err := b.Run("git", args...); err != nil {
			return err
		}
	}
	return nil
}

// Loose makes a copy of the store whose objects are all loose.
func (b *Bench) Loose() (*Bench, error) {
	c, err := b.Copy()
	if err != nil {
		return nil, err
	}
	packs := filepath.Join(c.Root, ".git", "objects", "pack")
	aside := filepath.Join(c.Home, "packs")
	if err := os.Rename(packs, aside); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(packs, 0o755); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(aside, "*.pack"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := c.Run("sh", "-c", "git unpack-objects -q < "+name); err != nil {
			return nil, err
		}
	}
	return c, nil
}
