package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

func said(n int) string {
	return fmt.Sprintf(`{"id":"g%d","role":"user","text":"short %d"}`+"\n", n, n)
}

func write(t testing.TB, name string, parts ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(parts, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Case I01: a line of 16 MiB is cut, one of 70 MiB is named, all others are read.
func TestLongLinesStopNothing(t *testing.T) {
	path := write(t, "s.jsonl", said(1), said(2), said(3),
		`{"id":"big","role":"user","text":"`, strings.Repeat("x", 16<<20), "\"}\n",
		said(4), said(5), said(6),
		`{"id":"huge","role":"user","text":"`, strings.Repeat("y", 70<<20), "\"}\n", said(7))
	s := newShelf(t)
	r := imported(t, s, transcript.Options{}, path)
	if r.Messages != 8 || len(r.Skipped) != 1 || r.Skipped[0].Line != 8 || !r.Partial() {
		t.Fatalf("%d messages, skipped %v", r.Messages, r.Skipped)
	}
	big, err := s.Message("s", "big")
	if err != nil || len(big.Text) != session.MaxText || !big.Cut || !strings.HasSuffix(big.Text, session.CutMarker) {
		t.Fatalf("%d bytes, cut %v, %v", len(big.Text), big.Cut, err)
	}
}

// Case I02 (a): lines that are no records are named, the others are read; twice is once.
func TestBadLinesAreNamed(t *testing.T) {
	path := write(t, "s.jsonl", said(1), "[]\n", "42\n", "\"x\"\n", "{}\n", "\x00\x00\n", strings.TrimSuffix(said(2), "\n"), "\r\n", "\n",
		"{\"role\":\"user\",\"text\":\"a\x00b\"}\n", said(3), `{"id":"g4","role":"us`)
	s := newShelf(t)
	r := imported(t, s, transcript.Options{}, path)
	var at []int
	for _, l := range r.Skipped {
		at = append(at, l.Line)
	}
	if want := "[2 3 4 5 6 9 11]"; r.Messages != 3 || fmt.Sprint(at) != want {
		t.Fatalf("%d messages, skipped %v, want lines %s", r.Messages, r.Skipped, want)
	}
	again := imported(t, s, transcript.Options{}, path)
	if again.Messages != 0 || again.Known != 3 || fmt.Sprint(again.Skipped) != fmt.Sprint(r.Skipped) {
		t.Fatalf("again: %+v", again)
	}
}

func TestNoFormatIsRefused(t *testing.T) {
	path := write(t, "s.jsonl", "{\"hello\":1}\n{\"world\":2}\n")
	_, err := transcript.Import(context.Background(), newShelf(t), []string{path}, transcript.Options{})
	if !errors.Is(err, transcript.ErrFormat) {
		t.Fatal(err)
	}
	r := imported(t, newShelf(t), transcript.Options{}, write(t, "empty.jsonl", "\n"))
	if r.Messages != 0 || r.Partial() {
		t.Fatalf("%+v", r)
	}
}

// A file that grows, by any pieces, gives what the whole file gives.
func TestGrowingByPieces(t *testing.T) {
	whole, err := os.ReadFile(spotter(t, "tool_heavy.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	once := newShelf(t)
	imported(t, once, transcript.Options{}, write(t, "t.jsonl", string(whole)))
	for _, piece := range []int{1 << 20, 5000, 997} {
		path := write(t, "t.jsonl")
		s := newShelf(t)
		for n := 0; n < len(whole); n += piece {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			f.Write(whole[n:min(n+piece, len(whole))])
			f.Close()
			for more := true; more; {
				r, again, err := transcript.Follow(context.Background(), s, path, transcript.Options{Limit: 700})
				if err != nil || r.Partial() {
					t.Fatal(r, err)
				}
				more = again
			}
		}
		same(t, once, s)
	}
}

// same compares all sessions of two shelves but for revisions.
func same(t testing.TB, a, b *session.Shelf) {
	t.Helper()
	list, err := a.List()
	if err != nil || len(list) == 0 {
		t.Fatal("nothing to compare", err)
	}
	for _, about := range list {
		want, have := messages(t, a, about.ID), messages(t, b, about.ID)
		if len(want) != len(have) {
			t.Fatalf("%s: %d messages, want %d", about.ID, len(have), len(want))
		}
		for i := range want {
			if w, h := fmt.Sprintf("%+v", want[i]), fmt.Sprintf("%+v", have[i]); len(want[i].Tools) == 0 && w != h || want[i].ID != have[i].ID || want[i].End != have[i].End || len(want[i].Tools) != len(have[i].Tools) {
				t.Fatalf("%s, message %d:\n%s\nwant\n%s", about.ID, i, h, w)
			}
			for n, c := range want[i].Tools {
				if h := have[i].Tools[n]; c.ID != h.ID || c.Status != h.Status || c.Output != h.Output {
					t.Fatalf("call %d: %+v, want %+v", n, h, c)
				}
			}
		}
	}
}

// A file that was replaced is read from its beginning, and doubles nothing.
func TestReplacedFile(t *testing.T) {
	path := write(t, "s.jsonl", said(1), said(2))
	s := newShelf(t)
	follow(t, s, path, transcript.Options{})
	if err := os.WriteFile(path, []byte(said(9)+said(1)+said(2)+said(3)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := follow(t, s, path, transcript.Options{}); r.Messages != 2 || r.Known != 2 {
		t.Fatalf("%+v", r)
	}
}

func follow(t testing.TB, s *session.Shelf, path string, o transcript.Options) transcript.Report {
	t.Helper()
	r, _, err := transcript.Follow(context.Background(), s, path, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Following costs what was added: nothing but the end of the file is read, and
// what is allocated does not grow with the file.
func TestFollowingCostsWhatWasAdded(t *testing.T) {
	cost := func(lines int) uint64 {
		var b strings.Builder
		for n := range lines {
			b.WriteString(fmt.Sprintf(`{"id":"u%d","role":"user","text":"%s"}`+"\n", n, strings.Repeat("w", 4000)))
		}
		path := write(t, "s.jsonl", b.String())
		s := newShelf(t)
		imported(t, s, transcript.Options{}, path)
		f, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		f.WriteString(said(-1))
		f.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if r := follow(t, s, path, transcript.Options{}); r.Messages != 1 || r.Lines != 1 || r.Bytes > 100 {
			t.Fatalf("%+v", r)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := cost(50), cost(2000)
	if large > small+1<<20 { // the transcript is 8 MiB longer; 28 bytes a message are read
		t.Errorf("%d bytes for a small file, %d for a large one", small, large)
	}
}

// A large file streams: the memory that is held does not grow with it.
func TestLargeFilesStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	fill := strings.Repeat("z", 1<<20)
	for n := range 64 {
		fmt.Fprintf(f, `{"id":"u%d","role":"assistant","text":"%s"}`+"\n", n, fill)
	}
	f.Close()
	peak := uint64(0)
	imported(t, newShelf(t), transcript.Options{Progress: func(_, _ int64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapAlloc)
	}}, path)
	if peak > 40<<20 {
		t.Errorf("%d MiB are held", peak>>20)
	}
}
