package candidates

import (
	"errors"
	"io/fs"

	"gitmem/memfile"
	"gitmem/repo"
)

// ruleLate is the fault of an open file whose candidate is settled: an editor
// saved it after the decision. It is kept and ignored until somebody revives
// the candidate, which takes its words, or deletes it.
const ruleLate = "candidate.late"

// late says that an open file is no more than a late save.
func late(bad *Invalid) bool { return len(bad.Faults) == 1 && bad.Faults[0].Rule == ruleLate }

// takeLate gives a settled candidate the words of a late save, and what stands
// at its open path, absent as a rule.
func (d *Desk) takeLate(c *memfile.Candidate) (repo.Bytes, error) {
	data, err := d.Store.Read(openPath(c.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return repo.Bytes{}, nil
	}
	if err != nil {
		return repo.Bytes{}, err
	}
	file, err := memfile.ParseCandidate(openPath(c.ID), data)
	if err != nil {
		return repo.Bytes{}, err
	}
	saved := file.Candidate()
	c.Edit, c.Operations, c.Reason, c.Confidence = saved.Edit, saved.Operations, saved.Reason, saved.Confidence
	return repo.Of(data), nil
}
