package gitdir

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// operations adds commits as operations do: each one small pack with its own blob, trees and commit.
func (r *realRepo) operations(n int) {
	r.t.Helper()
	d := r.dir()
	for range n {
		p := NewPack()
		head := Hash{}
		draft := CommitDraft{Author: gitAuthor, Committer: gitCommitter, Message: "operation\n"}
		tree := emptyTree
		count := 0
		if out, err := r.command("rev-parse", "-q", "--verify", "HEAD").Output(); err == nil {
			head = plumbing.NewHash(strings.TrimSpace(string(out)))
			c, err := d.Commit(head)
			must(r.t, err)
			tree, draft.Parents = c.Tree, []Hash{head}
			fmt.Sscanf(strings.TrimSpace(r.git("rev-list", "--count", "HEAD")), "%d", &count)
		}
		blob := p.Add(plumbing.BlobObject, fmt.Appendf(nil, "operation %d\n", count))
		shared := p.Add(plumbing.BlobObject, []byte("the same in every pack\n"))
		tree, err := d.EditTree(p, tree, []TreeEdit{{fmt.Sprintf("candidates/%04d.md", count), ModeFile, blob}, {"MEMORY.md", ModeFile, blob}, {"shared", ModeFile, shared}})
		must(r.t, err)
		draft.Tree = tree
		commit := p.Add(plumbing.CommitObject, EncodeCommit(draft))
		r.addPack(p)
		r.git("update-ref", "refs/heads/main", commit.String(), head.String())
	}
}

func (r *realRepo) packFiles(pattern string) []string {
	found, err := filepath.Glob(filepath.Join(r.root, ".git", "objects", "pack", pattern))
	must(r.t, err)
	return found
}

// checkNothingLost compares with an earlier list of all objects and asks git.
func (r *realRepo) checkNothingLost(before map[Hash]string) {
	r.t.Helper()
	after := r.allObjects()
	for id, what := range before {
		if after[id] != what {
			r.t.Fatalf("%s %s is %q now", id, what, after[id])
		}
	}
	r.checkAll(r.dir())
	r.fsck()
	for _, idx := range r.packFiles("*.idx") {
		r.git("verify-pack", idx)
		r.git("index-pack", "--strict", "-o", filepath.Join(r.t.TempDir(), "idx"), strings.TrimSuffix(idx, ".idx")+".pack")
	}
}

// mixed has packs of operations, packs of git with deltas of both kinds, and objects that lie in several.
func mixed(t *testing.T) *realRepo {
	r := newRealRepo(t)
	r.history(12, 40)
	r.git("repack", "-q", "-d")
	r.git("tag", "first")
	r.history(6, 40)
	r.git("-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-d")
	r.operations(5)
	// the same objects again, as other deltas, under another name
	for _, window := range []string{"20", "3"} {
		list := r.git("rev-list", "--objects", "HEAD")
		base := filepath.Join(r.root, ".git", "objects", "pack", "pack")
		r.gitIn(list, "pack-objects", "-q", "--delta-base-offset", "--no-reuse-delta", "--window="+window, base)
	}
	r.operations(3)
	return r
}

func TestConsolidate(t *testing.T) {
	r := mixed(t)
	before := r.allObjects()
	d := r.dir()
	n, err := d.SmallPacks()
	must(t, err)
	if n != len(r.packFiles("*.pack")) || n < 10 {
		t.Fatalf("%d small packs, %d there", n, len(r.packFiles("*.pack")))
	}
	must(t, d.Consolidate(n+1))
	if len(r.packFiles("*.pack")) != n {
		t.Fatal("it merged fewer than asked for")
	}
	must(t, d.Consolidate(n))
	if files := r.packFiles("*"); len(files) != 2 {
		t.Fatalf("%q", files)
	}
	r.checkNothingLost(before)
	r.checkAll(d)
	r.checkNoLitter()
	must(t, d.Consolidate(0))
	if n, err := d.SmallPacks(); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	r.git("gc", "-q", "--prune=now")
	r.fsck()
	r.checkAll(d)
}

func (r *realRepo) checkNoLitter() {
	r.t.Helper()
	left, err := os.ReadDir(filepath.Join(r.root, ".git", "gitmem"))
	must(r.t, err)
	for _, e := range left {
		if e.Name() != "consolidate.lock" {
			r.t.Errorf("left behind: %s", e.Name())
		}
	}
	if out := r.git("count-objects", "-v"); !strings.Contains(out, "garbage: 0\n") {
		r.t.Error(out)
	}
}

func TestConsolidateLeavesAlone(t *testing.T) {
	for _, ending := range []string{".keep", ".promisor", ".mtimes", ".bitmap"} {
		r := newRealRepo(t)
		r.operations(4)
		kept := strings.TrimSuffix(r.packFiles("*.pack")[1], ".pack")
		must(t, os.WriteFile(kept+ending, nil, 0o644))
		must(t, r.dir().Consolidate(2))
		if n := len(r.packFiles("*.pack")); n != 2 || !exists(kept+".idx") || !exists(kept+".pack") {
			t.Errorf("%s: %d packs", ending, n)
		}
		must(t, os.Remove(kept+ending))
		r.fsck()
	}
	r := newRealRepo(t)
	r.operations(3)
	r.git("multi-pack-index", "write")
	before := r.packFiles("*.pack")
	r.operations(3)
	all := r.allObjects()
	must(t, r.dir().Consolidate(2))
	for _, path := range before {
		if !exists(path) {
			t.Error("a pack of the multi-pack-index is gone")
		}
	}
	if n := len(r.packFiles("*.pack")); n != 4 {
		t.Error(n)
	}
	r.checkNothingLost(all)
}

// A pack that somebody keeps while it is being merged is not removed.
func TestConsolidateSeesLateKeep(t *testing.T) {
	r := newRealRepo(t)
	r.operations(4)
	kept := strings.TrimSuffix(r.packFiles("*.pack")[2], ".pack")
	d := r.dir()
	d.probe = func(step, path string) error {
		if step == "pack.publish" {
			return os.WriteFile(kept+".keep", nil, 0o644)
		}
		return nil
	}
	must(t, d.Consolidate(2))
	if n := len(r.packFiles("*.pack")); n != 2 || !exists(kept+".idx") || !exists(kept+".pack") {
		t.Errorf("%d packs", n)
	}
	r.fsck()
}

func TestConsolidateDamagedPack(t *testing.T) {
	r := newRealRepo(t)
	r.operations(5)
	bad := r.packFiles("*.pack")[2]
	data, err := os.ReadFile(bad)
	must(t, err)
	data[len(data)/2] ^= 1
	must(t, os.Chmod(bad, 0o644))
	must(t, os.WriteFile(bad, data, 0o644))
	if err := r.dir().Consolidate(2); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), bad) {
		t.Error(err)
	}
	if n := len(r.packFiles("*.pack")); n != 2 || !exists(bad) {
		t.Errorf("%d packs", n)
	}
}

// It is stopped before each change of the disk. Nothing is lost at any of them, and the next call tidies up.
func TestConsolidateStoppedAnywhere(t *testing.T) {
	stopped := errors.New("stopped")
	steps := 0
	for at := 1; ; at++ {
		r := newRealRepo(t)
		r.operations(4)
		before := r.allObjects()
		d := r.dir()
		n := 0
		d.probe = func(step, path string) error {
			if n++; n == at {
				return stopped
			}
			return nil
		}
		err := d.Consolidate(2)
		d.probe = nil
		if err == nil {
			steps = at - 1
			break
		}
		if !errors.Is(err, stopped) {
			t.Fatal(err)
		}
		r.checkNothingLost(before)
		r.checkAll(d)
		must(t, r.dir().Consolidate(2))
		if n := len(r.packFiles("*.pack")); n != 1 {
			t.Errorf("stopped at %d: %d packs: %q", at, n, r.packFiles("*"))
		}
		r.checkNothingLost(before)
		r.checkNoLitter()
	}
	if steps < 20 {
		t.Errorf("only %d steps", steps)
	}
}

// Readers, operations, gc and another consolidation at the same time.
func TestConsolidateBesideGit(t *testing.T) {
	r := newRealRepo(t)
	r.operations(10)
	reachable := maps.Clone(r.allObjects())
	d := r.dir()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	finish := sync.OnceFunc(func() { close(stop); wg.Wait() })
	defer finish()
	loop := func(work func() error) {
		wg.Go(func() {
			for {
				if err := work(); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	loop(func() error { return d.Consolidate(2) })
	loop(func() error { return newDir(d.Git, d.Common, d.Worktree).Consolidate(3) })
	for range 2 {
		loop(func() error {
			for id := range reachable {
				if _, _, err := d.readFresh(id); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for i := range 8 {
		r.operations(3)
		// git says so where a pack that it has listed is gone when it comes to open it, and tries again next time
		_ = r.command([][]string{{"repack", "-q", "-a", "-d"}, {"gc", "-q", "--prune=now"}, {"repack", "-q", "-d"}}[i%3]...).Run()
	}
	finish()
	r.checkNothingLost(reachable)
	if got := strings.TrimSpace(r.git("rev-list", "--count", "HEAD")); got != "34" {
		t.Errorf("%s commits", got)
	}
}
