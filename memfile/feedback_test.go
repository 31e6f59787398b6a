package memfile

import (
	"errors"
	"path"
	"strings"
	"testing"
	"time"
)

const feedbackText = `gitmem: feedback/1
session: 0b1e77aa-1111
message: msg_12
rating: negative
note: "too long: shorten it"
revision: 2
created: 2026-11-30T10:15:02Z
updated: 2026-11-30T11:15:02Z
`

func feedback() Feedback {
	return Feedback{
		Session: "0b1e77aa-1111", Message: "msg_12", Rating: RatingNegative, Note: "too long: shorten it", Revision: 2,
		Created: testTime, Updated: testTime.Add(time.Hour),
	}
}

func mustFeedback(t *testing.T, text string) *FeedbackFile {
	t.Helper()
	f, err := ParseFeedback("feedback/0b1e77aa-1111/msg_12.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

func TestFormatFeedback(t *testing.T) {
	if got := string(FormatFeedback(feedback())); got != feedbackText {
		t.Errorf("got\n%s", got)
	}
	f := mustFeedback(t, feedbackText)
	if f.Feedback() != feedback() || f.NameFault() != nil || string(f.Bytes()) != feedbackText || len(f.Notes()) != 0 {
		t.Errorf("%+v %v", f.Feedback(), f.NameFault())
	}
	if moved, _ := ParseFeedback("feedback/x/msg_12.yaml", []byte(feedbackText)); moved.NameFault().Hint != "its place is feedback/0b1e77aa-1111/msg_12.yaml" {
		t.Error(moved.NameFault())
	}
}

func TestUpdateFeedback(t *testing.T) {
	hand := "# mine\nupdated: 2026-11-30T10:15:02Z # when\nrating: 'positive'\nsession: s\nmessage: m\nrevision: 1\ncreated: 2026-11-30T10:15:02Z\ngitmem: feedback/1"
	for _, c := range []struct {
		name, text string
		edit       func(*Feedback)
		old, new   string
	}{
		{"nothing", hand, func(*Feedback) {}, "", ""},
		{"rating and revision", hand, func(f *Feedback) { f.Rating, f.Revision = RatingNegative, 2 }, "'positive'\nsession: s\nmessage: m\nrevision: 1", "'negative'\nsession: s\nmessage: m\nrevision: 2"},
		{"a note behind the last line", hand, func(f *Feedback) { f.Note = "word" }, "rating: 'positive'\n", "rating: 'positive'\n"},
		{"no note", feedbackText, func(f *Feedback) { f.Note = "" }, "note: \"too long: shorten it\"\n", ""},
		{"a long note", feedbackText, func(f *Feedback) { f.Note = "a\nb" }, `"too long: shorten it"`, "|\n  a\n  b"},
	} {
		f := mustFeedback(t, c.text)
		now := f.Feedback()
		c.edit(&now)
		got, err := f.Update(now)
		want := strings.Replace(c.text, c.old, c.new, 1)
		if c.name == "a note behind the last line" {
			want += "\nnote: word\n"
		}
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", c.name, err, got)
		}
	}
}

func TestFeedbackFaults(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"another form": {"feedback/1", "feedback/2", "F:1:9: gitmem must be feedback/1"},
		"no session":   {"session: 0b1e77aa-1111\n", "", "F:1:1: the key session is missing"},
		"blank":        {"0b1e77aa-1111", `" "`, "F:2:10: session must not be empty"},
		"rating":       {"negative", "bad", "F:4:9: rating must be positive or negative"},
		"long note":    {"too long", strings.Repeat("x", MaxNote), "F:5:7: note has 2060 bytes, at most 2048 are allowed"},
		"revision 0":   {"revision: 2", "revision: 0", "F:6:11: revision must be a whole number from 1"},
		"no revision":  {"revision: 2", "revision: two", "F:6:11: revision must be a whole number from 0"},
		"unknown":      {"note:", "notes:", "F:5:1: unknown key notes"},
		"braces":       {feedbackText, "{gitmem: feedback/1, session: s, message: m, rating: positive, revision: 1, created: 2026-11-30T10:15:02Z}\n", "F:1:1: keys must stand on lines of their own"},
		"nothing":      {feedbackText, "", "F:1:1: the key gitmem is missing (and 5 more)"},
	} {
		_, err := ParseFeedback("F", []byte(strings.Replace(feedbackText, c.old, c.new, 1)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	var broken *RecordError
	if err := (Feedback{}).Check(); !errors.As(err, &broken) || broken.Key != "session" {
		t.Error(err)
	}
	if _, err := mustFeedback(t, feedbackText).Update(Feedback{}); !errors.As(err, &broken) {
		t.Error(err)
	}
	forged := strings.Replace(strings.Replace(feedbackText, "negative", "positive", 1), "\n", "\n# mine\n", 1)
	if faults := FeedbackOwnKeys(mustFeedback(t, feedbackText), mustFeedback(t, forged)); len(faults) != 1 || faults[0].Line != 5 {
		t.Error(faults)
	}
}

func TestFeedbackPath(t *testing.T) {
	for name, want := range map[string]string{
		"msg_12": "msg_12", "0b1e77aa-1111-2222-3333-a0b1c2d3e4f5": "0b1e77aa-1111-2222-3333-a0b1c2d3e4f5", "a.b": "a.b",
		"MSG_12": "msg-12-ae3279978a47881d", "..": "-", "../../etc": "etc-", "con": "con-", "com7.txt": "com7-txt-", "com10": "com10",
		"a/b\\c": "a-b-c-", "é": "", "": "", "a.": "a-", ".git": "git-", "x-0123456789abcdef": "x-0123456789abcdef-", "0123456789abcdef": "0123456789abcdef-",
		strings.Repeat("a", 80): strings.Repeat("a", 80), strings.Repeat("A", 81): strings.Repeat("a", 48) + "-",
	} {
		got := strings.TrimSuffix(path.Base(FeedbackPath("s", name)), ".yaml")
		if plain := got == want; !plain && (!strings.HasPrefix(got, strings.TrimPrefix(want, "-")) || !lowerHex(got[len(got)-16:])) || path.Dir(FeedbackPath("s", name)) != "feedback/s" {
			t.Errorf("%q: %s", name, got)
		}
	}
}

// FuzzFeedbackPath: every path is of three safe parts, and two names never meet.
func FuzzFeedbackPath(f *testing.F) {
	f.Add("MSG", "msg")
	f.Add("msg-ae3279978a47881d", "MSG")
	f.Add("..", "../x")
	f.Fuzz(func(t *testing.T, one, other string) {
		if one != other && FeedbackPath("s", one) == FeedbackPath("s", other) {
			t.Errorf("%q meets %q", one, other)
		}
		p := FeedbackPath(one, fileName(other)) // what was made safe becomes another name again
		parts := strings.Split(p, "/")
		if len(parts) != 3 || path.Clean(p) != p || strings.ToLower(p) != p || len(p) > 200 {
			t.Errorf("%q: %s", one, p)
		}
		for _, part := range parts {
			if reservedName(part) || part[0] == '.' {
				t.Errorf("%q: %s", one, p)
			}
		}
	})
}
