package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// followed is what reading on in noted transcripts gave.
type followed struct {
	read     int // messages that were new
	admitted int // jobs that were queued
}

// followNoted reads on in the transcripts that hooks have noted, altogether at
// most transcript.Wake bytes, and queues what is finished in them; the rest
// waits for the next time. A note is taken away last, so that a kill before that
// repeats what it asks for. One that cannot be carried out stays, is named in
// the error, and does not stop the others.
func (a *app) followNoted(ctx context.Context, l *learner) (followed, error) {
	var did followed
	noted, failed := l.Shelf.Noted()
	belongs, room := a.belongs(l.found), int64(transcript.Wake)
	for _, n := range noted {
		if room <= 0 || ctx.Err() != nil {
			break
		}
		report, more, err := transcript.Follow(ctx, l.Shelf, n.Path, transcript.Options{
			Format: n.Format, Limit: room, Ended: stillEnds(n), Belongs: belongs,
		})
		did.read, room = did.read+report.Messages, room-report.Bytes
		if err != nil && ctx.Err() == nil {
			a.sayUnread(n, err)
		}
		queued, err := l.admit(ctx, fedBy(l.Shelf, n, report))
		did.admitted += queued
		if err == nil && !more && ctx.Err() == nil {
			err = l.Shelf.Done(n)
		}
		failed = errors.Join(failed, err)
	}
	return did, errors.Join(failed, ctx.Err())
}

func (a *app) sayUnread(n session.Noted, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		a.tell("%s: it is gone; what was read of it before is kept", visibleName(n.Path))
		return
	}
	a.tell("%s", visibleName(firstLine(err.Error())))
}

// stillEnds tells whether a turn that was over when its transcript was noted is
// the last in it. Behind what was written then another one may be under way.
func stillEnds(n session.Noted) bool {
	info, err := os.Stat(n.Path)
	return n.Ended && err == nil && info.Size() <= n.Size
}

// fedBy are the sessions of a transcript, also those that were read before:
// whoever read them may have been killed before their turns were queued.
func fedBy(shelf *session.Shelf, n session.Noted, r transcript.Report) []string {
	ids := slices.Clone(r.Sessions)
	if source, err := shelf.Source(n.Path); err == nil {
		for id := range source.Sizes {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
