package index

import (
	"context"
	"errors"
	"fmt"

	"gitmem/index/corpus"
	"gitmem/repo"
	"gitmem/repo/durable"
)

// current gives a generation that tells of the files as they stand, with the
// manifest to read it by, and what ends its use.
func (x *Index) current(ctx context.Context) (*generation, *manifest, func(), error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	g, err := x.catchUp(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	g.users++
	if !g.private && x.private != nil {
		_ = x.leaveBeside()
	}
	done := func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		_ = g.leave()
	}
	return g, g.manifest, done, nil
}

// catchUp gives the newest generation, and writes one where the files are no
// longer those that it was made of.
func (x *Index) catchUp(ctx context.Context) (*generation, error) {
	g, err := x.newest()
	var c *comparison
	if err == nil && g != nil {
		if o, err := x.overlaidOn(ctx, g); err != nil || o != nil {
			return o, err
		}
		if c, err = x.compare(ctx, g); err != nil {
			return nil, err
		}
		if c.empty() {
			return x.refresh(ctx, g, c), nil
		}
		if x.few(c) && g.manifest.stats.Documents > 0 {
			if o, err := x.overlay(ctx, g, c); err == nil || ctx.Err() != nil {
				return o, err
			}
		}
	}
	if err == nil || damaged(err) {
		if g, err = x.write(ctx, c); err == nil {
			return g, nil
		}
	}
	if ctx.Err() != nil {
		return nil, err
	}
	return x.bypass(ctx, err)
}

// newest opens the newest generation of the shelf, and keeps it open.
func (x *Index) newest() (*generation, error) {
	g, err := x.shelf.newest(x.public)
	if err == nil && g != nil && g.number == x.failed {
		err = &corpus.DamagedError{Dir: g.dir, Reason: "it could not be read"}
	}
	if err != nil {
		return nil, err
	}
	return g, keep(&x.public, g)
}

// damaged tells of an index that must be built anew.
func damaged(err error) bool {
	var d *corpus.DamagedError
	return errors.As(err, &d) || errors.Is(err, errMissing)
}

// errReadOnly is why an index is bypassed that must not be written.
var errReadOnly = errors.New("it is not to be written")

// write writes the next generation to the shelf. c is the comparison that asks
// for it, nil where there is none; if another process wrote meanwhile, the
// files are compared again: it may have done the work.
func (x *Index) write(ctx context.Context, c *comparison) (*generation, error) {
	if x.o.ReadOnly {
		return nil, errReadOnly
	}
	release, err := x.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	g, err := x.newest()
	if err == nil && g == nil {
		err = x.missing()
	}
	if damaged(err) {
		x.tell(fmt.Sprintf("the search index is built anew from the files: %v", err))
		g, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	if g, err = x.next(ctx, x.shelf, g, c); err != nil {
		return nil, err
	}
	return g, keep(&x.public, g)
}

// lock takes the right to write to the shelf. Where somebody kept it all the
// time, the next attempt does not wait.
func (x *Index) lock(ctx context.Context) (func(), error) {
	if err := x.at("index.lock", x.shelf.dir); err != nil {
		return nil, err
	}
	if err := durable.MakeFolder(x.shelf.dir); err != nil {
		return nil, err
	}
	wait := x.o.Wait
	if x.busy {
		wait = 0
	}
	release, err := repo.TryLockFile(ctx, x.shelf.lock(), wait)
	x.busy = errors.Is(err, repo.ErrLockBusy)
	return release, err
}

// mostTouched is up to how many files whose stamp alone changed are read in
// every search, before a new manifest is written.
const mostTouched = 32

// refresh notes the new stamps of files whose bytes are the same: on the shelf
// where they are many, else for this process alone.
func (x *Index) refresh(ctx context.Context, g *generation, c *comparison) *generation {
	if c.touched > mostTouched && !x.o.ReadOnly {
		if next, err := x.write(ctx, c); err == nil {
			return next
		}
	}
	if c.touched > 0 {
		g.manifest = c.refreshed()
	}
	return g
}
