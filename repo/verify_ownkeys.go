package repo

import (
	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// handKeys compares the record that an operation left with the one that a
// person committed: what they changed of gitmem's own keys. ok is false where
// they made it something that is no such record.
func (v *verifier) handKeys(f seen, file string, left, stands gitdir.Hash) (faults []*memfile.Fault, ok bool, err error) {
	switch id, _, _ := recordFile(file); noun(id) {
	case "experience":
		return compareKeys(v, f, file, [2]gitdir.Hash{left, stands}, memfile.ParseExperience, memfile.ExperienceOwnKeys)
	case "feedback":
		return compareKeys(v, f, file, [2]gitdir.Hash{left, stands}, memfile.ParseFeedback, memfile.FeedbackOwnKeys)
	case "job":
		return compareKeys(v, f, file, [2]gitdir.Hash{left, stands}, memfile.ParseJob, memfile.JobOwnKeys)
	}
	return compareKeys(v, f, file, [2]gitdir.Hash{left, stands}, memfile.ParseCandidate, memfile.OwnKeys)
}

func compareKeys[F any](v *verifier, f seen, file string, blobs [2]gitdir.Hash, parse parser[F], own func(was, is F) []*memfile.Fault) ([]*memfile.Fault, bool, error) {
	was, ok, err := parsedAt(v, f, file, blobs[0], parse)
	if err != nil || !ok {
		return nil, true, err // what the operation left was reported with it
	}
	is, ok, err := parsedAt(v, f, file, blobs[1], parse)
	if err != nil || !ok {
		return nil, ok, err
	}
	return own(was, is), true, nil
}

// parser reads one kind of record.
type parser[F any] func(path string, data []byte) (F, error)

// parsedAt reads a version of a record; false where it is none, or cannot be
// read, which was reported.
func parsedAt[F any](v *verifier, f seen, file string, blob gitdir.Hash, parse parser[F]) (record F, ok bool, err error) {
	data, err := v.s.Git.Blob(blob)
	if err != nil {
		return record, false, v.unreadable(f, file, err)
	}
	record, err = parse(file, data)
	return record, err == nil, nil
}
