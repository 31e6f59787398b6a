package session

import "slices"

// findKin finds, when a session is new, those of which it may hold copies: its
// parent, and where ids of messages are unique those that begin with the same message.
func (s *Shelf) findKin(about *Session, messages []Message) {
	if about.First == "" && len(messages) > 0 && about.Unique {
		for _, id := range s.beginning(messages[0].ID) {
			if id != about.ID && !slices.Contains(about.Kin, id) {
				about.Kin = append(about.Kin, id)
			}
		}
		if len(about.Kin) > 0 && about.Parent == "" {
			about.Parent, about.Relation = about.Kin[0], Fork
		}
	}
	if about.Relation == Fork && about.Parent != "" && about.Parent != about.ID && !slices.Contains(about.Kin, about.Parent) {
		about.Kin = append(about.Kin, about.Parent)
	}
}

// copies tells whether a message of the session stands in a session that it
// was forked from.
func (s *Shelf) copies(about *Session) func(id string) bool {
	var kin []*known
	for _, id := range about.Kin {
		if k, err := s.known(s.folder(id)); err == nil {
			kin = append(kin, k)
		}
	}
	return func(id string) bool {
		return slices.ContainsFunc(kin, func(k *known) bool { return k.revision(id) >= 0 })
	}
}

// beginning are the sessions whose first message has an id. What this process
// adds itself is remembered; the rest is read once.
func (s *Shelf) beginning(message string) []string {
	s.loadFirsts()
	return s.firsts[message]
}

func (s *Shelf) remember(message, session string) {
	s.loadFirsts()
	if !slices.Contains(s.firsts[message], session) {
		s.firsts[message] = append(s.firsts[message], session)
	}
}

func (s *Shelf) loadFirsts() {
	s.firstsOnce.Do(func() {
		s.firsts = map[string][]string{}
		all, _ := s.List()
		for _, about := range slices.Backward(all) { // the oldest first
			if about.Unique && about.First != "" {
				s.firsts[about.First] = append(s.firsts[about.First], about.ID)
			}
		}
	})
}
