package candidates

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
	"gitmem/repo/config"
)

// Problem is one thing wrong in a file. Guard says that the guard refuses it.
type Problem struct {
	*memfile.Fault
	Guard bool
}

// Check looks for what is wrong in the files of a store, or, without one, in
// the instruction files of a project. It reads nothing itself.
type Check struct {
	// Scope and Cap are those of the store; without a store Scope is empty.
	Scope string
	Cap   int
	// Committed gives what is committed at a path, from any parent of the commit
	// that is being made; nil and false where nothing is.
	Committed func(path string) ([]byte, bool, error)
	// Decided gives the status of a candidate that was decided already; nil and
	// false where none was.
	Decided func(id memfile.ID) (status string, ok bool, err error)
	// Former gives the resident file as the last operation left it.
	Former func(path string) ([]byte, bool, error)
	// Evidence gives the committed experience of an id; false where there is none.
	Evidence func(id memfile.ID) (e memfile.Experience, ok bool, err error)
}

// settledPath is where a settled candidate lies.
var settledPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^candidates/\d{4}/\d{2}/\d{2}/[^/]+$`)
})

// File checks one file by its path.
func (k Check) File(name string, data []byte) []Problem {
	switch {
	case k.Scope == "":
		return k.instructions(name, data)
	case name == repo.StoreFileName:
		return k.storeFile(name, data)
	case name == ResidentPath:
		return k.resident(name, data)
	case path.Dir(name) == Folder && strings.HasSuffix(name, ".md"), settledPath().MatchString(name):
		return k.candidate(name, data)
	case experiencePath().MatchString(name):
		return k.experience(name, data)
	case isFeedback(name):
		return k.feedback(name, data)
	case jobPath().MatchString(name):
		return k.job(name, data)
	}
	return k.other(name, data)
}

func problems(name string, err error) []Problem {
	var out []Problem
	for _, f := range invalid(name, err).Faults {
		out = append(out, Problem{Fault: f})
	}
	return out
}

func notes(faults []*memfile.Fault) []Problem {
	var out []Problem
	for _, f := range faults {
		out = append(out, Problem{Fault: f})
	}
	return out
}

// findings are the guard's, with the line at which the text begins.
func findings(name string, found []guard.Finding, line int) []Problem {
	var out []Problem
	for _, f := range found {
		if f.Warning || f.Marks {
			continue
		}
		out = append(out, Problem{Guard: true, Fault: &memfile.Fault{
			Path: name, Line: f.Line + line - 1, Column: f.Column, Rule: f.Rule, Message: f.Message, Hint: f.Hint,
		}})
	}
	return out
}

func (k Check) storeFile(name string, data []byte) []Problem {
	file, err := memfile.ParseStoreFile(name, data)
	if err != nil {
		return problems(name, err)
	}
	_, err = config.Load(config.Sources{Store: file.ID, StoreFile: name, StoreData: data})
	if err != nil {
		return problems(name, err)
	}
	return k.other(name, data)
}

// resident checks what a prompt would get: the form, the cap, every entry.
func (k Check) resident(name string, data []byte) []Problem {
	r, err := memfile.ParseResident(name, data)
	if err != nil {
		return problems(name, err)
	}
	out := notes(r.Notes())
	if need := r.Usage(); need > k.Cap && !k.shrinks(name, need) {
		out = append(out, Problem{Fault: &memfile.Fault{
			Path: name, Rule: "cap", Message: fmt.Sprintf("over the cap: need %d, cap %d", need, k.Cap),
			Hint: "consolidate or remove entries; gitmem never evicts one by itself",
		}})
	}
	if former, ok := k.former(name); ok {
		if why := memfile.Rubble(former, data); why != "" {
			out = append(out, Problem{Fault: &memfile.Fault{Path: name, Rule: "rubble", Message: why, Hint: "`gitmem diff` shows the last good version and the command that brings it back"}})
		}
	}
	for _, b := range r.Blocks() {
		if b.Kind == memfile.Blank {
			continue
		}
		out = append(out, findings(name, guard.Scan(b.Raw, guard.Resident, guard.Options{Actor: memfile.ActorUser}), b.Line)...)
	}
	return out
}

// shrinks is true for a file over its cap that is on its way down.
func (k Check) shrinks(name string, need int) bool {
	data, ok := k.former(name)
	if !ok {
		return false
	}
	former, err := memfile.ParseResident(name, data)
	return err == nil && need < former.Usage()
}

func (k Check) former(name string) ([]byte, bool) {
	if k.Former == nil {
		return nil, false
	}
	data, ok, err := k.Former(name)
	return data, ok && err == nil
}

// candidate checks the form, gitmem's own keys, and what a person wrote.
func (k Check) candidate(name string, data []byte) []Problem {
	file, err := memfile.ParseCandidate(name, data)
	if err != nil {
		return append(problems(name, err), k.secrets(name, data)...)
	}
	c := file.Candidate()
	if f := file.NameFault(); f != nil {
		return append(notes([]*memfile.Fault{f}), k.secrets(name, data)...)
	}
	if late, err := k.late(file); err != nil || late != nil {
		if err != nil {
			return problems(name, err)
		}
		return append(notes([]*memfile.Fault{late}), k.secrets(name, data)...)
	}
	out := append(k.ownKeys(file), k.secrets(name, data)...)
	out = append(out, k.citations(file)...)
	if memfile.Settled(c.Status) {
		return out
	}
	if err := checkFields(c); err != nil {
		out = append(out, Problem{Fault: file.Fault(fieldOf(err), "field", err.Error(), "")})
	}
	if _, _, err := memfile.ParseDecision(c.Decision); err != nil {
		out = append(out, Problem{Fault: file.Fault("decision", "decision", err.Error(), "write approve, or reject and a reason")})
	}
	return append(out, k.candidateGuard(file, c)...)
}

// late is the fault of an open file that was never committed and whose
// candidate is decided: an editor saved it after that.
func (k Check) late(file *memfile.CandidateFile) (*memfile.Fault, error) {
	id := file.Candidate().ID
	if k.Committed == nil || k.Decided == nil || file.Path() != openPath(id) {
		return nil, nil
	}
	if _, committed, err := k.Committed(file.Path()); err != nil || committed {
		return nil, err
	}
	status, ok, err := k.Decided(id)
	if err != nil || !ok {
		return nil, err
	}
	return lateFault(file, status), nil
}

// lateFault says what a late save is, and how its text can still be used.
func lateFault(file *memfile.CandidateFile, status string) *memfile.Fault {
	hint := "to use its text propose it anew, then delete the file"
	if status == memfile.StatusRejected || status == memfile.StatusUndone {
		hint = "`gitmem revive " + string(file.Candidate().ID) + "` takes its text; otherwise delete the file"
	}
	return file.Fault("", ruleLate, "this candidate is "+status+" already; the file was saved after that and is ignored", hint)
}

func fieldOf(err error) string {
	var f *FieldError
	if errors.As(err, &f) {
		return f.Field
	}
	return "action"
}

// ownKeys compares gitmem's own keys with what is committed.
func (k Check) ownKeys(file *memfile.CandidateFile) []Problem {
	if k.Committed == nil {
		return nil
	}
	data, ok, err := k.Committed(file.Path())
	if err != nil {
		return problems(file.Path(), err)
	}
	if !ok {
		return notes([]*memfile.Fault{file.Fault("", "candidate.forged", "this file was not made by gitmem", "propose the change with `gitmem propose` or `gitmem add --propose`")})
	}
	committed, err := memfile.ParseCandidate(file.Path(), data)
	if err != nil {
		return nil // what is committed is damaged: any repair is better
	}
	if memfile.Settled(committed.Candidate().Status) && string(data) != string(file.Bytes()) {
		return notes([]*memfile.Fault{file.Fault("", "candidate.settled", "a settled candidate is a record and cannot be changed", "take the change back with `git checkout HEAD -- "+file.Path()+"`")})
	}
	return notes(memfile.OwnKeys(committed, file))
}

// candidateGuard is the guard on the words of an open candidate; credentials
// were looked for in the whole file.
func (k Check) candidateGuard(file *memfile.CandidateFile, c memfile.Candidate) []Problem {
	var out []Problem
	for _, e := range c.Edits() {
		for _, f := range guard.Scan(e.Content, guard.Resident, guard.Options{Actor: c.Actor}) {
			if f.Class == guard.Credential || f.Warning {
				continue
			}
			at := file.Fault("body", f.Rule, f.Message, f.Hint)
			if !c.Batch() {
				at.Line, at.Column = at.Line+f.Line-1, f.Column
			}
			out = append(out, Problem{Fault: at, Guard: true})
		}
	}
	return out
}

// instructions checks a file that a project gives to agents: AGENTS.md,
// CLAUDE.md, SKILL.md.
func (k Check) instructions(name string, data []byte) []Problem {
	r, err := memfile.ParseResident(name, data)
	if err != nil {
		return problems(name, err)
	}
	var out []Problem
	for _, f := range guard.Scan(string(r.Bytes()), guard.Resident, guard.Options{Actor: memfile.ActorUser}) {
		out = append(out, findings(name, []guard.Finding{f}, 1)...)
	}
	return out
}

func (k Check) secrets(name string, data []byte) []Problem {
	return findings(name, secretsIn(string(data)), 1)
}

// secretsIn are the credentials in a text.
func secretsIn(text string) []guard.Finding {
	var out []guard.Finding
	for _, f := range guard.Scan(text, guard.Note, guard.Options{}) {
		if f.Class == guard.Credential {
			out = append(out, f)
		}
	}
	return out
}
