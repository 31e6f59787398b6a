package index

import (
	"time"

	"gitmem/repo"
)

// coarse is how far behind its clock a system may stamp a file: one that was
// changed so shortly before it was listed may have been changed after as well.
const coarse = 50 * time.Millisecond

// doubtful tells whether a file may differ from what was known when it was last
// looked at, though its stamp is the same.
func (s stamp) doubtful(looked int64) bool {
	const second = int64(time.Second)
	since := looked - int64(coarse)
	if s.changed%second == 0 {
		since = looked - 2*second // the disk knows no fractions
	}
	return s.changed >= since && s.changed != 0
}

// suspect is a file whose bytes must be read.
type suspect struct {
	now   seen
	known *record // nil for a new file
}

// comparison is how the store differs from a manifest: as far as stamps tell,
// and after settle as far as bytes tell.
type comparison struct {
	with     *generation
	known    *manifest
	listing  listing
	looked   int64 // when it was listed
	suspects []suspect
	gone     []*record
	resident bool // it differs, or its base does
	base     blobID
	touched  int // files with a new stamp and the same bytes
	// doubled are the ids that stand under two paths; nil where no path came or
	// went, so that they are as before.
	doubled map[uint64]bool
}

// compare lists the store and compares it with what is known; nil is nothing.
func compare(store *repo.Store, known *manifest) (*comparison, error) {
	if known == nil {
		known = &manifest{}
	}
	c := &comparison{known: known, looked: time.Now().UnixNano()}
	var err error
	if c.listing, err = list(store.Root); err != nil {
		return nil, err
	}
	base, err := store.Base(repo.ResidentPath)
	if err != nil {
		return nil, err
	}
	c.base = blobFrom(base.Blob)
	c.resident = c.listing.resident != known.resident.stamp || c.base != known.resident.base || c.listing.resident.doubtful(known.looked)
	c.pair()
	return c, nil
}

// empty tells that the generation says what the files say.
func (c *comparison) empty() bool { return len(c.suspects) == 0 && len(c.gone) == 0 && !c.resident }

// twice tells whether the id of a file stands under another path as well.
func (c *comparison) twice(s suspect) bool {
	if c.doubled == nil {
		return s.known != nil && s.known.state == doubled
	}
	return c.doubled[s.now.id]
}

// pair walks along both lists, which are sorted.
func (c *comparison) pair() {
	records, moved := c.known.records, false
	for _, now := range c.listing.experiences {
		for len(records) > 0 && records[0].compare(now.place) < 0 {
			c.gone = append(c.gone, &records[0])
			records, moved = records[1:], true
		}
		if len(records) == 0 || records[0].place != now.place {
			c.suspects = append(c.suspects, suspect{now: now})
			moved = true
			continue
		}
		if records[0].stamp != now.stamp || now.doubtful(c.known.looked) {
			c.suspects = append(c.suspects, suspect{now, &records[0]})
		}
		records = records[1:]
	}
	for i := range records {
		c.gone = append(c.gone, &records[i])
		moved = true
	}
	if moved {
		c.findDoubles()
	}
}

// findDoubles finds the ids that stand under two paths, and suspects the files
// for which that is new or no more.
func (c *comparison) findDoubles() {
	once := make(map[uint64]bool, len(c.listing.experiences))
	c.doubled = map[uint64]bool{}
	for i := range c.listing.experiences {
		id := c.listing.experiences[i].id
		if once[id] {
			c.doubled[id] = true
		}
		once[id] = true
	}
	suspected := make(map[place]bool, len(c.suspects))
	for _, s := range c.suspects {
		suspected[s.now.place] = true
	}
	for _, now := range c.listing.experiences {
		r, ok := c.known.find(now.place)
		if ok && !suspected[now.place] && (r.state == doubled) != c.doubled[now.id] {
			c.suspects = append(c.suspects, suspect{now, r})
		}
	}
}

// refreshed is the manifest with the stamps of now, where nothing else changed.
func (c *comparison) refreshed() *manifest {
	m := *c.known
	m.looked, m.resident.stamp = c.looked, c.listing.resident
	m.records = make([]record, len(c.listing.experiences))
	for i, now := range c.listing.experiences {
		m.records[i] = c.known.records[i]
		if m.records[i].stamp != (stamp{}) {
			m.records[i].stamp = now.stamp
		}
	}
	return &m
}
