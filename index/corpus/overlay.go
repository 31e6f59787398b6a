package corpus

import (
	"context"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Overlay gives the corpus as it would be without some documents and with
// others, which are kept in memory; stats are the sums that it then has. Nothing
// is written. The corpus below must stay open as long as the overlay is, and a
// document with the id of another must be named as gone.
func (c *Corpus) Overlay(ctx context.Context, gone []string, added []*Prepared, stats Stats) (over *Corpus, err error) {
	defer recovered(c.dir, &err)
	hidden, err := c.numbersOf(gone)
	if err != nil {
		return nil, err
	}
	above, err := Memory(ctx, sourcesOf(added))
	if err != nil {
		return nil, err
	}
	return &Corpus{
		dir: c.dir, stats: stats, reader: c.reader, capacity: c.capacity + above.capacity, hidden: hidden, below: c.capacity, above: above,
	}, nil
}

func sourcesOf(added []*Prepared) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		for _, p := range added {
			if !yield(func() (*Prepared, error) { return p, nil }) {
				return
			}
		}
	}
}

// numbersOf gives the numbers of documents.
func (c *Corpus) numbersOf(ids []string) ([]uint32, error) {
	var numbers []uint32
	for _, id := range ids {
		internal, err := c.reader.InternalID(id)
		if err != nil {
			return nil, err
		}
		if internal == nil {
			return nil, &DamagedError{Dir: c.dir, Reason: id + " is not in it"}
		}
		numbers = append(numbers, uint32(internal.Value()))
	}
	slices.Sort(numbers)
	return numbers, nil
}

// hide gives what is deleted in a piece of so many documents, and what the
// overlay hides there.
func (c *Corpus) hide(deleted *roaring.Bitmap, from, size uint32) *roaring.Bitmap {
	first, _ := slices.BinarySearch(c.hidden, from)
	last, _ := slices.BinarySearch(c.hidden, from+size)
	if first == last {
		return deleted
	}
	all := roaring.New()
	if deleted != nil {
		all.Or(deleted)
	}
	for _, number := range c.hidden[first:last] {
		all.Add(number - from)
	}
	return all
}
