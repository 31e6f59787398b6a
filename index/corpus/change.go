package corpus

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleve "github.com/blevesearch/bleve_index_api"
)

// mostSegments is from how many segments on Change joins them: every one costs
// each term of every question a look.
const mostSegments = 8

// Change takes documents out of the corpus in a folder that nobody reads, and
// puts others in; one with the id of another replaces it. It gives the sums of
// what it put in. Everything is synced. After an error the folder is worth
// nothing.
func Change(ctx context.Context, dir string, gone []string, sources iter.Seq[Source]) (added Stats, err error) {
	w, err := openWriter(dir)
	if err != nil {
		return added, err
	}
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer recovered(dir, &err)
		added, err = w.change(ctx, gone, sources)
	}()
	select {
	case err = <-done:
	case err = <-w.failed: // a goroutine of bleve died, and would be waited for without end
		return added, &DamagedError{Dir: dir, Reason: err.Error()}
	}
	if cerr := w.close(); err == nil {
		err = cerr
	}
	if err != nil {
		return added, fmt.Errorf("%s: %w", dir, err)
	}
	return added, nil
}

// writer is a folder that is open for writing.
type writer struct {
	engine *scorch.Scorch
	queue  *bleve.AnalysisQueue
	failed chan error
	dir    string
}

// neverMerge keeps bleve from joining segments in the background, where it
// would be cut off half-way by the closing: Change asks for it.
var neverMerge = map[string]any{"MaxSegmentsPerTier": 1 << 20, "FloorSegmentSize": 1}

func openWriter(dir string) (w *writer, err error) {
	defer recovered(dir, &err)
	listen()
	w = &writer{queue: bleve.NewAnalysisQueue(1), failed: make(chan error, 1), dir: dir}
	failures.Store(dir, w.failed)
	engine, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path": dir, "bolt_timeout": boltTimeout, "asyncErrorCallbackName": failureName, "scorchMergePlanOptions": neverMerge,
	}, w.queue)
	if err == nil {
		err = engine.Open()
	}
	if err != nil {
		w.forget()
		return nil, &DamagedError{Dir: dir, Reason: err.Error()}
	}
	w.engine = engine.(*scorch.Scorch)
	return w, nil
}

func (w *writer) close() error {
	defer w.forget()
	return w.engine.Close()
}

func (w *writer) forget() {
	failures.Delete(w.dir)
	w.queue.Close()
}

func (w *writer) change(ctx context.Context, gone []string, sources iter.Seq[Source]) (added Stats, err error) {
	for batch, err := range prepared(ctx, sources) {
		if err == nil {
			err = w.engine.Batch(batchOf(gone, batch))
		}
		if err != nil {
			return added, err
		}
		gone = nil
		added.count(batch)
	}
	if len(gone) > 0 {
		err = w.engine.Batch(batchOf(gone, nil))
	}
	if err == nil {
		err = w.join(ctx)
	}
	return added, err
}

// batchOf deletes first: bleve does both in one step.
func batchOf(gone []string, batch []*Prepared) *bleve.Batch {
	b := bleve.NewBatch()
	for _, id := range gone {
		b.Delete(id)
	}
	for _, p := range batch {
		b.Update(p)
	}
	return b
}

// join merges small segments once there are many.
func (w *writer) join(ctx context.Context) error {
	reader, err := w.engine.Reader()
	if err != nil {
		return err
	}
	segments := len(reader.(*scorch.IndexSnapshot).Segments())
	if err := reader.Close(); err != nil || segments <= mostSegments {
		return err
	}
	options := mergeplan.DefaultMergePlanOptions
	options.MaxSegmentsPerTier, options.FloorSegmentSize = 2, 1000
	if err := w.engine.ForceMerge(ctx, &options); err != nil {
		return err
	}
	return w.engine.SetInternal([]byte("joined"), []byte{1}) // returns when the joined ones are on the disk
}

// failureName is under what bleve finds failed.
const failureName = "gitmem"

// failures are the writers that want to know when a goroutine of bleve fails, by folder.
var failures sync.Map

// listen registers failed with bleve, which allows no more than a table of the process.
var listen = sync.OnceFunc(func() { scorch.RegistryAsyncErrorCallbacks[failureName] = failed })

func failed(err error, dir string) {
	if ch, ok := failures.Load(dir); ok {
		select {
		case ch.(chan error) <- err:
		default: // the first is enough
		}
	}
}
