package session

import (
	"path/filepath"
	"slices"
)

// markExternal marks a session whose subagent took in external content, and
// the ones above it. Their own messages may still have to come.
func (s *Shelf) markExternal(id string) error {
	for seen := []string{}; id != "" && !slices.Contains(seen, id) && len(seen) < 32; {
		seen = append(seen, id)
		about, err := s.about(id)
		if err != nil {
			return err
		}
		about.ID, about.External = id, true
		if s.o.ExcludeExternal {
			if err := s.decide(&about); err != nil {
				return err
			}
		}
		if err := s.saveJSON(filepath.Join(s.folder(id), aboutFile), about); err != nil {
			return err
		}
		if about.Relation != Subagent {
			return nil
		}
		id = about.Parent
	}
	return nil
}

// decide gives a session its policy when it is first seen, and takes one that
// took in external content out of learning where the settings say so.
func (s *Shelf) decide(about *Session) error {
	if about.Policy == nil {
		p, err := s.firstNow(about.Parent, about.Private)
		if err != nil {
			return err
		}
		about.Policy = &p
	}
	if !s.o.ExcludeExternal || !about.External || about.Policy.Generation == Excluded {
		return nil
	}
	p := *about.Policy
	p.Generation, p.Revision = Excluded, p.Revision+1
	p.Reason, p.Source, p.Time = "it took in external content", "settings", s.now()
	about.Policy = &p
	return nil
}
