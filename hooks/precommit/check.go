package precommit

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Report is what a check of a commit found.
type Report struct {
	Files    int // staged files that were checked
	Problems []candidates.Problem
	Notes    []string // what is allowed and worth a word
}

// instructionFiles are the files that a project gives to agents. In a
// repository that is no store only they are checked.
var instructionFiles = []string{"AGENTS.md", "CLAUDE.md", "SKILL.md"}

// Check checks every staged file. The rules' Committed is set here: it is what
// the parents hold. An error means that the commit as a whole could not be
// looked at; a single file that cannot be read is a problem of the report.
func (c *Commit) Check(rules candidates.Check) (Report, error) {
	rules.Committed = c.Committed
	changes, err := c.changes()
	if err != nil {
		return Report{}, err
	}
	var r Report
	if rules.Scope != "" {
		r.Problems = c.checkNames(changes)
	}
	for _, ch := range changes {
		same, err := c.inherited(ch)
		if err != nil {
			return r, err
		}
		if !same {
			c.checkChange(&r, rules, ch)
		}
	}
	return r, nil
}

func (c *Commit) checkChange(r *Report, rules candidates.Check, ch change) {
	if rules.Scope == "" && !isInstruction(ch.path) {
		return
	}
	if ch.removed {
		c.checkRemoval(r, rules, ch.path)
		return
	}
	r.Files++
	data, fault := c.read(ch)
	if fault != nil {
		r.Problems = append(r.Problems, candidates.Problem{Fault: fault})
		return
	}
	r.Problems = append(r.Problems, rules.File(ch.path, data)...)
}

// read reads what is staged, or says why it cannot be checked.
func (c *Commit) read(ch change) ([]byte, *memfile.Fault) {
	fault := func(rule, message, hint string) ([]byte, *memfile.Fault) {
		return nil, problem(ch.path, rule, message, hint).Fault
	}
	switch {
	case ch.staged.Stage != 0:
		return fault("unmerged", "a merge of this file is not resolved", "resolve it and `git add` it")
	case !isPlain(ch.staged.Mode):
		return fault("mode", "a symbolic link or a submodule; only plain files belong here", "put a plain file there")
	}
	data, err := c.Git.Blob(ch.staged.Hash)
	switch {
	case err != nil:
		return fault("unreadable", "its staged bytes cannot be read: "+err.Error(), "`git add` it again; `git fsck` finds damaged objects")
	case len(data) > repo.MaxFile:
		return fault("size", fmt.Sprintf("larger than %d bytes, so it cannot be checked", repo.MaxFile), "keep large files elsewhere")
	}
	return data, nil
}

// checkRemoval: without store.yaml the folder is no store. The file of a
// candidate, an experience or a job may go: what was decided is read from the
// history.
func (c *Commit) checkRemoval(r *Report, rules candidates.Check, name string) {
	switch {
	case rules.Scope == "":
	case name == repo.StoreFileName:
		r.Problems = append(r.Problems, problem(name, "removed", "this file makes the folder a store and must stay", "`git restore --staged --worktree "+name+"` brings it back"))
	case strings.HasPrefix(name, candidates.Folder+"/"):
		r.Notes = append(r.Notes, name+": a candidate's record is deleted by hand; what was decided stays in force")
	case strings.HasPrefix(name, memfile.ExperienceFolder+"/"):
		r.Notes = append(r.Notes, name+": an experience is deleted by hand; `gitmem learn forget` takes one out of use and keeps the record")
	case strings.HasPrefix(name, memfile.JobFolder+"/"):
		r.Notes = append(r.Notes, name+": the record of a settled job is deleted by hand; `gitmem verify` will name it")
	}
}

func isInstruction(name string) bool {
	return slices.Contains(instructionFiles, path.Base(name))
}

// StoreFile reads store.yaml as it is staged, else as a parent has it, so that
// its removal can be named.
//
// Errors: repo.ErrNoStore where neither has one that says of itself that it is
// gitmem's; memfile.Faults where it does and cannot be used.
func (c *Commit) StoreFile() (*memfile.StoreFile, []byte, error) {
	for _, from := range []func(string) ([]byte, bool, error){c.File, c.Committed} {
		data, ok, err := from(repo.StoreFileName)
		if err != nil {
			return nil, nil, err
		}
		if ok && bytes.Contains(data, []byte("gitmem:")) {
			file, err := memfile.ParseStoreFile(repo.StoreFileName, data)
			return file, data, err
		}
	}
	return nil, nil, &repo.NoStoreError{Dir: c.Worktree}
}
