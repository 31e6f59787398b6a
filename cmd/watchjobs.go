package cmd

import (
	"context"
	"io"
	"maps"
	"sync"
	"time"

	"gitmem/candidates"
)

// waking works on what waits while watch lives, in a goroutine of its own: a
// model may take minutes, in which files are to be checked all the same.
type waking struct {
	app     *app
	every   time.Duration
	release func()          // gives up that this process is at the queue; nil: it is not
	noted   map[string]bool // notices that were printed
	failure string          // that was told last
}

// newWaking makes the output of this command safe for two at once, and the
// goroutine an app of its own, so that the two share nothing else.
func (a *app) newWaking(d *candidates.Desk) (*waking, error) {
	settings, err := a.loadSettings(d.Store.Root, d.Store.ID)
	if err != nil {
		return nil, err
	}
	var one sync.Mutex
	a.Out, a.Err = &shared{one: &one, to: a.Out}, &shared{one: &one, to: a.Err}
	return &waking{app: a, every: settings.Learning.PostTurn.PollInterval, noted: maps.Clone(a.noted)}, nil
}

// shared is an output into which several goroutines write whole lines.
type shared struct {
	one *sync.Mutex
	to  io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.one.Lock()
	defer s.one.Unlock()
	return s.to.Write(p)
}

// beside wakes at once and with each tick until other work ends. It ends when
// the wake that is under way has put its job back.
func (w *waking) beside(ctx context.Context, work func(context.Context) error) error {
	every := w.app.Every
	if every == nil {
		every = ticker
	}
	ticks, stop := every(w.every)
	defer stop()
	until, end := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { w.run(until, ticks) })
	err := work(ctx)
	end()
	ended.Wait()
	return err
}

func ticker(every time.Duration) (<-chan time.Time, func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}

func (w *waking) run(ctx context.Context, ticks <-chan time.Time) {
	defer w.leave()
	for {
		w.wake(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

// wake works once on what waits, by the settings as they are now. What fails is
// told once, and is tried again with the next tick.
func (w *waking) wake(ctx context.Context) {
	a := newApp(w.app.Streams)
	a.globals, a.noted = w.app.globals, w.noted
	did, err := w.once(ctx, a)
	for _, d := range did {
		a.sayDone(d)
	}
	switch {
	case ctx.Err() != nil:
	case err == nil:
		w.failure = ""
	case err.Error() != w.failure:
		w.failure = err.Error()
		a.tell("learning from sessions: %s", visible(firstLine(w.failure)))
	}
}

// leave says that this process is at the queue no more.
func (w *waking) leave() {
	if w.release != nil {
		w.release()
		w.release = nil
	}
}

// once does nothing, and holds nothing, where nothing is to be learned.
func (w *waking) once(ctx context.Context, a *app) (did []doneJSON, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{value: r}
		}
	}()
	l, err := a.learner()
	if err != nil {
		return nil, err
	}
	if on, _ := l.Settings.Generates(); !on {
		w.leave()
		return nil, nil
	}
	if err := l.mayLearn(); err != nil {
		return nil, err
	}
	if w.release == nil {
		if release, err := l.Queue.Attend(ctx); err == nil {
			w.release = release
		}
	}
	out, _, err := a.wake(ctx, l, l.Settings.Learning.PostTurn.MaxJobsPerWake)
	return out.Jobs, err
}

// sayDone says what became of one job.
func (a *app) sayDone(d doneJSON) {
	if a.asJSON() {
		_ = a.printJSON(d) // a reader that went away is no reason to end
		return
	}
	a.say("%s", a.doneLine(d))
}
