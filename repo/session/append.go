package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// Entry is a message with the conversation it belongs to.
type Entry struct {
	Conversation Conversation
	Message      Message
}

// Batch is what was read of one transcript, from the place that Source had
// when it was loaded up to the place that it has now.
type Batch struct {
	Entries []Entry
	// Talks are conversations of which something is told besides messages.
	Talks  []Conversation
	Source *Source // nil: messages that come from no file
}

// Added says what a batch changed.
type Added struct {
	New     int // messages that were not known
	Revised int // messages of which more is known now
	Known   int // messages that were there already
	// Sessions are those that the batch is about, in its order.
	Sessions []string
	Deleted  []string // sessions that were deleted: what belongs to them is not taken in
}

// Append adds messages to their sessions, then keeps the place in the source.
// A kill in between repeats the reading and adds nothing twice. The error is a
// *MovedError where another process read the same transcript meanwhile, and
// repo.ErrLockBusy where another one writes all the time.
func (s *Shelf) Append(ctx context.Context, b Batch) (Added, error) {
	var added Added
	release, err := s.lock(ctx)
	if err != nil {
		return added, err
	}
	defer release()
	if err := s.unmoved(b.Source); err != nil {
		return added, err
	}
	for _, g := range group(b) {
		if err := ctx.Err(); err != nil {
			return added, err
		}
		size, err := s.appendTo(g, &added)
		if err != nil {
			return added, err
		}
		if b.Source != nil && size >= 0 {
			b.Source.note(g.about.ID, size)
		}
	}
	return added, s.keepSource(b.Source)
}

// talk is one session's part of a batch.
type talk struct {
	about    Conversation
	messages []Message
}

func group(b Batch) []*talk {
	var list []*talk
	at := map[string]*talk{}
	find := func(c Conversation) *talk {
		t := at[c.ID]
		if t == nil {
			t = &talk{}
			at[c.ID], list = t, append(list, t)
		}
		t.about = c
		return t
	}
	for _, e := range b.Entries {
		t := find(e.Conversation)
		t.messages = append(t.messages, e.Message)
	}
	for _, c := range b.Talks {
		find(c)
	}
	return list
}

// appendTo adds one session's messages and gives the size of its messages
// file, -1 for a session that is deleted.
func (s *Shelf) appendTo(g *talk, added *Added) (int64, error) {
	id := g.about.ID
	added.Sessions = append(added.Sessions, id)
	about, err := s.about(id)
	if err != nil {
		return -1, err
	}
	if !about.Deleted.IsZero() {
		added.Deleted = append(added.Deleted, id)
		return -1, nil
	}
	folder := s.folder(id)
	k, err := s.known(folder)
	if err != nil {
		return -1, err
	}
	about.merge(g.about)
	s.findKin(&about, g.messages)
	lines, err := s.lines(&about, k, g.messages, added)
	if err == nil {
		err = s.write(folder, k, lines)
	}
	if err == nil {
		err = s.saveAbout(about, k, len(lines) > 0)
	}
	return k.size, err
}

// line is one that is to be written.
type line struct {
	data []byte
	spot spot
}

// lines are the messages that are not known yet, as they are written.
func (s *Shelf) lines(about *Session, k *known, messages []Message, added *Added) ([]line, error) {
	var lines []line
	copies := s.copies(about)
	at := k.size
	ahead := map[string]int{}
	k.seek(messages)
	for _, m := range messages {
		about.saw(m)
		about.External = about.External || m.external()
		former, again := ahead[m.ID]
		if !again {
			former = k.revision(m.ID)
		}
		if former >= m.Revision {
			added.Known++
			continue
		}
		m.Copied = copies(m.ID)
		data, err := encode(m)
		if err != nil {
			return nil, err
		}
		if former < 0 {
			added.New++
		} else {
			added.Revised++
		}
		ahead[m.ID] = m.Revision
		lines = append(lines, line{data, spot{id: digest(m.ID), offset: at, length: uint32(len(data)), revision: uint64(m.Revision)}})
		at += int64(len(data))
	}
	return lines, nil
}

func encode(m Message) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(m)
	return b.Bytes(), err
}

// write adds lines behind the whole ones of the messages file; what a kill
// left torn behind those is cut off first.
func (s *Shelf) write(folder string, k *known, lines []line) error {
	if len(lines) == 0 {
		return nil
	}
	if err := s.makeFolder(folder); err != nil {
		return err
	}
	path := filepath.Join(folder, messagesFile)
	if err := s.at("session.append", path); err != nil {
		return err
	}
	if k.torn {
		if err := os.Truncate(path, k.size); err != nil {
			return err
		}
		k.torn = false
	}
	data := make([]byte, 0, lines[len(lines)-1].spot.end()-k.size)
	for _, l := range lines {
		data = append(data, l.data...)
	}
	if err := addTo(path, data); err != nil {
		return err
	}
	for _, l := range lines {
		k.add(l.spot)
	}
	if k.saved <= 0 && k.size < knownFrom {
		return nil
	}
	return s.writeKnown(filepath.Join(folder, knownFile), k)
}

// knownFrom is the size of a messages file below which reading it costs less
// than keeping a known file.
const knownFrom = 4 << 10

// writeKnown adds the new spots, or writes the file anew where it is no use.
func (s *Shelf) writeKnown(path string, k *known) error {
	var data []byte
	for _, p := range k.spots[max(k.saved, 0):] {
		data = p.append(data)
	}
	if k.saved < 0 {
		return s.replace(path, data)
	}
	if err := s.at("session.known", path); err != nil {
		return err
	}
	return addTo(path, data)
}

func addTo(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// saveAbout keeps what is known of a session, its policy where it is new, and
// the mark of external content up to the session that a person sees.
func (s *Shelf) saveAbout(about Session, k *known, changed bool) error {
	about.Messages = k.messages
	if changed {
		about.Seen = s.now()
	}
	if err := s.decide(&about); err != nil {
		return err
	}
	if err := s.saveJSON(filepath.Join(s.folder(about.ID), aboutFile), about); err != nil {
		return err
	}
	if about.Unique && about.First != "" {
		s.remember(about.First, about.ID)
	}
	if about.External && about.Relation == Subagent {
		return s.markExternal(about.Parent)
	}
	return nil
}
