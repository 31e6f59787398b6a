package jobs

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// beating runs a test in which time passes only when nothing else can happen;
// the clock of the queue goes with it, and can be put forward alone.
func beating(t *testing.T, test func(b *bench, pass func(time.Duration))) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.admit(work(0))
		test(b, func(d time.Duration) {
			b.clock.sleep(d)
			time.Sleep(d)
			synctest.Wait()
		})
	})
}

func TestKeepBeats(t *testing.T) {
	beating(t, func(b *bench, pass func(time.Duration)) {
		c := b.claim(b.Queue)
		held, stop := c.Keep(ctx)
		pass(Heartbeat - time.Second)
		if until := b.get(0).Lease.Until; !until.Equal(began.Add(LeaseTime)) {
			t.Errorf("a beat before its time: %v", until)
		}
		for range 300 {
			pass(Heartbeat)
		}
		if until := b.get(0).Lease.Until; until.Before(b.clock.read().Add(LeaseTime - Heartbeat)) {
			t.Errorf("held until %v, it is %v", until, b.clock.read())
		}
		b.nothing(b.process("two", nil))
		stop()
		stop()
		last := b.get(0)
		pass(time.Minute)
		if !b.get(0).same(last) {
			t.Error("it beats after the stop")
		}
		if !errors.Is(held.Err(), context.Canceled) || errors.As(context.Cause(held), new(*LostError)) {
			t.Errorf("stopped: %v", context.Cause(held))
		}
		b.must(c.Settled())
	})
}

func TestKeepEndsTheWorkWhenLost(t *testing.T) {
	for name, lose := range map[string]func(b *bench){
		"the machine slept": func(b *bench) { b.clock.sleep(LeaseTime) },
		"another took it": func(b *bench) {
			b.clock.sleep(LeaseTime)
			b.claim(b.process("two", nil))
		},
		"it was deleted": func(b *bench) { b.must(b.process("two", nil).remove(named(0))) },
	} {
		t.Run(name, func(t *testing.T) {
			beating(t, func(b *bench, pass func(time.Duration)) {
				held, stop := b.claim(b.Queue).Keep(ctx)
				defer stop()
				pass(Heartbeat)
				if held.Err() != nil {
					t.Fatal(context.Cause(held))
				}
				lose(b)
				pass(Heartbeat)
				if held.Err() == nil {
					t.Fatal("it goes on")
				}
				b.lost(context.Cause(held))
			})
		})
	}
}

func TestKeepEndsWithItsContext(t *testing.T) {
	beating(t, func(b *bench, _ func(time.Duration)) {
		c := b.claim(b.Queue)
		why := errors.New("a person interrupted it")
		outer, cancel := context.WithCancelCause(ctx)
		held, stop := c.Keep(outer)
		cancel(why)
		<-held.Done()
		if !errors.Is(context.Cause(held), why) {
			t.Error(context.Cause(held))
		}
		stop()
		b.must(c.Release())
	})
}

// A heartbeat that cannot be written is made up for, until the lease is over.
func TestKeepOutlivesAFullDisk(t *testing.T) {
	beating(t, func(b *bench, pass func(time.Duration)) {
		c := b.claim(b.Queue)
		full := errors.New("no space left")
		b.o.Probe = func(string, string) error { return full }
		held, stop := c.Keep(ctx)
		for range LeaseTime/Heartbeat - 1 {
			pass(Heartbeat)
		}
		if held.Err() != nil {
			t.Fatal(context.Cause(held))
		}
		b.o.Probe = nil
		pass(Heartbeat / 2)
		stop()
		b.must(c.Beat(ctx)) // there was time
		b.o.Probe = func(string, string) error { return full }
		held, stop = c.Keep(ctx)
		defer stop()
		for range LeaseTime / Heartbeat {
			pass(Heartbeat)
		}
		if held.Err() == nil {
			t.Fatal("it goes on")
		}
		b.lost(context.Cause(held))
	})
}

// Where not even the file can be read, the time that passed tells.
func TestKeepWithoutAFolder(t *testing.T) {
	beating(t, func(b *bench, pass func(time.Duration)) {
		c := b.claim(b.Queue)
		held, stop := c.Keep(ctx)
		defer stop()
		b.write(0, "{")
		for range LeaseTime/Heartbeat - 1 {
			pass(Heartbeat)
		}
		if held.Err() != nil {
			t.Fatal(context.Cause(held))
		}
		pass(Heartbeat)
		b.lost(context.Cause(held))
	})
}
