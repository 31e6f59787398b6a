package candidates

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/repo"
)

// knownJobForm names the form of the lines that are kept of settled jobs:
// outcome, time of the settlement, path, blob.
const knownJobForm = "jobs 1"

// knownJob is one settled job as its last operation left it.
type knownJob struct {
	ID       memfile.ID
	Outcome  string
	Finished string // as in the file: it sorts as it stands
	Path     string
	Blob     string
}

func readKnownJob(l known.Line) (knownJob, bool) {
	if len(l.Fields) != 4 {
		return knownJob{}, false
	}
	return knownJob{ID: l.ID, Outcome: l.Fields[0], Finished: l.Fields[1], Path: l.Fields[2], Blob: l.Fields[3]}, true
}

// SettledJob finds a settled job by its whole id, and where its file lies; ok is
// false where no operation has settled it. It tells what operations committed:
// a file that somebody deleted or changed by hand makes no job run again.
func (d *Desk) SettledJob(id memfile.ID) (job memfile.Job, file string, ok bool, err error) {
	lines, err := d.knownJobs()
	if err != nil {
		return job, "", false, err
	}
	line, found := lines.One(id)
	k, ok := readKnownJob(line)
	if !found || !ok {
		return job, "", false, nil
	}
	job, err = d.jobAt(k)
	return job, k.Path, err == nil, err
}

// SettledJobs gives the settled jobs, the newest first, and no more than a
// limit; 0 is all of them.
func (d *Desk) SettledJobs(limit int) ([]memfile.Job, error) {
	lines, err := d.knownJobs()
	if err != nil {
		return nil, err
	}
	var all []knownJob
	lines.Visit("", func(l known.Line) {
		if k, ok := readKnownJob(l); ok {
			all = append(all, k)
		}
	})
	slices.SortFunc(all, func(a, b knownJob) int {
		return cmp.Or(strings.Compare(b.Finished, a.Finished), strings.Compare(string(a.ID), string(b.ID)))
	})
	if limit > 0 && len(all) > limit {
		all = all[:limit]
	}
	jobs := make([]memfile.Job, len(all))
	for i, k := range all {
		if jobs[i], err = d.jobAt(k); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// jobAt reads a job as its last operation left it.
func (d *Desk) jobAt(k knownJob) (memfile.Job, error) {
	data, err := d.Store.BlobData(k.Blob)
	if err != nil {
		return memfile.Job{}, err
	}
	file, err := memfile.ParseJob(k.Path, data)
	if err != nil {
		return memfile.Job{}, err
	}
	return file.Job(), nil
}

// knownJobs are what operations settled up to HEAD.
func (d *Desk) knownJobs() (known.Lines, error) {
	view, err := d.Store.View()
	if err != nil {
		return known.Lines{}, err
	}
	return jobTable(d.Store).Load(view)
}

func jobTable(s *repo.Store) known.Table {
	return known.Table{Store: s, Folder: memfile.JobFolder, Form: knownJobForm, Read: func(file, blob string) (known.Line, bool, error) {
		return jobLine(s, file, blob)
	}}
}

// jobLine reads a committed job; what is none, or damaged, has no line.
func jobLine(s *repo.Store, file, blob string) (known.Line, bool, error) {
	if !jobPath().MatchString(file) {
		return known.Line{}, false, nil
	}
	data, err := s.BlobData(blob)
	if err != nil {
		return known.Line{}, false, err
	}
	parsed, err := memfile.ParseJob(file, data)
	if err != nil || parsed.NameFault() != nil {
		return known.Line{}, false, nil
	}
	j := parsed.Job()
	return known.Line{ID: j.ID, Fields: []string{j.Outcome, j.Finished.UTC().Format(time.RFC3339), file, blob}}, true, nil
}
