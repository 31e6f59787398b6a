package candidates

import (
	"path"
	"strings"

	"gitmem/memfile"
)

// other is every other file: nothing with a credential is committed.
func (k Check) other(name string, data []byte) []Problem {
	var out []Problem
	if f := stray(name); f != nil {
		out = append(out, Problem{Fault: f})
	}
	return append(out, k.secrets(name, data)...)
}

// stray names a file that lies among records and is none.
func stray(name string) *memfile.Fault {
	fault := func(message, hint string) *memfile.Fault {
		return &memfile.Fault{Path: name, Rule: "id.name", Message: message, Hint: hint}
	}
	switch folder, _, _ := strings.Cut(name, "/"); {
	case litter(path.Base(name)):
	case path.Dir(name) == Folder:
		return fault("a file among the candidates that is none", "a candidate's file is named <id>.md; move this one away")
	case folder == memfile.ExperienceFolder:
		return fault("a file among the experiences that is none", "an experience lies in "+memfile.ExperienceFolder+"/YYYY/MM/DD/<id>.md; move this one away")
	case folder == memfile.FeedbackFolder:
		return fault("a file among the feedback that is none", "feedback lies in "+memfile.FeedbackFolder+"/<session>/<message>.yaml; move this one away")
	case folder == memfile.JobFolder:
		return fault("a file among the settled jobs that is none", "a settled job lies in "+memfile.JobFolder+"/YYYY/MM/DD/<id>.yaml; move this one away")
	}
	return nil
}
