package memfile

import (
	"fmt"
	"reflect"
	"slices"
)

// Update gives the file with what differs between its candidate and c. Only the bytes of those keys and, if the content
// differs, of the body change; comments, order, spacing and quotes of all else stay. Keys that are new stand where a new
// file has them. The error is a *Fault of a file whose keys do not stand on lines of their own, or says that c cannot be
// written.
func (f *CandidateFile) Update(c Candidate) ([]byte, error) {
	c = c.normal()
	was := f.candidate
	var changes []change
	for i, key := range candidateKeys {
		before, stood := was.written(key)
		after, stands := c.written(key)
		if stood == stands && reflect.DeepEqual(before, after) {
			continue
		}
		changes = append(changes, change{key: key, value: after, remove: !stands, note: c.note(key), behind: candidateKeys[:i]})
	}
	var body *string
	if was.Content != c.Content {
		text := bodyOf(c)
		body = &text
	}
	return f.proved(c, changes, body)
}

// proved splices and reads the result back, so that what is written is what was meant.
func (f *CandidateFile) proved(c Candidate, changes []change, body *string) ([]byte, error) {
	if len(changes) == 0 && body == nil {
		return f.front.data, nil
	}
	data, err := f.front.spliced(changes, body)
	if err != nil {
		return nil, err
	}
	again, err := ParseCandidate(f.front.path, data)
	if err != nil {
		return nil, fmt.Errorf("the change would not leave a candidate: %w", err)
	}
	if got := again.candidate; !sameCandidate(got, c) {
		return nil, fmt.Errorf("%s: the change cannot be written so that it reads back the same", f.front.path)
	}
	return data, nil
}

func sameCandidate(a, b Candidate) bool {
	return len(differing(a, b, candidateKeys)) == 0 && a.Content == b.Content
}

// differing gives the keys in which two candidates differ.
func differing(a, b Candidate, keys []string) []string {
	var out []string
	for _, key := range keys {
		va, oka := a.written(key)
		vb, okb := b.written(key)
		if oka != okb || !reflect.DeepEqual(va, vb) {
			out = append(out, key)
		}
	}
	return out
}

// OwnKeys gives a fault for each of gitmem's own keys in which the present file differs from the committed one: a status,
// a snapshot or an id that somebody wrote by hand.
func OwnKeys(committed, present *CandidateFile) []*Fault {
	own := candidateKeys[slices.Index(candidateKeys, firstOwnKey):]
	var faults Faults
	for _, key := range differing(committed.candidate, present.candidate, own) {
		faults = append(faults, present.Fault(key, RuleOwnKey, "the key "+key+" is gitmem's own and was changed by hand",
			"put back what is committed; a person may change the body, decision, action, locator, section, reason and confidence"))
	}
	faults.err()
	return faults
}
