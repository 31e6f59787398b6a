package candidates

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"gitmem/memfile"
	"gitmem/repo"
)

// citations refuses a candidate that cites what can support no memory.
func (k Check) citations(file *memfile.CandidateFile) []Problem {
	if k.Evidence == nil {
		return nil
	}
	var out []Problem
	for i, id := range file.Candidate().Evidence {
		e, ok, err := k.Evidence(id)
		switch {
		case err != nil:
			return append(out, problems(file.Path(), err)...)
		case ok && e.Kind == memfile.KindUnresolvedIssue:
			out = append(out, Problem{Fault: file.EvidenceFault(i, "evidence.unresolved",
				fmt.Sprintf("%s is an unresolved issue, which supports no memory", id), "solve it first: `gitmem learn solved "+string(id)+" RESOLUTION`")})
		}
	}
	return out
}

// evidenceOf finds experiences in a commit by their id: they are listed when
// the first one is asked for.
func evidenceOf(view repo.View) func(memfile.ID) (memfile.Experience, bool, error) {
	list := sync.OnceValues(func() (map[memfile.ID]string, error) {
		paths := map[memfile.ID]string{}
		return paths, view.Changed(repo.View{}, memfile.ExperienceFolder, func(file, _, _ string) error {
			paths[memfile.ID(strings.TrimSuffix(path.Base(file), ".md"))] = file
			return nil
		})
	})
	return func(id memfile.ID) (memfile.Experience, bool, error) {
		paths, err := list()
		if err != nil || paths[id] == "" {
			return memfile.Experience{}, false, err
		}
		data, ok, err := view.File(paths[id])
		if err != nil || !ok {
			return memfile.Experience{}, false, err
		}
		file, err := memfile.ParseExperience(paths[id], data)
		if err != nil {
			return memfile.Experience{}, false, nil // its own file is named
		}
		return file.Experience(), true, nil
	}
}
