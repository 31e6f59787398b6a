package transcript_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

var errKilled = errors.New("killed")

// TestKilledAnywhere stops an import before each change of the disk, and in
// the middle of each write, and goes on: no message is lost, none is doubled.
func TestKilledAnywhere(t *testing.T) {
	path := write(t, "t.jsonl",
		`{"type":"session","id":"a","cwd":"/w"}`+"\n", said(1),
		`{"id":"x","role":"assistant","text":"looking","tools":[{"id":"c1","name":"sh","kind":"shell","command":"ls"}]}`+"\n",
		`{"type":"result","call":"c1","status":"ok","output":"out"}`+"\n",
		`{"id":"y","role":"assistant","text":"done`+strings.Repeat(" and done", 600)+`"}`+"\n", said(2),
		`{"type":"session","id":"b","parent":"a"}`+"\n", said(3), said(4))
	want := newShelf(t)
	imported(t, want, transcript.Options{Limit: 150}, path)
	steps, kinds := 0, map[string]int{}
	count := session.Open(t.TempDir(), session.Options{Probe: func(step, _ string) error { steps++; kinds[step]++; return nil }})
	imported(t, count, transcript.Options{Limit: 150}, path)
	if steps < 20 || kinds["session.known"] == 0 || kinds["session.append"] < 4 || kinds["session.rename"] < 5 {
		t.Fatalf("only %d changes of the disk: %v", steps, kinds)
	}
	for kill := 1; kill <= steps; kill++ {
		for _, torn := range []bool{false, true} {
			state, n, last := t.TempDir(), 0, ""
			s := session.Open(state, session.Options{Probe: func(step, path string) error {
				if n++; n >= kill {
					last = step
					return errKilled
				}
				return nil
			}})
			if _, err := transcript.Import(context.Background(), s, []string{path}, transcript.Options{Limit: 150}); !errors.Is(err, errKilled) {
				t.Fatal(kill, err)
			}
			if torn {
				tear(t, state, last)
			}
			s = session.Open(state, session.Options{})
			for more := true; more; {
				var err error
				if _, more, err = transcript.Follow(context.Background(), s, path, transcript.Options{Limit: 150}); err != nil {
					t.Fatal(kill, err)
				}
			}
			same(t, want, s)
			if r := imported(t, s, transcript.Options{}, path); r.Messages != 0 || r.Revised != 0 {
				t.Fatalf("kill %d: imported again: %+v", kill, r)
			}
		}
	}
}

// tear leaves what a write that was cut short leaves.
func tear(t *testing.T, state, step string) {
	t.Helper()
	if step != "session.append" && step != "session.known" {
		return
	}
	name := map[string]string{"session.append": "messages.jsonl", "session.known": "known"}[step]
	files, _ := filepath.Glob(filepath.Join(state, "sessions", "by-id", "*", name))
	for _, path := range files {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString(`{"id":"torn","rev`)
		f.Close()
	}
}

// TestLostMessages takes away what a power failure takes away: the place is
// further than the messages, and the transcript is read again.
func TestLostMessages(t *testing.T) {
	path := write(t, "t.jsonl", said(1), said(2), said(3))
	state := t.TempDir()
	s := session.Open(state, session.Options{})
	follow(t, s, path, transcript.Options{})
	file := filepath.Join(s.Root(), "by-id", "t", "messages.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.IndexByte(string(data), '\n') + 1
	if err := os.WriteFile(file, data[:at+5], 0o600); err != nil {
		t.Fatal(err)
	}
	s = session.Open(state, session.Options{})
	if r := follow(t, s, path, transcript.Options{}); r.Messages != 2 || r.Known != 1 {
		t.Fatalf("%+v", r)
	}
	if list := messages(t, s, "t"); len(list) != 3 {
		t.Fatalf("%d messages", len(list))
	}
}
