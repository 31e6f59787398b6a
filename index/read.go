package index

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"sync"
)

// compare compares the files with a generation, nil for none, and reads those
// whose stamp leaves a doubt.
func (x *Index) compare(ctx context.Context, g *generation) (*comparison, error) {
	var known *manifest
	if g != nil {
		known = g.manifest
	}
	c, err := compare(x.store, known)
	if err != nil {
		return nil, err
	}
	c.with = g
	return c, x.settle(ctx, c)
}

// settle reads the suspects of which something is known, and clears those that
// are the same.
func (x *Index) settle(ctx context.Context, c *comparison) error {
	same := make([]bool, len(c.suspects))
	err := parallel(ctx, len(c.suspects), func(i int) (err error) {
		same[i], err = x.unchanged(c.suspects[i], c.twice(c.suspects[i]))
		return err
	})
	if err != nil {
		return err
	}
	changed := c.suspects[:0]
	for i, s := range c.suspects {
		if !same[i] {
			changed = append(changed, s)
		} else if s.known.stamp != (stamp{}) {
			c.touched++
		}
	}
	c.suspects = changed
	return x.settleResident(c)
}

// unchanged tells whether a file has the bytes that are known of it, and is
// still as single or as doubled.
func (x *Index) unchanged(s suspect, twice bool) (bool, error) {
	switch {
	case s.known == nil || (s.known.state == doubled) != twice:
		return false, nil
	case s.known.stamp == stamp{}: // it could not be read
		_, err := readFile(x.store, s.now.path())
		return unreadable(err), nil
	case s.known.size != s.now.size:
		return false, nil
	}
	data, err := readFile(x.store, s.now.path())
	if errors.Is(err, fs.ErrNotExist) || unreadable(err) {
		return false, nil
	}
	return err == nil && blobOf(data) == s.known.blob, err
}

// settleResident clears the resident file if its bytes and its base are known.
func (x *Index) settleResident(c *comparison) error {
	if !c.resident || c.base != c.known.resident.base {
		return nil
	}
	blob, err := residentBlob(x.store)
	if err != nil {
		return err
	}
	if blob == c.known.resident.blob {
		c.resident = false
		c.touched++
	}
	return nil
}

// parallel calls a function for each number below n, on all processors, until
// one fails.
func parallel(ctx context.Context, n int, call func(i int) error) error {
	workers := min(runtime.GOMAXPROCS(0), n)
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := w; i < n && errs[w] == nil; i += workers {
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = call(i)
				}
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}
