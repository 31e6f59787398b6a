package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

// Messages gives the messages of a session in the order in which they were
// first seen, each as it is known now. A message that cannot be read ends it
// with the error; a session without messages gives none.
func (s *Shelf) Messages(id string) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		f, k, err := s.open(id)
		if err != nil {
			yield(Message{}, err)
			return
		}
		if f == nil {
			return
		}
		defer f.Close()
		for _, first := range k.spots {
			if !first.first {
				continue
			}
			newest, _ := k.find(first.id)
			m, err := readAt(f, newest)
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// Message is one message of a session as it is known now. The error is a
// *NotFoundError where there is none.
func (s *Shelf) Message(session, id string) (Message, error) {
	f, k, err := s.open(session)
	if err != nil {
		return Message{}, err
	}
	if f != nil {
		defer f.Close()
		if p, ok := k.find(digest(id)); ok {
			m, err := readAt(f, p)
			if err != nil || m.ID == id {
				return m, err
			}
		}
	}
	return Message{}, &NotFoundError{Session: session, Message: id}
}

// open opens a session's messages, nil where there are none.
func (s *Shelf) open(id string) (*os.File, *known, error) {
	folder := s.folder(id)
	f, err := os.Open(filepath.Join(folder, messagesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	k, err := s.known(folder)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, k, nil
}

func readAt(f *os.File, p spot) (Message, error) {
	var m Message
	data := make([]byte, p.length)
	_, err := f.ReadAt(data, p.offset)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err == nil && digest(m.ID) != p.id {
		err = errors.New("another message than the one that was noted")
	}
	if err != nil {
		err = &fs.PathError{Op: "read message", Path: f.Name(), Err: err}
	}
	return m, err
}

// Answered tells whether a message is known to be an assistant's: false without
// an error where the session is not kept here. The error is a *NotFoundError
// where the session has no such message, and ErrNotAnswer where a person said it.
func (s *Shelf) Answered(id, message string) (bool, error) {
	kept, err := s.Find(id)
	var missing *NotFoundError
	if errors.As(err, &missing) || err == nil && kept.ID != id {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m, err := s.Message(id, message)
	if err == nil && m.Role != Assistant {
		err = fmt.Errorf("session %s, message %s: %w", id, message, ErrNotAnswer)
	}
	return err == nil, err
}
