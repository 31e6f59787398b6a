//go:build unix

package index

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"gitmem/repo"
)

// The test binary is also the other process: with this variable it does what
// the words in it say, in the store of its home.
const otherVariable = "GITMEM_INDEX_OTHER"

func TestMain(m *testing.M) {
	if words := os.Getenv(otherVariable); words != "" {
		if err := other(strings.Fields(words)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// other is what another process does:
//
//	search WORD          prints the ids of the hits and what was told
//	leave WORD           the same, and dies as if it were killed
//	hold WORD            the same, keeps the generation open and waits
//	lock                 takes the lock and waits
//	many WORD N          searches N times; hits may only become more
//	die STEP N [rebuild] searches, or rebuilds, and is killed at the N-th passage of a step
//	busy                 changes a note and searches, for ever
func other(words []string) error {
	env := repo.ReadEnv(os.Getenv)
	store, err := repo.Open(filepath.Join(env.Home, "store"), repo.Options{Env: env})
	if err != nil {
		return err
	}
	o := Options{Unwritten: -1, Notify: func(line string) { fmt.Println("told", line) }}
	if words[0] == "die" {
		n, _ := strconv.Atoi(words[2])
		o.Probe = func(step, _ string) error {
			if step == words[1] {
				if n--; n == 0 {
					_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				}
			}
			return nil
		}
	}
	x := Open(store, o)
	switch words[0] {
	case "search":
		err = errors.Join(print(x, words[1]), x.Close())
	case "leave": // without tidying up
		err = print(x, words[1])
	case "hold":
		if err = print(x, words[1]); err == nil {
			wait()
		}
	case "lock":
		if _, err = repo.TryLockFile(context.Background(), x.shelf.lock(), 0); err == nil {
			wait()
		}
	case "many":
		n, _ := strconv.Atoi(words[2])
		err = many(x, words[1], n)
	case "die":
		if len(words) > 3 {
			_, err = x.Rebuild(context.Background())
		} else {
			err = print(x, "alpha")
		}
	case "busy":
		err = busy(x, store)
	}
	return err
}

// wait says that it is ready, and sleeps until it is killed or left.
func wait() {
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func print(x *Index, word string) error {
	r, err := x.Search(context.Background(), Query{Text: word, Limit: MaxLimit})
	if err != nil {
		return err
	}
	fmt.Println("found", strings.Join(ids(r), " "))
	return nil
}

func many(x *Index, word string, n int) error {
	total := 0
	for range n {
		r, err := x.Search(context.Background(), Query{Text: word})
		if err != nil {
			return err
		}
		if r.Total < total {
			return fmt.Errorf("%d hits after %d", r.Total, total)
		}
		total = r.Total
	}
	fmt.Println("found", total)
	return nil
}

func busy(x *Index, store *repo.Store) error {
	f := &fixture{store: store}
	for n := 0; ; n++ {
		e := note(1000+n%3, fmt.Sprintf("omega %d", n))
		f.put(e)
		if _, err := x.Search(context.Background(), Query{Text: "omega"}); err != nil {
			return err
		}
		if n%20 == 19 {
			if _, err := x.Rebuild(context.Background()); err != nil {
				return err
			}
		}
	}
}

// other starts another process in the store of the test.
func (f *fixture) other(words string) *exec.Cmd {
	f.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = []string{"HOME=" + f.env.Home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", otherVariable + "=" + words}
	if dir := os.Getenv("TMPDIR"); dir != "" {
		cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	}
	return cmd
}

// says runs another process to its end and gives what it printed.
func (f *fixture) says(words string) string {
	f.Helper()
	out, err := f.other(words).CombinedOutput()
	if err != nil {
		f.Fatalf("%s: %v\n%s", words, err, out)
	}
	return strings.TrimSpace(string(out))
}

// waiting starts another process and waits until it is ready.
func (f *fixture) waiting(words string) *exec.Cmd {
	f.Helper()
	cmd := f.other(words)
	in, err := cmd.StdinPipe()
	if err != nil {
		f.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == "ready" {
			return cmd
		}
	}
	f.Fatalf("%s: never ready", words)
	return nil
}

// TestIndexHeldBySomeoneElse has a long-lived process that holds the newest
// generation open, is stopped, and never goes on.
func TestIndexHeldBySomeoneElse(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	held := f.waiting("hold pnpm")
	if got := f.says("search pnpm"); got != "found 1" {
		t.Errorf("beside a holder: %q", got)
	}
	if err := held.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for n := 2; n < 6; n++ { // the held generation is removed meanwhile
		f.put(note(n, "pnpm"))
		if got := f.says("search pnpm"); len(strings.Fields(got)) != n+1 || strings.Contains(got, "told") {
			t.Errorf("beside a stopped holder: %q", got)
		}
	}
}

// TestStoppedWriter is stopped while it has the lock: everybody else goes on
// without the index within the time that they wait.
func TestStoppedWriter(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	f.says("search pnpm")
	writer := f.waiting("lock")
	if err := writer.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if got := f.says("search pnpm"); got != "found 1" {
		t.Errorf("with nothing to write: %q", got)
	}
	f.put(note(2, "pnpm"))
	got := f.says("search pnpm")
	if !strings.Contains(got, "found 1 2") && !strings.Contains(got, "found 2 1") || !strings.Contains(got, "another process") {
		t.Errorf("with a change: %q", got)
	}
	if err := writer.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = writer.Wait()
	if got := f.says("search pnpm"); strings.Contains(got, "told") {
		t.Errorf("after its death: %q", got)
	}
}

// TestLeftOverShelvesAreRemoved has a process that dies while it searches
// beside the index, and one that still lives.
func TestLeftOverShelvesAreRemoved(t *testing.T) {
	f := stocked(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	f.waiting("lock")
	f.put(note(50, "alpha"))
	f.says("leave alpha")
	f.waiting("hold alpha")
	shelves := func() int {
		all, err := os.ReadDir(temporary)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if n := shelves(); n != 1 { // the second removed that of the first
		t.Errorf("%d shelves while one lives", n)
	}
	f.says("leave alpha")
	if n := shelves(); n != 2 {
		t.Errorf("%d shelves beside one that lives", n)
	}
	f.says("search alpha")
	if n := shelves(); n != 1 {
		t.Errorf("%d shelves at the end", n)
	}
}

func TestManySearchWhileOneWrites(t *testing.T) {
	f := newFixture(t)
	for n := range 20 {
		f.put(note(n+1, "alpha"))
	}
	var wait sync.WaitGroup
	errs := make(chan error, 4)
	for range 4 {
		wait.Go(func() {
			if out, err := f.other("many alpha 40").CombinedOutput(); err != nil {
				errs <- fmt.Errorf("%w\n%s", err, out)
			}
		})
	}
	x := f.open(Options{})
	for n := 20; n < 60; n++ {
		f.put(note(n+1, "alpha"))
		if r := f.results(x, Query{Text: "alpha"}); r.Total != n+1 {
			t.Errorf("%d hits of %d", r.Total, n+1)
		}
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if got := f.says("many alpha 1"); got != "found 60" {
		t.Errorf("at the end: %q", got)
	}
}

// TestFolderOfSomeoneElse searches as an account that may read everything and
// write nothing.
func TestFolderOfSomeoneElse(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	f.says("search pnpm")
	binary := f.openToAll()
	for n, want := range []string{"found 1", "found 1 2"} {
		cmd := f.other("search pnpm")
		cmd.Path = binary
		cmd.Env = append(cmd.Env, "TMPDIR="+f.TempDir())
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) || strings.Contains(string(out), "told") != (n == 1) {
			t.Errorf("%v %q, want %q", err, out, want)
		}
		f.put(note(2, "pnpm"))
		f.readable(f.store.Root)
	}
}

// openToAll lets every account read the store and run the test's program, and
// nobody write the index.
func (f *fixture) openToAll() string {
	f.Helper()
	binary := filepath.Join(f.TempDir(), "other")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		f.Fatal(err)
	}
	f.readable(f.env.Home)
	for dir := f.env.Home; len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
		_ = os.Chmod(dir, 0o755)
	}
	index := filepath.Join(f.store.State, "index")
	if err := os.Chmod(index, 0o555); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = os.Chmod(index, 0o755) })
	return binary
}

func (f *fixture) readable(root string) {
	f.Helper()
	if out, err := exec.Command("chmod", "-R", "a+rX", root).CombinedOutput(); err != nil {
		f.Fatalf("%v %s", err, out)
	}
}
