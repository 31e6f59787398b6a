package search

import (
	"gitmem/index"
	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// tell leaves out the hits that no agent is told. States were narrowed in the
// query already; here goes what is not committed as it stands, what the guard
// objects to, and what gitmem did not make.
func (s Shelf) tell(found index.Results) (index.Results, error) {
	if len(found.Hits) == 0 {
		return found, nil
	}
	view, err := s.Store.View()
	if err != nil {
		return found, err
	}
	var told []index.Hit
	for _, h := range found.Hits {
		if s.mayBeTold(view, h) {
			told = append(told, h)
		}
	}
	found.Total -= len(found.Hits) - len(told)
	found.Hits = told
	return found, nil
}

func (s Shelf) mayBeTold(view repo.View, h index.Hit) bool {
	if h.Kind == index.KindMemory {
		return passes(h.Title, guard.Resident) && passes(h.Summary, guard.Resident)
	}
	if blob, err := view.Blob(h.Path); err != nil || blob == "" || blob != h.Blob {
		return false
	}
	return len(h.Guard) == 0 && passes(h.Title+"\n"+h.Summary+"\n"+h.Resolution, guard.Evidence) && s.vouched(h.Path)
}

// passes: a person wrote or approved it, so that what they may do is no reason
// to leave it out.
func passes(text string, place guard.Place) bool {
	for _, f := range guard.Scan(text, place, guard.Options{Actor: memfile.ActorUser}) {
		if !f.Warning {
			return false
		}
	}
	return true
}
