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
	before, err := m.texts(p.Before)
	if err != nil {
		return err
	}
	after, err := m.texts(p.After)
	if err != nil {
		return err
	}
	added := withoutShared(after, before)
	if r.ByHand && len(c.Parents) > 1 {
		if added, err = m.notMerged(added, c); err != nil {
			return err
		}
	}
	r.Added, r.Removed = digestsOf(added), digestsOf(withoutShared(before, after))
	return nil
}

// notMerged are the entries that no further parent of a merge has.
func (m *recordMaker) notMerged(added []string, c *gitdir.Commit) ([]string, error) {
	trees, err := m.parentTrees(c)
	if err != nil {
		return nil, err
	}
	for _, tree := range trees[1:] {
		blob, err := blobAt(m.s.Git, tree, ResidentPath)
		if err != nil {
			return nil, err
		}
		other, err := m.texts(blob)
		if err != nil {
			return nil, err
		}
		added = withoutShared(added, other)
	}
	return added, nil
}

// texts are those of the entries of a resident file, by its blob id. A file
// that cannot be parsed has none.
func (m *recordMaker) texts(blob string) ([]string, error) {
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
	var out []string
	if resident, err := memfile.ParseResident(ResidentPath, data); err == nil {
		for _, e := range resident.Entries() {
			out = append(out, e.Text)
		}
	}
	if len(m.entries) > 16 || m.entries == nil {
		m.entries = map[string][]string{}
	}
	m.entries[blob] = out
	return out, nil
}

func digestsOf(texts []string) []EntryDigest {
	var out []EntryDigest
	for _, t := range texts {
		out = append(out, DigestEntry(t))
	}
	return out
}

// withoutShared are the texts of a that b does not hold, each as often as it
// stands more often in a.
func withoutShared(a, b []string) []string {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	left := map[string]int{}
	for _, t := range b {
		left[t]++
	}
	var out []string
	for _, t := range a {
		if left[t] == 0 {
			out = append(out, t)
		} else {
			left[t]--
		}
	}
	return out
}
