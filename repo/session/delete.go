package session

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// Delete takes a session's messages away, or ends a deletion that was cut
// short. What stays is its name, its policy and the fact, so that following its
// transcript does not bring it back; its subagents are sessions of their own.
// The error is a *NotFoundError where there is nothing to delete.
func (s *Shelf) Delete(ctx context.Context, id string) error {
	release, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	about, err := s.about(id)
	if err != nil {
		return err
	}
	if about.Deleted.IsZero() && about.Messages == 0 || !about.Deleted.IsZero() && s.empty(id) {
		return &NotFoundError{Session: id}
	}
	return s.forget(about)
}

// forget notes the deletion first: a kill after that leaves messages that
// nothing reads and that the next expiry takes away.
func (s *Shelf) forget(about Session) error {
	gone := Session{Conversation: Conversation{ID: about.ID, Agent: about.Agent}, External: about.External, Policy: about.Policy, Deleted: about.Deleted}
	if gone.Deleted.IsZero() {
		gone.Deleted = s.now()
	}
	folder := s.folder(about.ID)
	if err := s.saveJSON(filepath.Join(folder, aboutFile), gone); err != nil {
		return err
	}
	for _, name := range []string{messagesFile, knownFile} {
		if err := s.remove(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// Expire deletes the sessions in which nothing was said since a time, but none
// that needed says is still needed, such as by a queued job. It gives their
// ids. A zero time deletes none, and completes deletions that were cut short.
func (s *Shelf) Expire(ctx context.Context, before time.Time, needed func(id string) bool) ([]string, error) {
	release, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	var old []Session
	err = s.each(func(about Session) {
		if about.Messages > 0 && about.Last().Before(before) || !about.Deleted.IsZero() {
			old = append(old, about)
		}
	})
	var gone []string
	for _, about := range old {
		again := !about.Deleted.IsZero()
		if again && s.empty(about.ID) || !again && needed != nil && needed(about.ID) {
			continue
		}
		if err := s.forget(about); err != nil {
			return gone, err
		}
		if !again {
			gone = append(gone, about.ID)
		}
	}
	return gone, err
}

// empty is true for a session of which no messages lie on disk.
func (s *Shelf) empty(id string) bool {
	for _, name := range []string{messagesFile, knownFile} {
		if _, err := os.Lstat(filepath.Join(s.folder(id), name)); err == nil {
			return false
		}
	}
	return true
}
