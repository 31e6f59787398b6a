package transcript_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// samples is the folder of real transcripts beside the module; tests that need
// it are skipped where it is absent.
func samples(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
	}
	folder := filepath.Join(dir, "..", "shared", "data", "transcripts")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the sample transcripts are not here: ../shared/data/transcripts from the module's root")
	}
	return folder
}

func spotter(t testing.TB, name string) string {
	return filepath.Join(samples(t), "claude-code", "marot+spotter", "test", "fixtures", "transcripts", name)
}

func newShelf(t testing.TB) *session.Shelf {
	return session.Open(t.TempDir(), session.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }})
}

func imported(t testing.TB, s *session.Shelf, o transcript.Options, paths ...string) transcript.Report {
	t.Helper()
	r, err := transcript.Import(context.Background(), s, paths, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func messages(t testing.TB, s *session.Shelf, id string) []session.Message {
	t.Helper()
	var list []session.Message
	for m, err := range s.Messages(id) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

const long = "4d5611e5-241a-462a-8d15-5122611a9569"

// TestTheLongSession counts the numbers of one real session by its lines.
func TestTheLongSession(t *testing.T) {
	s := newShelf(t)
	r := imported(t, s, transcript.Options{}, spotter(t, long+".jsonl"))
	if r.Lines != 1512 || r.Partial() || len(r.Sessions) != 1 || r.Sessions[0] != long {
		t.Fatalf("%+v", r)
	}
	list := messages(t, s, long)
	var typed, compactions, answers, calls, failed, external []string
	users, finals, interrupted := 0, 0, 0
	for _, m := range list {
		begin := m.Text[:min(len(m.Text), 24)]
		if m.Role == session.User {
			users++
			if m.Typed {
				typed = append(typed, begin)
			}
			if m.Compaction {
				compactions = append(compactions, begin)
			}
			continue
		}
		answers = append(answers, m.ID)
		switch m.End {
		case session.Final:
			finals++
		case session.Interrupted:
			interrupted++
		}
		for _, c := range m.Tools {
			calls = append(calls, c.Name)
			if c.Status == session.Failed {
				failed = append(failed, c.Name)
			}
			if c.Status == session.Unknown {
				t.Errorf("call %s has no result", c.ID)
			}
			if c.External() {
				external = append(external, c.Command)
			}
		}
	}
	// 254 lines of the assistant are 139 messages: several lines share one id.
	if len(answers) != 139 {
		t.Errorf("%d messages of the assistant", len(answers))
	}
	// Lines 7, 280, 755 and 1502 are all the user's lines with text: typed are 7
	// and 280; 755 is the summary after the compaction at line 754; 1502 tells
	// of a task that ended.
	if users != 4 || strings.Join(typed, "|") != "Work on bead spotter-dov|continue" || strings.Join(compactions, "|") != "This session is being co" {
		t.Errorf("%d of the user, typed %q, compactions %q", users, typed, compactions)
	}
	// 150 lines of the user hold a result each, of which these lines say that the
	// call failed: 1075, 1120, 1247, 1375 and 1477, all of commands.
	if len(calls) != 150 || strings.Join(failed, " ") != "Bash Bash Bash Bash Bash" {
		t.Errorf("%d calls, failed: %q", len(calls), failed)
	}
	// Answers: line 1495 (then 1500 and 1501 say that the turn is over) and line
	// 1507 (then 1512). The turn that ends at line 277 has none: what was last
	// before it was a call, so it was cut off. The compaction at line 754 lies
	// within the turn that line 280 began.
	if finals != 2 || interrupted != 1 {
		t.Errorf("%d final, %d interrupted", finals, interrupted)
	}
	if len(external) != 0 {
		t.Errorf("external: %q", external)
	}
	about, err := s.Find("4d5611e5")
	if err != nil || about.Cwd != "/home/USER/projects/spotter-worktrees/spotter-dov" || about.Messages != 143 {
		t.Errorf("%+v, %v", about, err)
	}
}

// TestAllSamples reads every sample, twice.
func TestAllSamples(t *testing.T) {
	s := newShelf(t)
	read := func() (total transcript.Report, unknown int) {
		err := filepath.WalkDir(samples(t), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			r, err := transcript.Import(context.Background(), s, []string{path}, transcript.Options{})
			if errors.Is(err, transcript.ErrFormat) {
				unknown++
				return nil
			}
			total.Files += r.Files
			total.Messages += r.Messages
			total.Revised += r.Revised
			total.Known += r.Known
			total.Skipped = append(total.Skipped, r.Skipped...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return total, unknown
	}
	first, unknown := read()
	t.Logf("%d files, %d of formats that are not read, %d messages, %d lines skipped", first.Files, unknown, first.Messages, len(first.Skipped))
	for _, skipped := range first.Skipped {
		t.Logf("%s:%d: %s", filepath.Base(skipped.Path), skipped.Line, skipped.Reason)
	}
	again, _ := read()
	if again.Messages != 0 || again.Revised != 0 || len(again.Skipped) != len(first.Skipped) || again.Known < first.Messages {
		t.Errorf("second time: %d new, %d revised, %d known of %d, %d skipped of %d",
			again.Messages, again.Revised, again.Known, first.Messages, len(again.Skipped), len(first.Skipped))
	}
}
