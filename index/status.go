package index

import (
	"context"
	"errors"
	"time"
)

// Status is what is known of the index without writing to it.
type Status struct {
	Path       string
	Generation int // 0: there is none
	Documents  int
	Segments   int // pieces of which it consists
	Bytes      int64
	Looked     time.Time // when the files were last compared for it
	CaughtUp   bool      // the next search need not write it
	Behind     int       // files that are new, changed or gone since it was written
	Problem    string    // why the next search builds it anew; empty if it is whole
}

// Status looks at the index and compares it with the files.
func (x *Index) Status(ctx context.Context) (Status, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := Status{Path: x.shelf.dir}
	g, err := x.newest()
	if err == nil && g == nil {
		err = x.missing()
	}
	if err != nil {
		if !damaged(err) {
			return s, err
		}
		s.Problem = err.Error()
	}
	if g != nil {
		s.Generation, s.Documents, s.Segments = g.number, g.manifest.stats.Documents, g.corpus.Segments()
		s.Looked = time.Unix(0, g.manifest.looked).UTC()
		var berr error
		s.Bytes, berr = g.bytes()
		err = errors.Join(berr)
	}
	c, cerr := x.compare(ctx, g)
	if cerr != nil {
		return s, cerr
	}
	s.Behind = c.changed()
	s.CaughtUp = g != nil && (c.empty() || x.few(c))
	if s.Problem != "" {
		return s, nil
	}
	return s, err
}
