package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
)

func (b *bench) write(n int, data string) string {
	b.Helper()
	path := b.path(named(n))
	b.must(os.WriteFile(path, []byte(data), 0o600))
	return path
}

func TestDamagedFilesStopNoOther(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1))
	whole, err := os.ReadFile(b.path(named(1)))
	b.must(err)
	damage := []string{
		"", "{", "null", "[]", "\x00\x00", string(whole[:len(whole)/2]), string(whole), // of another job
		strings.Replace(string(whole), "queue/1", "queue/2", 1),
		string(whole) + "{}",
		strings.Replace(string(whole), `"kind"`, `"new": 1, "kind"`, 1),
		strings.Repeat(" ", MaxFile) + string(whole),
	}
	for field, value := range map[string]string{
		"state": `"runing"`, "attempts": "4", "due": `"yesterday"`, "kind": `""`, "admitted": `"0001-01-01T00:00:00Z"`,
	} {
		lines := strings.Split(string(whole), "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, `  "`+field+`"`) })
		lines[i] = `  "` + field + `": ` + value
		if !strings.HasSuffix(lines[i], ",") && i < len(lines)-3 {
			lines[i] += ","
		}
		damage = append(damage, strings.Replace(strings.Join(lines, "\n"), string(named(1)), string(named(2)), 1))
	}
	for _, state := range []string{
		`"state": "running"`, `"state": "queued", "lease": {"owner": "", "token": "x", "until": "2020-01-01T00:00:00Z"}`,
		`"state": "running", "lease": {"owner": "", "token": "x", "until": "2020-01-01T00:00:00Z"}`, `"state": "failed", "lease": {"owner": "", "token": "", "until": "2020-01-01T00:00:00Z"}`,
	} {
		damage = append(damage, strings.NewReplacer(`"state": "queued"`, state, string(named(1)), string(named(2))).Replace(string(whole)))
	}
	b.clock.sleep(time.Minute)
	for _, data := range damage {
		path := b.write(2, data)
		list, bad, err := b.List()
		if err != nil || len(list) != 2 || len(bad) != 1 || bad[0].Path != path || bad[0].Err == nil {
			t.Fatalf("%.300q: %d jobs, %v, %v", data, len(list), bad, err)
		}
		for what, try := range map[string]func() error{
			"get":   func() error { _, err := b.Get(named(2)); return err },
			"find":  func() error { _, err := b.Find(string(named(2))); return err },
			"claim": func() error { _, err := b.ClaimID(ctx, named(2)); return err },
			"admit": func() error { _, fresh, err := b.Admit(work(2)); b.never(fresh); return err },
		} {
			var damaged Bad
			if err := try(); !errors.As(err, &damaged) || damaged.Path != path {
				t.Errorf("%s of %.60q: %v", what, data, err)
			}
		}
		c := b.claim(b.Queue)
		b.must(c.Release())
		if now, err := os.ReadFile(path); err != nil || string(now) != data {
			t.Errorf("the damaged file was changed: %q %v", now, err)
		}
	}
}

func (b *bench) never(happened bool) {
	b.Helper()
	if happened {
		b.Error("it was admitted over a damaged file")
	}
}

// A job that is damaged while it is worked on is not lost without a word.
func TestDamagedWhileHeld(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	b.write(0, "{")
	var damaged Bad
	for _, err := range []error{c.Holds(), c.Beat(ctx), c.Retry("x", "y", 0), c.Settled()} {
		if !errors.As(err, &damaged) {
			t.Error(err)
		}
	}
}

func TestOtherFilesAreNotJobs(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	for _, name := range []string{"notes.txt", ".DS_Store", "a.json", string(memfile.DeriveID(memfile.KindExperience, "1")) + fileEnd} {
		b.must(os.WriteFile(filepath.Join(b.folder, name), []byte("x"), 0o600))
	}
	b.must(os.Mkdir(b.path(named(1)), 0o700))
	list, bad, err := b.List()
	if err != nil || len(list) != 1 || len(bad) != 3 {
		t.Errorf("%v %v %v", list, bad, err)
	}
	if !slices.ContainsFunc(bad, func(x Bad) bool { return errors.Is(x, ErrNotPlain) && x.Path == b.path(named(1)) }) {
		t.Error(bad)
	}
	b.claim(b.Queue)
}

func TestTooLarge(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	whole, err := os.ReadFile(b.path(named(0)))
	b.must(err)
	b.write(0, string(whole)+strings.Repeat("\n", MaxFile-len(whole)))
	b.get(0)
	b.write(0, string(whole)+strings.Repeat("\n", MaxFile-len(whole)+1))
	if _, err := b.Get(named(0)); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}

func symlink(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
		t.Skip("no symbolic links here:", err)
	}
}

func TestLinkInPlaceOfAJob(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1))
	b.clock.sleep(time.Minute)
	c := b.claim(b.Queue)
	outside := filepath.Join(t.TempDir(), "outside.json")
	b.must(os.Rename(b.path(named(0)), outside))
	before, err := os.ReadFile(outside)
	b.must(err)
	symlink(t, outside, b.path(named(0)))
	symlink(t, filepath.Join(b.folder, "gone"), b.path(named(2)))
	if _, bad, err := b.List(); err != nil || len(bad) != 2 || !errors.Is(bad[0], ErrNotPlain) || !errors.Is(bad[1], ErrNotPlain) {
		t.Errorf("%v %v", bad, err)
	}
	_, _, dangling := b.Admit(work(2))
	_, _, admitted := b.Admit(work(0))
	_, byID := b.ClaimID(ctx, named(0))
	for _, err := range []error{dangling, admitted, byID, c.Beat(ctx), c.Retry("x", "y", 0), c.Settled()} {
		if !errors.Is(err, ErrNotPlain) {
			t.Error(err)
		}
	}
	if after, err := os.ReadFile(outside); err != nil || string(after) != string(before) {
		t.Errorf("what the link names was changed: %v", err)
	}
	if next := b.claim(b.Queue); next.ID != named(1) {
		t.Error(next.ID)
	}
}

func TestLinkInPlaceOfTheFolder(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	b.must(os.Rename(b.folder, elsewhere))
	symlink(t, elsewhere, b.folder)
	_, _, admitted := b.Admit(work(1))
	_, claimed := b.Claim(ctx, nil)
	_, byID := b.ClaimID(ctx, named(0))
	_, got := b.Get(named(0))
	_, found := b.Find(string(named(0)))
	_, _, listed := b.List()
	for _, err := range []error{admitted, claimed, byID, got, found, listed, c.Holds(), c.Beat(ctx), c.Skip("x"), c.Settled()} {
		if !errors.Is(err, ErrNoFolder) {
			t.Error(err)
		}
	}
	if _, err := os.Lstat(filepath.Join(elsewhere, string(named(1))+fileEnd)); !errors.Is(err, os.ErrNotExist) {
		t.Error("a job was written through the link")
	}
	b.must(os.Remove(b.folder))
	b.must(os.WriteFile(b.folder, nil, 0o600))
	if _, _, err := b.Admit(work(1)); !errors.Is(err, ErrNoFolder) {
		t.Errorf("a file in place of the folder: %v", err)
	}
}

func TestLinkInPlaceOfTheLock(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	outside := filepath.Join(t.TempDir(), "made")
	symlink(t, outside, filepath.Join(b.folder, lockName))
	if _, err := b.Claim(ctx, nil); !errors.Is(err, ErrNotPlain) {
		t.Error(err)
	}
	if _, err := os.Lstat(outside); !errors.Is(err, os.ErrNotExist) {
		t.Error("the link was followed")
	}
}

// What a killed process left is deleted once nobody can be at it any more.
func TestLitterIsSwept(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	temp, _, err := b.beside(work(1).queued())
	b.must(err)
	old := filepath.Join(b.folder, ".other.json.1")
	b.must(os.WriteFile(old, nil, 0o600))
	for _, path := range []string{temp, old} {
		b.must(os.Chtimes(path, began, began))
	}
	b.clock.sleep(LeaseTime - time.Second)
	b.claim(b.Queue)
	if _, err := os.Lstat(temp); err != nil {
		t.Errorf("somebody may still be at it: %v", err)
	}
	b.clock.sleep(time.Second)
	b.nothing(b.Queue)
	if got := b.litter(); !slices.Equal(got, []string{".other.json.1"}) {
		t.Error(got)
	}
}
