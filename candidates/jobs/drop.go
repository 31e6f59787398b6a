package jobs

import (
	"context"

	"gitmem/memfile"
)

// Drop takes every job of a session out of the queue, in whatever state, since
// the session is deleted; it gives their ids. Who works on one loses it and
// settles nothing more. Files that hold no job are passed over: they name no session.
func (q *Queue) Drop(session string) ([]memfile.ID, error) {
	there, err := q.present()
	if err != nil || !there || session == "" {
		return nil, err
	}
	release, err := q.lock(context.Background())
	if err != nil {
		return nil, err
	}
	defer release()
	list, _, err := q.List()
	if err != nil {
		return nil, err
	}
	var dropped []memfile.ID
	for _, j := range list {
		if j.Session != session {
			continue
		}
		if err := q.remove(j.ID); err != nil {
			return dropped, err
		}
		dropped = append(dropped, j.ID)
	}
	return dropped, nil
}

// Sessions are those that jobs of the queue still need: all but what was
// skipped or has failed.
func (q *Queue) Sessions() (map[string]bool, error) {
	list, _, err := q.List()
	needed := map[string]bool{}
	for _, j := range list {
		if j.State != Skipped && j.State != Failed && j.Session != "" {
			needed[j.Session] = true
		}
	}
	return needed, err
}
