package candidates

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// experiencePath is where an experience lies.
var experiencePath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^experiences/\d{4}/\d{2}/\d{2}/[^/]+\.md$`)
})

// experience checks the form, gitmem's own keys, and what a person wrote.
func (k Check) experience(name string, data []byte) []Problem {
	file, err := memfile.ParseExperience(name, data)
	if err != nil {
		return append(problems(name, err), k.secrets(name, data)...)
	}
	if f := file.NameFault(); f != nil {
		return append(notes([]*memfile.Fault{f}), k.secrets(name, data)...)
	}
	out := notes(file.Notes())
	out = append(out, k.own(file, "record it with `gitmem learn note` or `gitmem learn issue`", func(committed []byte) []*memfile.Fault {
		was, err := memfile.ParseExperience(name, committed)
		if err != nil {
			return nil // what is committed is damaged: any repair is better
		}
		if was.Experience().Status == memfile.StatusForgotten && string(committed) != string(data) {
			return []*memfile.Fault{file.Fault("", "record.forgotten", "a forgotten experience is a record and cannot be changed", "take the change back with `git checkout HEAD -- "+name+"`")}
		}
		return memfile.ExperienceOwnKeys(was, file)
	})...)
	out = append(out, k.secrets(name, data)...)
	return append(out, experienceGuard(file)...)
}

// own compares gitmem's own keys of a record with what is committed; a record
// that never was is none of gitmem's.
func (k Check) own(file recordFile, instead string, compare func(committed []byte) []*memfile.Fault) []Problem {
	if k.Committed == nil {
		return nil
	}
	data, ok, err := k.Committed(file.Path())
	switch {
	case err != nil:
		return problems(file.Path(), err)
	case !ok:
		return notes([]*memfile.Fault{file.Fault("", "record.forged", "this file was not made by gitmem", instead)})
	}
	return notes(compare(data))
}

// recordFile is a parsed file that knows the places of its keys.
type recordFile interface {
	Path() string
	Fault(key, rule, message, hint string) *memfile.Fault
}

// experienceGuard is the guard on the words of an experience. What only marks a
// record is a problem where the file bears no mark: it would enter a context.
// Credentials were looked for in the whole file.
func experienceGuard(file *memfile.ExperienceFile) []Problem {
	e := file.Experience()
	var out []Problem
	for _, part := range [][2]string{{"title", e.Title}, {"summary", e.Summary}, {"resolution", e.Resolution}} {
		for _, f := range evidenceFindings(part[1]) {
			if f.Marks && len(e.Guard) > 0 {
				continue
			}
			at := file.Fault(part[0], f.Rule, f.Message, f.Hint)
			if f.Marks {
				at.Hint = "take it out: the record is not marked, so it would enter contexts"
			}
			out = append(out, Problem{Fault: at, Guard: true})
		}
	}
	for i, one := range e.Evidence {
		for _, f := range evidenceFindings(one.Excerpt) {
			if !f.Marks {
				out = append(out, Problem{Fault: file.EvidenceFault(i, f.Rule, f.Message, f.Hint), Guard: true})
			}
		}
	}
	return out
}

// evidenceFindings are those of a text about finished work that are no
// credentials.
func evidenceFindings(text string) []guard.Finding {
	var out []guard.Finding
	for _, f := range guard.Scan(text, guard.Evidence, guard.Options{Actor: memfile.ActorUser}) {
		if f.Class != guard.Credential && !f.Warning {
			out = append(out, f)
		}
	}
	return out
}

// feedback checks a person's word about a message.
func (k Check) feedback(name string, data []byte) []Problem {
	file, err := memfile.ParseFeedback(name, data)
	if err != nil {
		return append(problems(name, err), k.secrets(name, data)...)
	}
	if f := file.NameFault(); f != nil {
		return append(notes([]*memfile.Fault{f}), k.secrets(name, data)...)
	}
	out := notes(file.Notes())
	out = append(out, k.own(file, "give it with `gitmem learn feedback`", func(committed []byte) []*memfile.Fault {
		was, err := memfile.ParseFeedback(name, committed)
		if err != nil {
			return nil
		}
		return memfile.FeedbackOwnKeys(was, file)
	})...)
	out = append(out, k.secrets(name, data)...)
	for _, f := range guard.Scan(file.Feedback().Note, guard.Note, guard.Options{Actor: memfile.ActorUser}) {
		if f.Class != guard.Credential {
			out = append(out, Problem{Fault: file.Fault("note", f.Rule, f.Message, f.Hint), Guard: true})
		}
	}
	return out
}

// isFeedback reports the place of a feedback's file.
func isFeedback(name string) bool {
	return strings.HasPrefix(name, memfile.FeedbackFolder+"/") && strings.Count(name, "/") == 2 && path.Ext(name) == ".yaml"
}
