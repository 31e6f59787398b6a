package candidates

import (
	"regexp"
	"sync"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// jobPath is where a settled job lies.
var jobPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^jobs/\d{4}/\d{2}/\d{2}/[^/]+\.yaml$`)
})

// job checks the form of a settled job, that nobody changed it, and what of it
// others wrote.
func (k Check) job(name string, data []byte) []Problem {
	file, err := memfile.ParseJob(name, data)
	if err != nil {
		return append(problems(name, err), k.secrets(name, data)...)
	}
	if f := file.NameFault(); f != nil {
		return append(notes([]*memfile.Fault{f}), k.secrets(name, data)...)
	}
	out := k.own(file, "gitmem writes it when a job is over; delete this file", func(committed []byte) []*memfile.Fault {
		was, err := memfile.ParseJob(name, committed)
		if err != nil {
			return nil // what is committed is damaged: any repair is better
		}
		if faults := memfile.JobOwnKeys(was, file); len(faults) > 0 || string(committed) == string(data) {
			return faults
		}
		return []*memfile.Fault{file.Fault("", "record.settled", "a settled job is a record and cannot be changed", "take the change back with `git checkout HEAD -- "+name+"`")}
	})
	out = append(out, k.secrets(name, data)...)
	return append(out, jobGuard(file)...)
}

// jobGuard is the guard on what a provider or an answer may have said.
// Credentials were looked for in the whole file.
func jobGuard(file *memfile.JobFile) []Problem {
	var out []Problem
	look := func(text string, place func(f guard.Finding) *memfile.Fault) {
		for _, f := range guard.Scan(text, guard.Note, guard.Options{}) {
			if f.Class != guard.Credential && !f.Warning {
				out = append(out, Problem{Fault: place(f), Guard: true})
			}
		}
	}
	j := file.Job()
	look(j.Detail, func(f guard.Finding) *memfile.Fault { return file.Fault("detail", f.Rule, f.Message, f.Hint) })
	for i, item := range j.Refused {
		for _, text := range []string{item.Field, item.Detail} {
			look(text, func(f guard.Finding) *memfile.Fault { return file.RefusedFault(i, f.Rule, f.Message, f.Hint) })
		}
	}
	return out
}
