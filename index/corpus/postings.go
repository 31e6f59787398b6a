package corpus

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// piece is one segment of the index, with what reading it needs and what the
// next term can use again. It serves one search at a time.
type piece struct {
	from         uint32 // number of its first document
	deleted      *roaring.Bitmap
	text, labels segment.TermDictionary
	list         segment.PostingsList
	iterator     segment.PostingsIterator
}

// pieces opens the dictionaries of all segments.
func (c *Corpus) pieces() ([]piece, error) {
	segments := c.reader.Segments()
	all := make([]piece, len(segments))
	from := uint32(0)
	for i, s := range segments {
		p := piece{from: from, deleted: c.hide(s.Deleted(), from, uint32(s.FullSize()))}
		var err error
		if p.text, err = s.Segment().Dictionary(textField); err != nil {
			return nil, err
		}
		if p.labels, err = s.Segment().Dictionary(labelField); err != nil {
			return nil, err
		}
		all[i] = p
		from += uint32(s.FullSize())
	}
	if c.above == nil || c.above.reader == nil {
		return all, nil
	}
	above, err := c.above.pieces()
	for i := range above {
		above[i].from += from
	}
	return append(all, above...), err
}

// find looks a term up, and gives in how many documents it occurs that are not gone.
func (p *piece) find(dict segment.TermDictionary, term []byte) (int, error) {
	list, err := dict.PostingsList(term, p.deleted, p.list)
	if err != nil {
		return 0, err
	}
	p.list = list
	return int(list.Count()), nil
}

// posting is one document of a list.
type posting interface {
	Number() uint64
	Frequency() uint64
	Norm() float64
}

// visit visits what find found.
func (p *piece) visit(ctx context.Context, counts bool, visit func(doc uint32, at posting)) error {
	p.iterator = p.list.Iterator(counts, counts, false, p.iterator)
	for n := 0; ; n++ {
		next, err := p.iterator.Next()
		if err != nil || next == nil {
			return err
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		visit(p.from+uint32(next.Number()), next)
	}
}
