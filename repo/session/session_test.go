package session_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/repo"
	"gitmem/repo/session"
)

var ctx = context.Background()

func shelf(t *testing.T, o session.Options) *session.Shelf {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	}
	return session.Open(t.TempDir(), o)
}

func entry(id, message string, revision int, text string) session.Entry {
	return session.Entry{
		Conversation: session.Conversation{ID: id, Agent: "test"},
		Message:      session.Message{ID: message, Revision: revision, Role: session.User, Text: text},
	}
}

func add(t *testing.T, s *session.Shelf, entries ...session.Entry) session.Added {
	t.Helper()
	a, err := s.Append(ctx, session.Batch{Entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func texts(t *testing.T, s *session.Shelf, id string) string {
	t.Helper()
	var list []string
	for m, err := range s.Messages(id) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m.ID+"="+m.Text)
	}
	return strings.Join(list, " ")
}

func TestTheNewestRevisionCounts(t *testing.T) {
	s := shelf(t, session.Options{})
	add(t, s, entry("a", "1", 1, "one"), entry("a", "2", 1, "two"))
	if a := add(t, s, entry("a", "1", 2, "ONE"), entry("a", "2", 1, "other"), entry("a", "1", 1, "old")); a.New != 0 || a.Revised != 1 || a.Known != 2 {
		t.Fatalf("%+v", a)
	}
	if have := texts(t, s, "a"); have != "1=ONE 2=two" {
		t.Fatal(have)
	}
	if _, err := s.Message("a", "3"); !errors.As(err, new(*session.NotFoundError)) {
		t.Fatal(err)
	}
}

// TestTheKnownFileIsNeverNeeded damages and removes the copy of what is known.
func TestTheKnownFileIsNeverNeeded(t *testing.T) {
	long := strings.Repeat("two", 2000)
	for _, damage := range []func(path string) error{
		os.Remove,
		func(p string) error { return os.Truncate(p, 13) },
		func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("x", 280)), 0o600) },
		func(p string) error { return os.WriteFile(p, nil, 0o600) },
	} {
		s := shelf(t, session.Options{})
		add(t, s, entry("a", "1", 1, "one"), entry("a", "2", 1, long))
		if err := damage(filepath.Join(s.Root(), "by-id", "a", "known")); err != nil {
			t.Fatal(err)
		}
		if have := texts(t, s, "a"); have != "1=one 2="+long {
			t.Fatal(have)
		}
		if a := add(t, s, entry("a", "2", 1, long), entry("a", "3", 1, "three")); a.New != 1 || a.Known != 1 {
			t.Fatalf("%+v", a)
		}
		if have := texts(t, s, "a"); have != "1=one 2="+long+" 3=three" {
			t.Fatal(have)
		}
	}
}

func TestATornLastLineIsRepaired(t *testing.T) {
	s := shelf(t, session.Options{})
	add(t, s, entry("a", "1", 1, "one"))
	path := filepath.Join(s.Root(), "by-id", "a", "messages.jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"id":"2","revision":1,"te`)
	f.Close()
	if have := texts(t, s, "a"); have != "1=one" {
		t.Fatal(have)
	}
	add(t, s, entry("a", "2", 1, "two"))
	if have := texts(t, s, "a"); have != "1=one 2=two" {
		t.Fatal(have)
	}
	data, _ := os.ReadFile(path)
	if n := strings.Count(string(data), "\n"); n != 2 {
		t.Errorf("%d lines: %s", n, data)
	}
}

func TestTwoReadersOfOneTranscript(t *testing.T) {
	s := shelf(t, session.Options{})
	first, err := s.Source("/t.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	second, _ := s.Source("/t.jsonl")
	first.Offset, second.Offset = 10, 20
	if _, err := s.Append(ctx, session.Batch{Source: first, Entries: []session.Entry{entry("a", "1", 1, "one")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(ctx, session.Batch{Source: second, Entries: []session.Entry{entry("a", "2", 1, "two")}}); !errors.As(err, new(*session.MovedError)) {
		t.Fatal(err)
	}
	if have := texts(t, s, "a"); have != "1=one" {
		t.Fatal(have)
	}
	if src, _ := s.Source("/t.jsonl"); src.Offset != 10 {
		t.Fatal(src.Offset)
	}
}

func TestManyWritersDoubleNothing(t *testing.T) {
	state := t.TempDir()
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			s := session.Open(state, session.Options{Wait: 20 * time.Second})
			for n := range 10 {
				if _, err := s.Append(ctx, session.Batch{Entries: []session.Entry{entry("a", fmt.Sprint(n), 1, "x")}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	s := session.Open(state, session.Options{})
	if n := strings.Count(texts(t, s, "a"), "="); n != 10 {
		t.Errorf("%d messages", n)
	}
	about, err := s.Find("a")
	if err != nil || about.Messages != 10 {
		t.Error(about, err)
	}
}

func TestABusyShelfSaysSo(t *testing.T) {
	var inner error
	var s *session.Shelf
	o := session.Options{}
	state := t.TempDir()
	asked := false
	o.Probe = func(step, _ string) error {
		if step == "session.append" && !asked {
			asked = true
			_, inner = session.Open(state, session.Options{}).Append(ctx, session.Batch{Entries: []session.Entry{entry("b", "1", 1, "x")}})
		}
		return nil
	}
	s = session.Open(state, o)
	add(t, s, entry("a", "1", 1, "one"))
	if !errors.Is(inner, repo.ErrLockBusy) {
		t.Fatal(inner)
	}
}

func TestFindByPrefix(t *testing.T) {
	s := shelf(t, session.Options{})
	sub := entry("ab1.agent-x", "1", 1, "x")
	sub.Conversation.Parent, sub.Conversation.Relation = "ab1", session.Subagent
	add(t, s, entry("ab1", "1", 1, "x"), entry("ac2", "1", 1, "x"), sub)
	if about, err := s.Find("ab"); err != nil || about.ID != "ab1" {
		t.Error(about, err)
	}
	if _, err := s.Find("a"); !errors.As(err, new(*session.AmbiguousError)) {
		t.Error(err)
	}
	for _, none := range []string{"zz", "", "../ab1"} {
		if _, err := s.Find(none); !errors.As(err, new(*session.NotFoundError)) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

// TestNamesCannotLeaveTheFolder takes hostile names of sessions.
func TestNamesCannotLeaveTheFolder(t *testing.T) {
	s := shelf(t, session.Options{})
	names := []string{"../../x", "..", "A", "a", "con", strings.Repeat("n", 400), "a/b", "a\\b", "é"}
	for _, name := range names {
		add(t, s, entry(name, "1", 1, name))
	}
	entries, err := os.ReadDir(filepath.Join(s.Root(), "by-id"))
	if err != nil || len(entries) != len(names) {
		t.Fatalf("%d folders, %v", len(entries), err)
	}
	for _, name := range names {
		if have := texts(t, s, name); have != "1="+name {
			t.Errorf("%q: %q", name, have)
		}
	}
}

func TestDeletedStaysDeleted(t *testing.T) {
	s := shelf(t, session.Options{})
	add(t, s, entry("a", "1", 1, "one"))
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if a := add(t, s, entry("a", "1", 1, "one"), entry("a", "2", 1, "two")); a.New != 0 || fmt.Sprint(a.Deleted) != "[a]" {
		t.Fatalf("%+v", a)
	}
	if have := texts(t, s, "a"); have != "" {
		t.Fatal(have)
	}
	if list, _ := s.List(); len(list) != 0 {
		t.Fatal(list)
	}
	if err := s.Delete(ctx, "a"); !errors.As(err, new(*session.NotFoundError)) {
		t.Fatal(err)
	}
}

// TestDeletionIsCompleted kills a deletion before each change.
func TestDeletionIsCompleted(t *testing.T) {
	for kill := 1; kill <= 4; kill++ {
		state := t.TempDir()
		long := strings.Repeat("one", 2000)
		add(t, session.Open(state, session.Options{}), entry("a", "1", 1, long))
		n := 0
		killed := session.Open(state, session.Options{Probe: func(string, string) error {
			if n++; n >= kill {
				return errors.New("killed")
			}
			return nil
		}})
		if err := killed.Delete(ctx, "a"); err == nil {
			t.Fatalf("only %d changes", kill-1)
		}
		s := session.Open(state, session.Options{})
		if _, err := s.Find("a"); err == nil {
			if have := texts(t, s, "a"); have != "1="+long {
				t.Fatal("neither there nor deleted")
			}
			continue
		}
		if _, err := s.Expire(ctx, time.Time{}, nil); err != nil {
			t.Fatal(err)
		}
		if size, _ := s.Bytes(); size != 0 {
			t.Errorf("kill %d: %d bytes stay", kill, size)
		}
	}
}

func TestExpiryKeepsWhatIsNeeded(t *testing.T) {
	s := shelf(t, session.Options{})
	old, young := entry("old", "1", 1, "x"), entry("young", "1", 1, "x")
	needed := entry("needed", "1", 1, "x")
	old.Message.Time, needed.Message.Time, young.Message.Time = time.Unix(1000, 0), time.Unix(1000, 0), time.Unix(9000, 0)
	add(t, s, old, young, needed)
	gone, err := s.Expire(ctx, time.Unix(5000, 0), func(id string) bool { return id == "needed" })
	if err != nil || fmt.Sprint(gone) != "[old]" {
		t.Fatal(gone, err)
	}
	list, _ := s.List()
	if len(list) != 2 || list[0].ID != "young" || list[1].ID != "needed" {
		t.Fatal(list)
	}
}

func TestNotes(t *testing.T) {
	s := shelf(t, session.Options{})
	if err := s.Note(session.Noted{Path: "/t.jsonl", Size: 5}); err != nil {
		t.Fatal(err)
	}
	list, err := s.Noted()
	if err != nil || len(list) != 1 || list[0].Size != 5 {
		t.Fatal(list, err)
	}
	if err := s.Note(session.Noted{Path: "/t.jsonl", Size: 9, Ended: true}); err != nil {
		t.Fatal(err)
	}
	if err := s.Done(list[0]); err != nil {
		t.Fatal(err)
	}
	if list, _ = s.Noted(); len(list) != 1 || list[0].Size != 9 {
		t.Fatal("a newer note was taken away", list)
	}
	if err := s.Done(list[0]); err != nil {
		t.Fatal(err)
	}
	if list, _ = s.Noted(); len(list) != 0 {
		t.Fatal(list)
	}
}
