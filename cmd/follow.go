package cmd

import (
	"context"
	"errors"
	"io/fs"

	"gitmem/hooks/transcript"
)

// followNoted reads on in the transcripts that hooks have noted, altogether at
// most transcript.Wake bytes; the rest waits for the next time. It gives how
// many messages were new, and their sessions.
func (a *app) followNoted(ctx context.Context, l *learner) (int, []string, error) {
	noted, err := l.Shelf.Noted()
	if err != nil {
		return 0, nil, err
	}
	belongs := a.belongs(l.found)
	read, room := 0, int64(transcript.Wake)
	var sessions []string
	for _, n := range noted {
		if room <= 0 {
			break
		}
		report, more, err := transcript.Follow(ctx, l.Shelf, n.Path, transcript.Options{
			Format: n.Format, Limit: room, Ended: n.Ended, Belongs: belongs,
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			a.tell("%s: it is gone; what was read of it before is kept", visibleName(n.Path))
		case ctx.Err() != nil:
			return read, sessions, ctx.Err()
		case err != nil:
			a.tell("%s", visibleName(firstLine(err.Error())))
		}
		read, room, sessions = read+report.Messages, room-report.Bytes, append(sessions, report.Sessions...)
		if !more || err != nil {
			if err := l.Shelf.Done(n); err != nil {
				return read, sessions, err
			}
		}
	}
	return read, sessions, nil
}
