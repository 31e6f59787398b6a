package candidates

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"gitmem/memfile"
)

// Citations gives the evidence of every candidate that names some, as the last
// operation left it. It reads no candidate's file.
func (d *Desk) Citations() (map[memfile.ID][]memfile.ID, error) {
	view, err := d.Store.View()
	if err != nil {
		return nil, err
	}
	k, err := d.known(view)
	if err != nil {
		return nil, err
	}
	cited := map[memfile.ID][]memfile.ID{}
	k.lines("", func(l knownLine) {
		if len(l.Evidence) > 0 {
			cited[l.ID] = l.Evidence
		}
	})
	return cited, nil
}

// Citing gives the candidates that name one of these experiences as their
// evidence: open ones as they stand on disk, settled ones as the last operation
// left them, and those that so far only an unsettled operation holds.
func (d *Desk) Citing(ids ...memfile.ID) ([]Record, error) {
	r, err := d.reader()
	if err != nil {
		return nil, err
	}
	return r.citing(ids)
}

func (r *reader) citing(ids []memfile.ID) ([]Record, error) {
	k, err := r.known()
	if err != nil {
		return nil, err
	}
	var found []Record
	for _, line := range k.citing(ids) {
		rec, err := r.asRecorded(line)
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return nil, err
		}
		found = append(found, rec)
	}
	more, err := r.citingAtStake(ids, k)
	return append(found, more...), err
}

// asRecorded reads the candidate of a line. ErrNotFound where it was open and
// a person has deleted its file.
func (r *reader) asRecorded(line knownLine) (Record, error) {
	if line.Day == openDay {
		if _, err := r.desk.Store.Read(line.path()); errors.Is(err, fs.ErrNotExist) {
			return Record{}, unknown(string(line.ID))
		}
		rec, bad := r.read(line.path())
		if bad != nil {
			return rec, memfile.Faults(bad.Faults)
		}
		return rec, nil
	}
	data, err := r.desk.Store.BlobData(line.Blob)
	if err != nil {
		return Record{}, err
	}
	file, err := memfile.ParseCandidate(line.path(), data)
	if err != nil {
		return Record{}, err
	}
	return Record{Candidate: file.Candidate(), Path: line.path(), File: file, State: r.overlay(file.Candidate())}, nil
}

// citingAtStake looks at the candidates that no commit of the branch holds yet.
func (r *reader) citingAtStake(ids []memfile.ID, k knownCandidates) ([]Record, error) {
	var found []Record
	for id, op := range r.pending {
		if _, made := k.one(id); made || op.Path == "" || id.Kind() != memfile.KindCandidate {
			continue
		}
		rec, err := r.atStake(id)
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return nil, err
		}
		if meet(rec.Evidence, ids) {
			found = append(found, rec)
		}
	}
	slices.SortFunc(found, func(a, b Record) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return found, nil
}
