package corpus

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// boltTimeout bounds the waiting for a folder that somebody writes against the
// rule of the package; without it bleve would wait for ever.
const boltTimeout = "1s"

// Corpus is an index that is open for searching, by several goroutines at once.
type Corpus struct {
	dir      string
	stats    Stats
	engine   bleve.Index
	reader   *scorch.IndexSnapshot
	capacity int // documents, those that are gone among them
	scratch  sync.Pool
	queue    *bleve.AnalysisQueue // in memory only

	// An overlay has, besides the reader of the corpus below, which it does not
	// own, documents above it and a sorted list of those that it hides.
	above  *Corpus
	below  int // capacity of the corpus below
	hidden []uint32

	closed bool
}

// Open opens the corpus in a folder for reading. stats are those that Build or
// Change gave; where they do not fit, the error is *DamagedError.
func Open(dir string, stats Stats) (c *Corpus, err error) {
	defer recovered(dir, &err)
	if stats.Documents == 0 {
		return &Corpus{dir: dir}, nil
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	engine, err := scorch.NewScorch(scorch.Name, map[string]any{"path": dir, "read_only": true, "bolt_timeout": boltTimeout}, nil)
	if err != nil {
		return nil, err
	}
	if err := engine.Open(); err != nil {
		return nil, &DamagedError{Dir: dir, Reason: err.Error()}
	}
	c = &Corpus{dir: dir, stats: stats, engine: engine}
	if err := c.read(); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// Memory makes a corpus that leaves nothing on the disk.
func Memory(ctx context.Context, sources iter.Seq[Source]) (*Corpus, error) {
	queue := bleve.NewAnalysisQueue(1)
	engine, err := scorch.NewScorch(scorch.Name, map[string]any{"path": ""}, queue)
	if err != nil {
		queue.Close()
		return nil, err
	}
	c := &Corpus{dir: "memory", engine: engine, queue: queue}
	if err := engine.Open(); err != nil {
		return nil, err
	}
	for batch, err := range prepared(ctx, sources) {
		if err == nil {
			err = engine.Batch(batchOf(nil, batch))
		}
		if err != nil {
			_ = c.Close()
			return nil, err
		}
		c.stats.count(batch)
	}
	if err := c.read(); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// read takes the snapshot that is searched, and compares it with the sums.
func (c *Corpus) read() error {
	reader, err := c.engine.Reader()
	if err != nil {
		return err
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return fmt.Errorf("%s: bleve gives a reader of another kind: %T", c.dir, reader)
	}
	c.reader = snapshot
	live, err := snapshot.DocCount()
	if err != nil {
		return err
	}
	if int(live) != c.stats.Documents {
		return &DamagedError{Dir: c.dir, Reason: fmt.Sprintf("it holds %d documents instead of %d", live, c.stats.Documents)}
	}
	for _, s := range snapshot.Segments() {
		c.capacity += int(s.FullSize())
	}
	return nil
}

// Stats are the sums over the documents.
func (c *Corpus) Stats() Stats { return c.stats }

// Segments is of how many pieces the index consists.
func (c *Corpus) Segments() int {
	if c.reader == nil {
		return 0
	}
	n := len(c.reader.Segments())
	if c.above != nil {
		n += c.above.Segments()
	}
	return n
}

// Close frees everything. No search may be under way.
func (c *Corpus) Close() (err error) {
	if c.above != nil && !c.closed {
		c.closed = true
		return c.above.Close()
	}
	if c.engine == nil || c.closed {
		c.closed = true
		return nil
	}
	c.closed = true
	if c.reader != nil {
		err = c.reader.Close()
	}
	if cerr := c.engine.Close(); err == nil {
		err = cerr
	}
	if c.queue != nil {
		c.queue.Close()
	}
	return err
}
