package session

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Relations of a session to its parent.
const (
	Subagent = "subagent" // the parent's agent started it
	Fork     = "fork"     // it begins with copies of the parent's messages
)

// Conversation is what a transcript tells of a session.
type Conversation struct {
	ID       string `json:"id"` // the agent's own
	Agent    string `json:"agent"`
	Cwd      string `json:"cwd,omitempty"` // the working directory first recorded
	Parent   string `json:"parent,omitempty"`
	Relation string `json:"relation,omitempty"` // to the parent
	Title    string `json:"title,omitempty"`
	// Private means that the agent was told not to learn from this session.
	Private bool `json:"private,omitempty"`
	// Unique means that no two messages of this agent have the same id, in
	// whatever session: a session that begins with the first message of
	// another one is then a fork of it.
	Unique bool `json:"unique,omitempty"`
}

// Session is a conversation as it is kept.
type Session struct {
	Conversation
	First    string    `json:"first,omitempty"` // id of its first message
	Kin      []string  `json:"kin,omitempty"`   // sessions of which it may hold copies
	Messages int       `json:"messages"`
	Started  time.Time `json:"started,omitzero"`
	Updated  time.Time `json:"updated,omitzero"` // of the newest message
	Seen     time.Time `json:"seen,omitzero"`    // when something was last added
	// External means that the session, or a subagent of it, took in external content.
	External bool `json:"external,omitempty"`
	// Policy is what the session may do; nil until it was first seen.
	Policy *Policy `json:"policy,omitempty"`
	// Deleted is when it was deleted; its transcript is not taken in again.
	Deleted time.Time `json:"deleted,omitzero"`
	// Bytes is the size of its messages on disk.
	Bytes int64 `json:"-"`
}

// Last is the time of the newest message, or when something was last added
// where messages have no time.
func (s Session) Last() time.Time {
	if s.Updated.IsZero() {
		return s.Seen
	}
	return s.Updated
}

const aboutFile = "session.json"

// about reads what is kept of a session; a missing one is empty.
func (s *Shelf) about(id string) (Session, error) { return s.aboutIn(s.folder(id)) }

func (s *Shelf) aboutIn(folder string) (Session, error) {
	var about Session
	err := readJSON(filepath.Join(folder, aboutFile), &about)
	if errors.Is(err, fs.ErrNotExist) {
		return about, nil
	}
	if err == nil {
		if info, statErr := os.Stat(filepath.Join(folder, messagesFile)); statErr == nil {
			about.Bytes = info.Size()
		}
	}
	return about, err
}

// readJSON reads a private file of gitmem's own.
func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return nil
}

// merge takes over what a transcript tells newly.
func (s *Session) merge(c Conversation) {
	s.ID, s.Agent, s.Unique = c.ID, c.Agent, c.Unique
	for _, f := range []struct{ to, from *string }{{&s.Cwd, &c.Cwd}, {&s.Parent, &c.Parent}, {&s.Relation, &c.Relation}} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	if c.Title != "" {
		s.Title = c.Title
	}
	s.Private = s.Private || c.Private
}

// saw takes a message's time into account.
func (s *Session) saw(m Message) {
	if s.First == "" {
		s.First = m.ID
	}
	if m.Time.IsZero() {
		return
	}
	if s.Started.IsZero() || m.Time.Before(s.Started) {
		s.Started = m.Time
	}
	if m.Time.After(s.Updated) {
		s.Updated = m.Time
	}
}

// there is true for a session of which something is kept.
func (s Session) there() bool { return s.Messages > 0 && s.Deleted.IsZero() }
