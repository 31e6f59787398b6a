package cmd

import (
	"context"
	"fmt"
	"time"

	"gitmem/repo"
)

// tendSessions does what the settings say about conversations that are old, and
// tells where they take much room. It gives the ids of those that it deleted:
// nothing was said there for sessions.keep_days, and no job waits for them.
// What was learned from them stays as it is.
func (a *app) tendSessions(ctx context.Context, s *repo.Store) ([]string, error) {
	settings, err := a.loadSettings(s.Root, s.ID)
	if err != nil {
		return nil, err
	}
	shelf, err := a.sessionsOf(s)
	if err != nil {
		return nil, err
	}
	needed, err := a.queueOf(s).Sessions()
	if err != nil {
		return nil, err
	}
	gone, err := shelf.Expire(ctx, a.daysAgo(settings.Sessions.KeepDays), func(id string) bool { return needed[id] })
	requests := a.requestsOf(s)
	for _, id := range gone {
		if err := requests.Drop(id); err != nil {
			return gone, err
		}
	}
	if n := len(gone); n > 0 {
		a.tell("%s deleted: nothing was said there for %s (sessions.keep_days)", counted(n, "session was", "sessions were"), counted(settings.Sessions.KeepDays, "day", "days"))
	}
	full, fullErr := a.sessionsFull(s)
	if err == nil {
		err = fullErr
	}
	if full != "" {
		a.tell("%s", full)
	}
	return append([]string{}, gone...), err
}

// daysAgo is a time of as many days ago, zero for none.
func (a *app) daysAgo(days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	now := time.Now
	if clock := a.now(); clock != nil {
		now = clock
	}
	return now().AddDate(0, 0, -days)
}

// sessionsFull warns where the conversations of a store take more room than
// sessions.max_bytes; nothing is deleted for that.
func (a *app) sessionsFull(s *repo.Store) (string, error) {
	settings, err := a.loadSettings(s.Root, s.ID)
	if err != nil {
		return "", err
	}
	shelf, err := a.sessionsOf(s)
	if err != nil {
		return "", err
	}
	taken, err := shelf.Bytes()
	if err != nil || taken <= settings.Sessions.MaxBytes {
		return "", err
	}
	return fmt.Sprintf("the conversations of the %s store take %s, sessions.max_bytes is %s: `gitmem session delete ID` deletes one, `gitmem config set sessions.keep_days DAYS` lets old ones go",
		s.Scope, size(taken), size(settings.Sessions.MaxBytes)), nil
}
