package candidates

import (
	"bytes"
	"slices"
	"strings"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/repo"
)

// Detachment is what takes a session out of the candidates and settled jobs
// that name it. What they say and quote stays.
type Detachment struct {
	Changes          []repo.Change
	Candidates, Jobs []memfile.ID
}

// PlanDetach plans to take a session and its messages out of every candidate,
// open and settled, and every settled job that names it. It is for a plan of
// Run. A file that somebody saved by hand and did not commit stops it there, as
// a *repo.DriftError; memfile.Faults name one that cannot be read.
func (d *Desk) PlanDetach(session string) (Detachment, error) {
	var out Detachment
	r, err := d.reader()
	if err != nil {
		return out, err
	}
	k, err := r.known()
	if err != nil {
		return out, err
	}
	p := detaching{desk: d, view: r.view, session: session}
	k.lines("", func(l knownLine) { p.want(l.path(), l.Blob) })
	out.Candidates = p.detach(detachedCandidate)
	jobs, err := d.knownJobs()
	if err != nil {
		return out, err
	}
	jobs.Visit("", func(l known.Line) {
		if j, ok := readKnownJob(l); ok {
			p.want(j.Path, j.Blob)
		}
	})
	out.Jobs = p.detach(detachedJob)
	out.Changes = p.changes
	return out, p.err
}

// detaching is one detachment under way.
type detaching struct {
	desk    *Desk
	view    repo.View
	session string
	wanted  []string // paths of files that hold the name of the session
	changes []repo.Change
	err     error
}

// want notes a record that may name the session. Its name stands in the file
// as it is, unless YAML writes it another way.
func (p *detaching) want(path, blob string) {
	if p.err != nil {
		return
	}
	data, err := p.desk.Store.BlobData(blob)
	if err != nil {
		p.err = err
		return
	}
	if !plainWord(p.session) || bytes.Contains(data, []byte(p.session)) {
		p.wanted = append(p.wanted, path)
	}
}

func plainWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.' && r != '_'
	})
}

// detach changes the files that are wanted, as they are committed, and gives
// the ids of those that named the session.
func (p *detaching) detach(without func(path string, data []byte, session string) (memfile.ID, []byte, error)) []memfile.ID {
	paths := p.wanted
	p.wanted = nil
	slices.Sort(paths)
	var ids []memfile.ID
	for _, path := range paths {
		if p.err != nil {
			return nil
		}
		data, there, err := p.view.File(path)
		if err != nil || !there { // a person deleted it, and committed that
			p.err = err
			continue
		}
		id, after, err := without(path, data, p.session)
		if err != nil {
			p.err = err
			return nil
		}
		if after != nil {
			ids, p.changes = append(ids, id), append(p.changes, repo.Change{Path: path, Before: repo.Of(data), After: repo.Of(after)})
		}
	}
	return ids
}

// detachedCandidate is a candidate's file without a session, nil where it names
// another one.
func detachedCandidate(path string, data []byte, session string) (memfile.ID, []byte, error) {
	file, err := memfile.ParseCandidate(path, data)
	if err != nil {
		return "", nil, err
	}
	c := file.Candidate()
	if c.Source.Session != session {
		return c.ID, nil, nil
	}
	c.Source.Session, c.Source.Message = "", ""
	after, err := file.Update(c)
	return c.ID, after, err
}

func detachedJob(path string, data []byte, session string) (memfile.ID, []byte, error) {
	file, err := memfile.ParseJob(path, data)
	if err != nil {
		return "", nil, err
	}
	j := file.Job()
	if j.Session != session {
		return j.ID, nil, nil
	}
	j.Session, j.Message = "", ""
	after, err := file.Update(j)
	return j.ID, after, err
}
