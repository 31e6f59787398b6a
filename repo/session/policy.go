package session

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"
)

// What a session may be used for by the extractor.
const (
	Enabled  = "enabled"
	Disabled = "disabled"
	Excluded = "excluded" // final
)

// Frozen is what the settings say at the moment a session is first seen.
type Frozen struct {
	NoMemories   bool // its contexts give no memory
	NoGeneration bool // nothing is extracted from it
}

// Policy is what a session may do. Both it and the settings must allow.
type Policy struct {
	UseMemories bool      `json:"use_memories"`
	Generation  string    `json:"generation"`
	Revision    int       `json:"revision"` // 0: as frozen when first seen
	Reason      string    `json:"reason,omitempty"`
	Source      string    `json:"source"` // settings, agent, parent, or who changed it
	Time        time.Time `json:"time,omitzero"`
}

// PolicyChange is a change of a policy; nil and "" leave what is.
type PolicyChange struct {
	UseMemories    *bool
	Generation     string // Enabled or Disabled
	Reason, Source string
}

// Policy is the present policy of a session: its own, or, for one that was
// never seen, what freezing it now would give. A session one of whose parents
// is excluded is excluded too.
func (s *Shelf) Policy(id string) (Policy, error) {
	about, err := s.about(id)
	if err != nil {
		return Policy{}, err
	}
	p, found, err := s.ownPolicy(id)
	if err == nil && !found {
		p, err = s.first(about.Parent, about.Private)
	}
	if err != nil || p.Generation == Excluded {
		return p, err
	}
	if excluded, err := s.excludedAbove(about); err != nil || excluded == "" {
		return p, err
	} else {
		p.Generation, p.Reason, p.Source = Excluded, "session "+excluded+" is excluded", "parent"
	}
	return p, nil
}

// excludedAbove is the nearest parent that is excluded, "" for none.
func (s *Shelf) excludedAbove(about Session) (string, error) {
	for seen := []string{about.ID}; about.Parent != "" && !slices.Contains(seen, about.Parent) && len(seen) < 32; {
		id := about.Parent
		seen = append(seen, id)
		p, _, err := s.ownPolicy(id)
		if err != nil || p.Generation == Excluded {
			return id, err
		}
		if about, err = s.about(id); err != nil {
			return "", err
		}
	}
	return "", nil
}

func (s *Shelf) ownPolicy(id string) (Policy, bool, error) {
	about, err := s.about(id)
	if err != nil || about.Policy == nil {
		return Policy{}, false, err
	}
	return *about.Policy, true, nil
}

// Freeze gives a session its policy when it is first seen and gives the
// present one; a child session takes over that of its parent.
func (s *Shelf) Freeze(ctx context.Context, id, parent string) (Policy, error) {
	if p, found, err := s.ownPolicy(id); found || err != nil {
		return p, err
	}
	release, err := s.lock(ctx)
	if err != nil {
		return Policy{}, err
	}
	defer release()
	return s.freeze(id, parent, false)
}

func (s *Shelf) freeze(id, parent string, private bool) (Policy, error) {
	p, found, err := s.ownPolicy(id)
	if found || err != nil {
		return p, err
	}
	about, err := s.about(id)
	if err != nil {
		return p, err
	}
	if about.ID == "" {
		about.ID, about.Seen = id, s.now()
	}
	if p, err = s.firstNow(parent, private); err != nil {
		return p, err
	}
	return p, s.savePolicy(about, p)
}

// firstNow is the policy of a session that is seen at this moment.
func (s *Shelf) firstNow(parent string, private bool) (Policy, error) {
	p, err := s.first(parent, private)
	p.Time = s.now()
	return p, err
}

// first is the policy of a session that is seen for the first time.
func (s *Shelf) first(parent string, private bool) (Policy, error) {
	p := Policy{UseMemories: !s.o.Default.NoMemories, Generation: Enabled, Source: "settings"}
	if s.o.Default.NoGeneration {
		p.Generation = Disabled
	}
	if parent != "" {
		above, found, err := s.ownPolicy(parent)
		if err != nil {
			return p, err
		}
		if found {
			p.UseMemories, p.Generation, p.Source = above.UseMemories, above.Generation, "parent"
			p.Reason = above.Reason
		}
	}
	if private && p.Generation == Enabled {
		p.Generation, p.Source, p.Reason = Disabled, "agent", "the agent's own memory is off for this session"
	}
	return p, nil
}

func (s *Shelf) savePolicy(about Session, p Policy) error {
	about.Policy = &p
	return s.saveJSON(filepath.Join(s.folder(about.ID), aboutFile), about)
}

// SetPolicy changes a policy that has the expected revision. The error is a
// *StaleError, with the present policy, where it has another one, and
// ErrExcluded where the session is excluded. A change to what is already so
// changes nothing.
func (s *Shelf) SetPolicy(ctx context.Context, id string, c PolicyChange, expected int) (Policy, error) {
	if c.Generation != "" && c.Generation != Enabled && c.Generation != Disabled {
		return Policy{}, &fs.PathError{Op: "set generation", Path: c.Generation, Err: fs.ErrInvalid}
	}
	return s.change(ctx, id, func(p *Policy) error {
		switch {
		case p.Revision != expected:
			return &StaleError{Session: id, Expected: expected, Present: *p}
		case p.Generation == Excluded && c.Generation != "":
			return ErrExcluded
		}
		if c.UseMemories != nil {
			p.UseMemories = *c.UseMemories
		}
		if c.Generation != "" {
			p.Generation = c.Generation
		}
		return nil
	}, c)
}

// Exclude takes a session out of learning for good. It asks for no revision;
// a session that is excluded stays as it is.
func (s *Shelf) Exclude(ctx context.Context, id, reason, source string) (Policy, error) {
	return s.change(ctx, id, func(p *Policy) error {
		p.Generation = Excluded
		return nil
	}, PolicyChange{Reason: reason, Source: source})
}

func (s *Shelf) change(ctx context.Context, id string, by func(*Policy) error, c PolicyChange) (Policy, error) {
	release, err := s.lock(ctx)
	if err != nil {
		return Policy{}, err
	}
	defer release()
	about, err := s.about(id)
	if err != nil {
		return Policy{}, err
	}
	p, err := s.freeze(id, about.Parent, about.Private)
	if err != nil {
		return p, err
	}
	former := p
	if err := by(&p); err != nil {
		return former, err
	}
	if p.UseMemories == former.UseMemories && p.Generation == former.Generation {
		return p, nil
	}
	p.Revision++
	p.Reason, p.Source, p.Time = c.Reason, c.Source, s.now()
	if about, err = s.about(id); err != nil {
		return former, err
	}
	return p, s.savePolicy(about, p)
}
