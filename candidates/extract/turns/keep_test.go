package turns_test

import (
	"fmt"
	"iter"
	"runtime"
	"strings"
	"testing"

	"gitmem/candidates/extract/turns"
	"gitmem/repo/session"
)

// endless is one turn of n messages besides the first and the answer. The one in
// the middle writes a file, takes in external content and is followed by a
// correction; its command failed near the beginning.
func endless(n, size int) iter.Seq2[session.Message, error] {
	text := strings.Repeat("x", size)
	return func(yield func(session.Message, error) bool) {
		first := session.Message{ID: "u", Role: session.User, Typed: true, Text: "do it"}
		if !yield(first, nil) {
			return
		}
		for i := range n {
			m := session.Message{ID: fmt.Sprint(i), Role: session.Assistant, Text: text + fmt.Sprint(i)}
			m.Tools = []session.ToolCall{{Name: "sh", Kind: session.Shell, Command: fmt.Sprint("run ", i%1000), Status: session.OK}}
			switch i {
			case 1:
				m.Tools[0].Status = session.Failed
			case n / 2:
				m.Tools = append(m.Tools, session.ToolCall{Name: "w", Kind: session.Web, Target: "a", Status: session.OK, Artifacts: []string{"a"}})
			case n/2 + 1:
				m = session.Message{ID: "aside", Role: session.User, Typed: true, Aside: true, Text: "You forgot the test"}
			}
			if !yield(m, nil) {
				return
			}
		}
		yield(session.Message{ID: "f", Role: session.Assistant, Text: "Done.", End: session.Final}, nil)
	}
}

func TestLongTurnsKeepBothEnds(t *testing.T) {
	for _, c := range []struct{ n, size int }{{100_000, 10}, {100, 1 << 20}, {5000, 4000}} {
		one, ok, err := turns.Newest(about("codex"), endless(c.n, c.size))
		if err != nil || !ok || !one.Cut() {
			t.Fatalf("%+v: %v, %v, cut %v", c, ok, err, one.Cut())
		}
		answer, _ := one.Answer()
		if one.Messages[0].ID != "u" || answer.ID != "f" || len(one.Messages)+one.Left != c.n+2 || len(one.Messages) > turns.MaxMessages {
			t.Errorf("%+v: %d messages, %d left out, from %s to %s", c, len(one.Messages), one.Left, one.Messages[0].ID, answer.ID)
		}
		size := 0
		for _, m := range one.Messages {
			size += len(m.Text)
		}
		if size > turns.MaxBytes || size < turns.MaxBytes/3 && len(one.Messages) < turns.MaxMessages {
			t.Errorf("%+v: %d bytes in %d messages", c, size, len(one.Messages))
		}
		// Message i of the loop follows the first one, so the head ends with Head-2.
		if got, want := one.Messages[one.Head-1].ID, fmt.Sprint(one.Head-2); got != want {
			t.Errorf("%+v: the head ends with %s, not %s", c, got, want)
		}
		if got, want := one.Messages[one.Head].ID, fmt.Sprint(one.Head-1+one.Left); got != want {
			t.Errorf("%+v: the tail begins with %s, not %s", c, got, want)
		}
		want := turns.Reasons{ToolCall: true, Artifact: true, Recovered: c.n > 1001, Correction: true}
		if got := one.Reasons(nil); got != want || !one.External() || fmt.Sprint(one.Corrections()) != "[aside]" {
			t.Errorf("%+v: of what was left out is known %+v, external %v", c, got, one.External())
		}
		if with, ok, _ := turns.With(about("codex"), endless(c.n, c.size), fmt.Sprint(c.n/2)); !ok || with.Left != one.Left {
			t.Errorf("%+v: not found by a message that was left out", c)
		}
	}
}

// Turns at the bounds are whole.
func TestTurnsAtTheBoundsAreWhole(t *testing.T) {
	for n, cut := range map[int]bool{turns.MaxMessages - 2: false, turns.MaxMessages - 1: true} {
		one, _, err := turns.Newest(about("codex"), endless(n, 10))
		if err != nil || one.Cut() != cut || one.Head > 0 != cut {
			t.Errorf("%d messages: cut %v, head %d, %v", n+2, one.Cut(), one.Head, err)
		}
	}
	huge := session.Message{ID: "u", Role: session.User, Typed: true, Text: strings.Repeat("x", 9<<20)}
	last := session.Message{ID: "f", Role: session.Assistant, Text: huge.Text, End: session.Final}
	list, err := turns.Of(about("codex"), seq([]session.Message{huge, last}))
	if err != nil || len(list) != 1 || list[0].Cut() || len(list[0].Messages) != 2 {
		t.Errorf("the first and the last message stay: %v", err)
	}
}

// A session of a million messages takes no more memory than one turn.
func TestAMillionMessagesAreNotKept(t *testing.T) {
	many := func(yield func(session.Message, error) bool) {
		for i := range 1_000_000 {
			m := session.Message{ID: fmt.Sprint(i), Role: session.User, Typed: true, Text: "go on"}
			if i%100 != 0 {
				m.Role, m.Typed, m.Text = session.Assistant, false, strings.Repeat("word ", 40)
			}
			if i%100 == 99 {
				m.End = session.Final
			}
			if !yield(m, nil) {
				return
			}
		}
	}
	heap := func() uint64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before, most, count := heap(), uint64(0), 0
	for one, err := range turns.Each(about("codex"), many) {
		if err != nil || len(one.Messages) != 100 {
			t.Fatal(len(one.Messages), err)
		}
		if count++; count%2_500 == 0 {
			most = max(most, heap())
		}
	}
	// 200 MB of text went by.
	if count != 10_000 || most > before+16<<20 {
		t.Errorf("%d turns, from %d to %d bytes", count, before, most)
	}
}

func BenchmarkEach(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := turns.Newest(about("codex"), endless(10_000, 100)); err != nil {
			b.Fatal(err)
		}
	}
}
