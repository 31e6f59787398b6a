package repo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

var timeForTests = time.Date(2026, 11, 30, 10, 15, 2, 999, time.FixedZone("x", 3600))

func TestRegistryKeepsWhatItIsTold(t *testing.T) {
	s := newSurroundings(t)
	if known, err := ReadRegistry(s.Env); err != nil || len(known.Stores) != 0 {
		t.Fatalf("missing file: %+v, %v", known, err)
	}
	s.mkdir("a")
	root := s.path("roots/a")
	s.change(func(k *Known) {
		store := k.Note(idA, root)
		store.Name, store.Scope = "a", "project"
		store.MarkTrusted("sha256:1", timeForTests)
		k.Attach(idA, root, Project{Folder: s.path("a"), Main: s.path("a")})
		k.Note(idB, s.path("roots/b"))
	})
	known, err := ReadRegistry(s.Env)
	if err != nil {
		t.Fatal(err)
	}
	a := known.Store(idA, root)
	if a == nil || a.Name != "a" || a.Scope != "project" || a.Trusted.At.Format(time.RFC3339) != "2026-11-30T09:15:02Z" || len(a.Projects) != 1 || len(known.Stores) != 2 {
		t.Errorf("%+v", known)
	}
	if info, _ := os.Stat(s.RegistryFile()); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if info, _ := os.Stat(filepath.Dir(s.RegistryFile())); runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("mode of its folder %v", info.Mode())
	}
	s.change(func(k *Known) { k.Forget(idA) })
	if known, _ := ReadRegistry(s.Env); known.Store(idA, root) != nil || len(known.Stores) != 1 {
		t.Errorf("%+v", known)
	}
}

func TestOneProjectHasOneStore(t *testing.T) {
	s := newSurroundings(t)
	p := Project{Main: s.mkdir("p")}
	s.change(func(k *Known) {
		k.Attach(idA, s.path("ra"), p)
		k.Attach(idB, s.path("rb"), p)
		k.Attach(idB, s.path("rb"), p)
	})
	known, _ := ReadRegistry(s.Env)
	if a, b := known.Store(idA, s.path("ra")), known.Store(idB, s.path("rb")); len(a.Projects) != 0 || len(b.Projects) != 1 {
		t.Errorf("%+v", known)
	}
	s.change(func(k *Known) { k.Detach(p) })
	if known, _ := ReadRegistry(s.Env); len(known.Store(idB, s.path("rb")).Projects) != 0 {
		t.Errorf("%+v", known)
	}
}

func TestDamagedRegistryIsRefusedAndKept(t *testing.T) {
	if !filepath.IsAbs("/x") {
		t.Skip("the paths are those of unix")
	}
	good := "{\"gitmem\":\"registry/1\"}\n{\"id\":\"g00000000000000aa\",\"root\":\"/x\"}\n"
	if known, err := parseRegistry("r", []byte(good), func([]byte) bool { return true }); err != nil || len(known.Stores) != 1 {
		t.Fatal(known, err)
	}
	for text, want := range map[string]string{
		"":                                       ".jsonl: the registry",
		good[:10]:                                ".jsonl:1:1: the registry",
		good[:40]:                                ".jsonl:2:1: the registry",
		good[:len(good)-1]:                       "does not end",
		good[:len(good)-1] + "x\n":               "does not end",
		strings.Replace(good, "/1", "/9", 1):     "format",
		strings.Replace(good, "root", "rood", 1): "unknown field",
		strings.Replace(good, "g0", "c0", 1):     "no id",
		strings.Replace(good, "/x", "x", 1):      "no absolute root",
		"[]\n":                                   "array",
		"\x00\x00":                               "the registry",
		good + "\x00\n":                          ".jsonl:3:1: the registry",
	} {
		s := newSurroundings(t)
		rel, _ := filepath.Rel(s.root, s.RegistryFile())
		s.write(rel, text)
		var fault *memfile.Fault
		_, err := ReadRegistry(s.Env)
		if !errors.As(err, &fault) || fault.Path != s.RegistryFile() || fault.Hint == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
		if err := ChangeRegistry(s.Env, 0, func(k *Known) error { k.Note(idA, s.root); return nil }); err == nil || s.read(rel) != text {
			t.Errorf("%q was overwritten: %v", text, err)
		}
	}
}

func TestChangeThatFailsChangesNothing(t *testing.T) {
	s := newSurroundings(t)
	boom := errors.New("boom")
	if err := ChangeRegistry(s.Env, 0, func(k *Known) error { k.Note(idA, s.root); return boom }); !errors.Is(err, boom) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(s.RegistryFile()); err == nil {
		t.Error("it was written")
	}
}

func TestRegistryLockIsBounded(t *testing.T) {
	s := newSurroundings(t)
	s.change(func(*Known) {})
	lock := flock.New(s.RegistryFile() + ".lock")
	if ok, err := lock.TryLock(); !ok {
		t.Fatal(err)
	}
	defer lock.Close()
	var locked *gitdir.LockedError
	if err := ChangeRegistry(s.Env, 30*time.Millisecond, func(*Known) error { return nil }); !errors.As(err, &locked) {
		t.Errorf("%v", err)
	}
}

func TestRegistryWritersLoseNothing(t *testing.T) {
	s := newSurroundings(t)
	var wg sync.WaitGroup
	for n := range 12 {
		wg.Go(func() {
			id := memfile.ID(fmt.Sprintf("g%016x", n))
			if err := ChangeRegistry(s.Env, 30*time.Second, func(k *Known) error { k.Note(id, s.path(string(id))); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if known, err := ReadRegistry(s.Env); err != nil || len(known.Stores) != 12 {
		t.Errorf("%+v, %v", known, err)
	}
}
