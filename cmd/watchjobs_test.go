package cmd

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/repo"
)

// TestWatchWorksOnWhatWaits drives a watch by its ticks; a tick is taken only
// when the wake before it is over.
func TestWatchWorksOnWhatWaits(t *testing.T) {
	h := newHookHome(t)
	h.hook("Stop")
	ticks := make(chan time.Time)
	var every time.Duration
	h.streams.Every = func(d time.Duration) (<-chan time.Time, func()) { every = d; return ticks, func() {} }
	var now atomic.Int64 // seconds later
	h.streams.Now = func() time.Time { return hookNow.Add(time.Duration(now.Load()) * time.Second) }
	asked := 0
	h.streams.Model = answering(func() (model.Answer, error) {
		if asked++; asked == 1 {
			return model.Answer{}, errors.New("no answer today")
		}
		return model.Answer{Text: `{"experiences":[],"memories":[]}`, Stop: model.StopEnd}, nil
	})
	a := newApp(h.streams)
	d, err := a.desk()
	if err != nil {
		t.Fatal(err)
	}
	w, err := a.newWaking(d)
	if err != nil {
		t.Fatal(err)
	}
	var twice error
	err = w.beside(context.Background(), func(context.Context) error {
		ticks <- hookNow // the first wake is over: the attempt failed
		_, l := h.learner(nil)
		_, twice = l.Queue.Attend(context.Background())
		now.Store(3600)
		ticks <- hookNow // not due before; now the model answers
		ticks <- hookNow
		return nil
	})
	said := strings.Split(strings.TrimSpace(h.out.String()), "\n")
	if err != nil || !errors.Is(twice, repo.ErrLockBusy) || every != time.Minute || asked != 2 ||
		len(said) != 2 || !strings.Contains(said[0], " queued ") || !strings.Contains(said[0], "no answer today") || !strings.Contains(said[1], " completed ") {
		t.Errorf("%v, %v, every %v, asked %d times: %q", err, twice, every, asked, said)
	}
	_, l := h.learner(nil)
	if attended, err := l.Queue.Attended(); attended || err != nil {
		t.Errorf("somebody is at the queue after the end: %v", err)
	}
}

// A wake that fails is told once, and again only after one went well.
func TestAWakeThatFailsIsToldOnce(t *testing.T) {
	h := newHookHome(t)
	a := newApp(h.streams)
	d, err := a.desk()
	if err != nil {
		t.Fatal(err)
	}
	w, err := a.newWaking(d)
	if err != nil {
		t.Fatal(err)
	}
	settings := h.home + "/.config/gitmem/config.yaml"
	good := string(h.read(settings))
	wake := func(text string, want int) {
		t.Helper()
		h.write(settings, text)
		h.err.Reset()
		w.wake(context.Background())
		if told := strings.Count(h.err.String(), "\n"); told != want {
			t.Errorf("told %d times: %q", told, h.err)
		}
	}
	wake("learning: [\n", 1)
	wake("learning: [\n", 0)
	wake(good, 0)
	wake("learning: [\n", 1)
	w.leave()
}
