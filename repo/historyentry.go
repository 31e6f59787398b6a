package repo

import (
	"crypto/sha256"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// EntryDigest stands for the text of an entry, so that entries can be followed
// through a history without reading them.
type EntryDigest [16]byte

// DigestEntry cuts the digest from the SHA-256 of an entry's text.
func DigestEntry(text string) EntryDigest {
	sum := sha256.Sum256([]byte(text))
	return EntryDigest(sum[:16])
}

// compareEntries notes which entries of the resident file came and went. Of a
// merge, an entry that stands in any parent did not come with it.
func (m *recordMaker) compareEntries(r *Record, c *gitdir.Commit) error {
	p, ok := r.path(ResidentPath)
	if !ok {
		return nil
	}
	before, err := m.digests(p.Before)
	if err != nil {
		return err
	}
	after, err := m.digests(p.After)
	if err != nil {
		return err
	}
	r.Added, r.Removed = withoutShared(after, before), withoutShared(before, after)
	if !r.ByHand || len(c.Parents) < 2 {
		return nil
	}
	return m.leaveOutMerged(r, c)
}

// leaveOutMerged takes the entries out of a merge's own that another of its
// parents has.
func (m *recordMaker) leaveOutMerged(r *Record, c *gitdir.Commit) error {
	trees, err := m.parentTrees(c)
	if err != nil {
		return err
	}
	for _, tree := range trees[1:] {
		blob, err := blobAt(m.s.Git, tree, ResidentPath)
		if err != nil {
			return err
		}
		other, err := m.digests(blob)
		if err != nil {
			return err
		}
		r.Added = withoutShared(r.Added, other)
	}
	return nil
}

// digests are those of the entries of a resident file, by its blob id. A file
// that cannot be parsed has none.
func (m *recordMaker) digests(blob string) ([]EntryDigest, error) {
	if !plumbing.IsHash(blob) {
		return nil, nil // absent, or a forged trailer
	}
	if known, ok := m.entries[blob]; ok {
		return known, nil
	}
	data, err := m.s.BlobData(blob)
	if err != nil {
		return nil, err
	}
	out := entryDigests(data)
	if len(m.entries) > 16 || m.entries == nil {
		m.entries = map[string][]EntryDigest{}
	}
	m.entries[blob] = out
	return out, nil
}

func entryDigests(data []byte) []EntryDigest {
	resident, err := memfile.ParseResident(ResidentPath, data)
	if err != nil {
		return nil
	}
	var out []EntryDigest
	for _, e := range resident.Entries() {
		out = append(out, DigestEntry(e.Text))
	}
	return out
}

// withoutShared are the digests of a that b does not hold, each as often as it
// stands more often in a.
func withoutShared(a, b []EntryDigest) []EntryDigest {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	left := map[EntryDigest]int{}
	for _, d := range b {
		left[d]++
	}
	var out []EntryDigest
	for _, d := range a {
		if left[d] == 0 {
			out = append(out, d)
		} else {
			left[d]--
		}
	}
	return out
}
