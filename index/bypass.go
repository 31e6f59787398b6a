package index

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gitmem/index/corpus"
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
		if err := x.at("index.beside", os.TempDir()); err != nil {
			return nil, err
		}
		dir, err := os.MkdirTemp("", "gitmem-index-")
		if err != nil {
			return nil, err
		}
		x.beside = &shelf{dir: dir, private: true}
	}
	from := x.private
	if from == nil && x.public != nil && x.public.number != x.failed {
		from = x.public
	}
	return x.next(ctx, *x.beside, from)
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
