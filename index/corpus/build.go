package corpus

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Source makes one document. Several are called at once, so that reading and
// analysing use all processors. It gives nil where there is nothing to find.
type Source func() (*Prepared, error)

// Stats are the sums that ranking needs; the folder does not keep them.
type Stats struct {
	Documents int
	Words     int64 // of all documents
}

// batchSize is how many documents are analysed, and become a segment, at a time.
const batchSize = 1000

// mergeMost is how many segments the builder joins at a time.
const mergeMost = 32

// Build writes a corpus of all sources into a folder that does not exist yet;
// work that is thrown away at its end lies beside it in the same parent. No
// folder is made where there is no document. Everything is synced.
func Build(ctx context.Context, dir string, sources iter.Seq[Source]) (stats Stats, err error) {
	defer recovered(dir, &err)
	b := &building{dir: dir}
	defer b.abandon()
	for batch, err := range prepared(ctx, sources) {
		if err != nil {
			return stats, err
		}
		if err := b.add(batch); err != nil {
			return stats, fmt.Errorf("%s: %w", dir, err)
		}
		stats.count(batch)
	}
	return stats, b.close()
}

func (s *Stats) count(batch []*Prepared) {
	for _, p := range batch {
		s.Documents++
		s.Words += int64(p.Words)
	}
}

// building is bleve's offline builder, which is not made before there is a document.
type building struct {
	dir     string
	work    string // the builder's own folder
	builder *scorch.Builder
}

func (b *building) add(batch []*Prepared) error {
	if b.builder == nil {
		if err := b.start(); err != nil {
			return err
		}
	}
	for _, p := range batch {
		if err := b.builder.Index(p); err != nil {
			return err
		}
	}
	return nil
}

func (b *building) start() (err error) {
	if b.work, err = os.MkdirTemp(filepath.Dir(b.dir), ".build-"); err != nil {
		return err
	}
	b.builder, err = scorch.NewBuilder(map[string]any{
		"path": b.dir, "buildPathPrefix": b.work, "batchSize": batchSize, "mergeMax": mergeMost,
	})
	return err
}

func (b *building) close() error {
	if b.builder == nil {
		return nil
	}
	return b.builder.Close()
}

func (b *building) abandon() {
	if b.work != "" {
		_ = os.RemoveAll(b.work)
	}
}

// prepared runs the sources, a batch at a time; while one batch is used, the
// next is prepared.
func prepared(ctx context.Context, sources iter.Seq[Source]) iter.Seq2[[]*Prepared, error] {
	type result struct {
		batch []*Prepared
		err   error
	}
	return func(yield func([]*Prepared, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		results := make(chan result)
		go func() {
			defer close(results)
			for chunk := range chunks(sources) {
				batch, err := run(ctx, chunk)
				select {
				case results <- result{batch, err}:
				case <-ctx.Done():
				}
				if err != nil || ctx.Err() != nil {
					return
				}
			}
		}()
		defer func() {
			stop()
			for range results {
			}
		}()
		for r := range results {
			if !yield(r.batch, r.err) || r.err != nil {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// chunks cuts the sources into groups of a batch.
func chunks(sources iter.Seq[Source]) iter.Seq[[]Source] {
	return func(yield func([]Source) bool) {
		chunk := make([]Source, 0, batchSize)
		for s := range sources {
			if chunk = append(chunk, s); len(chunk) == batchSize {
				if !yield(chunk) {
					return
				}
				chunk = make([]Source, 0, batchSize)
			}
		}
		if len(chunk) > 0 {
			yield(chunk)
		}
	}
}

// run calls the sources of a chunk, several at once, and keeps their order.
func run(ctx context.Context, chunk []Source) ([]*Prepared, error) {
	workers := min(runtime.GOMAXPROCS(0), len(chunk))
	all, errs := make([]*Prepared, len(chunk)), make(chan error, workers)
	for w := range workers {
		go func() {
			errs <- func() (err error) {
				defer recovered("a document", &err)
				for i := w; i < len(chunk) && err == nil && ctx.Err() == nil; i += workers {
					all[i], err = chunk[i]()
				}
				return err
			}()
		}()
	}
	var first error
	for range workers {
		if err := <-errs; first == nil {
			first = err
		}
	}
	if first == nil {
		first = ctx.Err()
	}
	return present(all), first
}

func present(all []*Prepared) []*Prepared {
	kept := all[:0]
	for _, p := range all {
		if p != nil {
			kept = append(kept, p)
		}
	}
	return kept
}
