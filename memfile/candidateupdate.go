package memfile

import "slices"

// Update gives the file with what differs between its candidate and c. Only the bytes of those keys and, if the content
// differs, of the body change; comments, order, spacing and quotes of all else stay. Keys that are new stand where a new
// file has them. The error is a *Fault of a file whose keys do not stand on lines of their own, or says that c cannot be
// written.
func (f *CandidateFile) Update(c Candidate) ([]byte, error) {
	c = c.normal()
	var body *string
	if f.candidate.Content != c.Content {
		text := bodyOf(c)
		body = &text
	}
	data, err := f.spliced(f.candidate, c, candidateKeys, body)
	if err != nil {
		return nil, err
	}
	again, err := ParseCandidate(f.front.path, data)
	if err != nil || !sameCandidate(again.candidate, c) {
		return nil, f.unlike(err)
	}
	return data, nil
}

func sameCandidate(a, b Candidate) bool {
	return len(differing(a, b, candidateKeys)) == 0 && a.Content == b.Content
}

// OwnKeys gives a fault for each of gitmem's own keys in which the present file differs from the committed one: a status,
// a snapshot or an id that somebody wrote by hand.
func OwnKeys(committed, present *CandidateFile) []*Fault {
	own := candidateKeys[slices.Index(candidateKeys, firstOwnKey):]
	return present.ownKeys(committed.candidate, present.candidate, own,
		"the body, decision, action, locator, section, reason and confidence")
}
