package memfile

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Keys of a candidate, in the order in which a new file has them.
var candidateKeys = []string{
	"decision", "action", "locator", "section", "reason", "confidence", "operations",
	"gitmem", "id", "kind", "scope", "status", "actor", "source", "evidence", "target", "created", "updated",
	"decided", "effect", "undo", "diagnostic",
}

// firstOwnKey is where gitmem's own keys begin, which a person must not change.
const firstOwnKey = "gitmem"

// CandidateFile is a parsed candidate together with its bytes. It never changes.
type CandidateFile struct {
	recordFile
	candidate Candidate
}

// ParseCandidate reads the file of a memory candidate. The error is Faults: everything that is wrong, with line and column.
// Whether action and fields fit each other is not looked at: see [Edit.Check].
func ParseCandidate(path string, data []byte) (*CandidateFile, error) {
	front, err := ParseFrontMatter(path, data)
	if err != nil {
		return nil, err
	}
	d := candidateReader{decoder: decoder{path: path}}
	d.read(front.root)
	d.body(front)
	if err := front.unspliceable(); err != nil {
		d.faults = append(d.faults, err.(*Fault))
	}
	if len(d.faults) > 0 {
		return nil, d.faults.err()
	}
	return &CandidateFile{recordFile{front}, d.c}, nil
}

// Candidate gives what the file says, as a copy that may be changed.
func (f *CandidateFile) Candidate() Candidate { return f.candidate.clone() }

// NameFault reports a file whose name is not its id, nil if it is.
func (f *CandidateFile) NameFault() *Fault { return f.nameFault(string(f.candidate.ID) + ".md") }

// CandidatePath gives the place of a candidate's file in its store: candidates/<id>.md while it is open, in the folder of
// the day of its creation once it is settled.
func CandidatePath(c Candidate) string {
	name := string(c.ID) + ".md"
	if !Settled(c.Status) {
		return path.Join("candidates", name)
	}
	return path.Join("candidates", c.Created.UTC().Format("2006/01/02"), name)
}

// ParseDecision reads what a person wrote behind decision: the verb is "", "approve" or "reject", a reason may follow
// reject. The error says what was written.
func ParseDecision(s string) (verb, reason string, err error) {
	verb, reason, _ = strings.Cut(strings.TrimSpace(s), " ")
	verb, reason = strings.ToLower(strings.TrimSuffix(verb, ":")), strings.TrimSpace(reason)
	switch {
	case verb == "" || verb == "approve" && reason == "" || verb == "reject":
		return verb, reason, nil
	case verb == "approve":
		return "", "", errors.New("nothing may follow approve")
	}
	return "", "", fmt.Errorf("the decision %q is not known", clip(s, 40))
}
