package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/index/corpus"
	"gitmem/repo"
)

// bypass gives a generation of the files as they stand where the shelf cannot
// be written: on a shelf of this process among the system's temporary files,
// begun as a copy of what can be read, or in memory if that fails too. The
// hits are those of the index.
func (x *Index) bypass(ctx context.Context, cause error) (*generation, error) {
	g, err := x.besides(ctx)
	if err != nil && ctx.Err() == nil {
		var merr error
		if g, merr = x.inMemory(ctx); merr != nil {
			return nil, errors.Join(err, merr)
		}
		err = nil
	}
	if err != nil {
		return nil, err
	}
	x.tell(fmt.Sprintf("the search index cannot be brought up to date (%v); the search goes on beside it", cause))
	return g, keep(&x.private, g)
}

// besides catches up the private shelf.
func (x *Index) besides(ctx context.Context) (*generation, error) {
	if g := x.private; g != nil {
		c, err := x.compare(ctx, g)
		if err != nil || c.empty() {
			return g, err
		}
	}
	if x.beside == nil {
		if err := x.makeBeside(ctx); err != nil {
			return nil, err
		}
	}
	from := x.private
	if from == nil && x.public != nil && x.public.number != x.failed {
		from = x.public
	}
	return x.next(ctx, *x.beside, from, nil)
}

// inMemory makes a generation that leaves nothing on the disk.
func (x *Index) inMemory(ctx context.Context) (*generation, error) {
	c, err := x.compare(ctx, nil)
	if err != nil {
		return nil, err
	}
	w := &writing{index: x, comparison: c}
	w.begin()
	g := &generation{private: true}
	if g.corpus, err = corpus.Memory(ctx, w.sources()); err != nil {
		return nil, err
	}
	w.merge()
	g.manifest = &w.manifest
	return g, nil
}

// besidePrefix is what private shelves are named among the temporary files.
const besidePrefix = "gitmem-index-"

// makeBeside makes the private shelf. It is locked as long as this process
// lives, so that the next one to make its own can tell which are left over.
func (x *Index) makeBeside(ctx context.Context) error {
	if err := x.at("index.beside", os.TempDir()); err != nil {
		return err
	}
	removeLeftOver(ctx)
	dir, err := os.MkdirTemp("", besidePrefix)
	if err != nil {
		return err
	}
	s := &shelf{dir: dir, private: true}
	if s.release, err = repo.TryLockFile(ctx, s.lock(), 0); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	x.beside = s
	return nil
}

// removeLeftOver removes the private shelves of processes that are dead.
func removeLeftOver(ctx context.Context) {
	all, _ := filepath.Glob(filepath.Join(os.TempDir(), besidePrefix+"*"))
	for _, dir := range all {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			continue
		}
		if release, err := repo.TryLockFile(ctx, shelf{dir: dir}.lock(), 0); err == nil {
			release()
			_ = os.RemoveAll(dir)
		}
	}
}

// leaveBeside ends a bypass: the shelf is up to date again, or nobody searches
// any more.
func (x *Index) leaveBeside() error {
	err := keep(&x.private, nil)
	if x.beside != nil {
		x.beside.release()
		err = errors.Join(err, os.RemoveAll(x.beside.dir))
		x.beside = nil
	}
	return err
}

// distrust notes that a generation failed though it looked whole: the next look
// builds it anew.
func (x *Index) distrust(g *generation) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !g.private {
		x.failed = g.number
		return
	}
	if x.private == g {
		_ = keep(&x.private, nil)
	}
}
