package turns_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"gitmem/candidates/extract/turns"
	"gitmem/repo/session"
)

// about is a session of an agent that records what a person typed.
func about(agent string) session.Session {
	return session.Session{Conversation: session.Conversation{ID: "s", Agent: agent}}
}

// script makes messages of words: "u" typed by a person, "n" of the user's role
// and typed by nobody, "a" typed aside, "c" a summary, "w" the agent at work,
// "f" its answer, "x" where it was stopped. A capital is a copy. "=" and what
// follows is the text, else the word itself. Ids are 1, 2, 3 …
func script(words string) []session.Message {
	var list []session.Message
	for i, word := range strings.Fields(words) {
		kind, text, ok := strings.Cut(word, "=")
		if !ok {
			text = word
		}
		m := session.Message{ID: fmt.Sprint(i + 1), Role: session.User, Text: strings.ReplaceAll(text, "_", " ")}
		m.Copied = kind != strings.ToLower(kind)
		switch strings.ToLower(kind) {
		case "u":
			m.Typed = true
		case "a":
			m.Typed, m.Aside = true, true
		case "c":
			m.Aside, m.Compaction = true, true
		case "w":
			m.Role = session.Assistant
		case "f":
			m.Role, m.End = session.Assistant, session.Final
		case "x":
			m.Role, m.End = session.Assistant, session.Interrupted
		}
		list = append(list, m)
	}
	return list
}

func seq(list []session.Message) iter.Seq2[session.Message, error] {
	return func(yield func(session.Message, error) bool) {
		for _, m := range list {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// of writes turns as their state and the ids of their messages.
func of(t *testing.T, s session.Session, list []session.Message) string {
	t.Helper()
	found, err := turns.Of(s, seq(list))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range found {
		var ids []string
		for _, m := range one.Messages {
			ids = append(ids, m.ID)
		}
		out = append(out, one.State+" "+strings.Join(ids, ","))
	}
	return strings.Join(out, "; ")
}

func TestWhereTurnsBeginAndEnd(t *testing.T) {
	for _, c := range []struct{ name, words, want string }{
		{"nothing", "", ""},
		{"one", "u w f", "complete 1,2,3"},
		{"two", "u f u w f", "complete 1,2; complete 3,4,5"},
		{"stopped", "u w x u f", "interrupted 1,2,3; complete 4,5"},
		{"no answer before the next", "u w u f", "interrupted 1,2; complete 3,4"},
		{"nothing at all before the next", "u u f", "interrupted 1; complete 2,3"},
		{"still running", "u f u w", "complete 1,2; open 3,4"},
		{"only asked", "u", "open 1"},
		{"an aside and a summary belong to it", "u w a c w f", "complete 1,2,3,4,5,6"},
		{"a summary begins nothing", "c w f u f", "complete 4,5"},
		{"what nobody typed is no new turn while one runs", "u n w f", "complete 1,2,3,4"},
		{"a command of the client, or a note of a task, sets a resting agent to work", "n w f u n w f", "complete 1,2,3; complete 4,5,6,7"},
		{"work behind the answer", "u f n w f u f", "complete 1,2; complete 3,4,5; complete 6,7"},
		{"work that nothing set off", "u f w f u f", "complete 1,2; complete 5,6"},
		{"a fork's copies", "U W F u f", "complete 4,5"},
		{"a fork within a turn", "U W f u f", "complete 4,5"},
		{"a copy within a turn", "u w W f", "complete 1,2,4"},
		{"an aside without a turn", "u f a w f", "complete 1,2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := of(t, about("claude-code"), script(c.words)); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

// An agent that says nothing of typing has turns all the same; a subagent never has.
func TestWhoHasTurns(t *testing.T) {
	if got := of(t, about("mine"), script("n w f n f")); got != "complete 1,2,3; complete 4,5" {
		t.Errorf("an agent that does not record typing: %q", got)
	}
	if got := of(t, about("codex"), script("n w n f n f")); got != "complete 1,2,3,4; complete 5,6" {
		t.Errorf("one that does: %q", got)
	}
	child := about("mine")
	child.Relation = session.Subagent
	if got := of(t, child, script("u w f")); got != "" {
		t.Errorf("a subagent: %q", got)
	}
}

func TestAnErrorEndsIt(t *testing.T) {
	broken := errors.New("broken")
	messages := func(yield func(session.Message, error) bool) {
		for _, m := range script("u f u w") {
			if !yield(m, nil) {
				return
			}
		}
		yield(session.Message{}, broken)
	}
	list, err := turns.Of(about("codex"), messages)
	if !errors.Is(err, broken) || len(list) != 1 {
		t.Errorf("%d turns, %v: what was over is given, what was open is not", len(list), err)
	}
	if _, _, err := turns.Newest(about("codex"), messages); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, _, err := turns.With(about("codex"), messages, "9"); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, ok, err := turns.With(about("codex"), messages, "2"); !ok || err != nil {
		t.Errorf("%v, %v: what stands before the error is found", ok, err)
	}
}

func TestNewestAndWith(t *testing.T) {
	list := script("u f u w a f n w f u w x u w")
	newest, ok, err := turns.Newest(about("codex"), seq(list))
	answer, answered := newest.Answer()
	if err != nil || !ok || !answered || answer.ID != "9" {
		t.Errorf("%+v, %v, %v", newest, ok, err)
	}
	for id, want := range map[string]string{"1": "1", "2": "1", "5": "3", "6": "3", "8": "7", "12": "10", "14": "13", "15": "", "": ""} {
		got, ok, err := turns.With(about("codex"), seq(list), id)
		if err != nil || ok != (want != "") || ok && got.Messages[0].ID != want {
			t.Errorf("with %s: %+v, %v, %v", id, got, ok, err)
		}
	}
	if _, ok, _ := turns.Newest(about("codex"), seq(script("u w x u w"))); ok {
		t.Error("no turn is complete")
	}
	for _, words := range []string{"u w x", "u w"} {
		list, _ := turns.Of(about("codex"), seq(script(words)))
		if _, ok := list[0].Answer(); ok {
			t.Errorf("%s: an answer", words)
		}
	}
}

// Words before a call ask nobody.
func TestWordsBeforeACallAreNoQuestion(t *testing.T) {
	list := script("u x=Is_it_the_lock? u=No. f")
	for calls, want := range map[int]string{0: "[]", 1: "[3]"} {
		list[1].Tools = make([]session.ToolCall, calls)
		found, err := turns.Of(about("codex"), seq(list))
		if err != nil || len(found) != 2 || fmt.Sprint(found[1].Corrections()) != want {
			t.Errorf("%d calls: %v, %v", calls, found, err)
		}
	}
}

// Reading stops where the caller does.
func TestIterationStops(t *testing.T) {
	read := 0
	messages := func(yield func(session.Message, error) bool) {
		for _, m := range script("u f u f u f") {
			if read++; !yield(m, nil) {
				return
			}
		}
	}
	for range turns.Each(about("codex"), messages) {
		break
	}
	if read != 2 {
		t.Errorf("%d messages were read for the first turn", read)
	}
}

func TestCorrectionsFollowWork(t *testing.T) {
	const no = "u=You_forgot_the_test"
	for _, c := range []struct{ name, words, want string }{
		{"the first message of a session", no + " f", "[]"},
		{"behind an answer", "u f " + no + " f", "[] [3]"},
		{"behind an interruption", "u w x " + no + " f", "[] [4]"},
		{"behind a message that nothing came of", "u " + no + " f", "[] []"},
		{"behind work that was copied", "U F " + no + " f", "[3]"},
		{"an aside before the agent did anything", "u a=you_forgot_it w f", "[]"},
		{"an aside", "u w a=you_forgot_it w f", "[3]"},
		{"a summary", "u w c=you_forgot_it f", "[]"},
		{"what nobody typed", "u w n=you_forgot_it f", "[]"},
		{"both", "u f " + no + " w a=you_forgot_it f", "[] [3 5]"},
		{"no to a question", "u f=Shall_I_push? u=No. f", "[] []"},
		{"no to something else", "u f=I_pushed. u=No. f", "[] [3]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := turns.Of(about("codex"), seq(script(c.words)))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, one := range found {
				got = append(got, fmt.Sprint(one.Corrections()))
				byHand := turns.Turn{Session: one.Session, Messages: one.Messages, State: one.State, Follows: one.Follows, Asked: one.Asked}
				if !slices.Equal(byHand.Corrections(), one.Corrections()) || byHand.Reasons(nil) != one.Reasons(nil) {
					t.Error("a turn put together by hand says something else")
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s", s)
			}
		})
	}
}
