package memfile

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzExperience: what parses prints back as an experience that says the same, an update to itself changes no byte, and no
// text of any part moves into another.
func FuzzExperience(f *testing.F) {
	for _, in := range []string{experienceText, issueOf(experienceText), strings.ReplaceAll(experienceText, "\n", "\r\n")} {
		f.Add([]byte(in), "text")
		f.Add([]byte(in), "a\n## Resolution\n\\## resolution \n# b")
	}
	f.Add([]byte(experienceText), " - \"odd\": 'x' # y\n\ttab\n\n\u2028\x01\uFEFF 012 ")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		file, err := ParseExperience("E", data)
		if err != nil {
			return
		}
		e := file.Experience()
		if same, err := file.Update(e); err != nil || !bytes.Equal(same, data) {
			t.Errorf("update to itself: %v", err)
		}
		e.Title, e.Summary, e.Source.Message, e.Evidence[0].Excerpt, e.Guard = text, text, text, text, []string{text}
		if e.Kind != KindUnresolvedIssue {
			e.Resolution = text
		}
		if e.Check() != nil {
			e = file.Experience()
		}
		again, err := ParseExperience("E", FormatExperience(e))
		if err != nil || !sameExperience(again.experience, e.normal()) {
			t.Fatalf("%v\n%+v\n%q", err, e, FormatExperience(e))
		}
		updated, err := file.Update(e)
		if err != nil {
			t.Fatalf("update: %v\n%q", err, data)
		}
		if got, err := ParseExperience("E", updated); err != nil || !sameExperience(got.experience, again.experience) {
			t.Errorf("updated %v\n%q", err, updated)
		}
	})
}

// FuzzReceipt: a line that is read prints back byte for byte, and every receipt that may be written reads back the same.
func FuzzReceipt(f *testing.F) {
	f.Add(receiptLineOf(receipt()), "text")
	f.Add([]byte(`{"gitmem":"receipt/1"`), "\u2028\x00\x1b\"\\ <&> \uFFFD\r\n")
	f.Add(receiptLineOf(Receipt{ID: "r0123456789abcdef"}), "\xff")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if r, err := ParseReceipt("R", 1, data); err == nil && string(receiptLineOf(r)) != strings.TrimSuffix(string(data), "\n")+"\n" {
			t.Errorf("%q prints %q", data, receiptLineOf(r))
		}
		r := receipt()
		r.Session, r.Text, r.Notices, r.Sections[0].Content, r.Sections[0].Items[0].Source = text, text, []string{text}, text, text
		line, err := FormatReceipt(r)
		if err != nil {
			if utf8.ValidString(text) {
				t.Error(err)
			}
			return
		}
		if got, err := ParseReceipt("R", 1, line); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%v\n%q", err, line)
		}
	})
}

// receiptLineOf gives the line of a receipt that can be written, nothing of another.
func receiptLineOf(r Receipt) []byte {
	line, _ := FormatReceipt(r)
	return line
}

// FuzzFeedback: what parses prints back as a feedback that says the same, and an update to itself changes no byte.
func FuzzFeedback(f *testing.F) {
	f.Add([]byte(feedbackText), "text")
	f.Add([]byte("gitmem: feedback/1\r\nsession: s\r\nmessage: m\r\nrating: positive\r\nrevision: 1\r\ncreated: 2026-11-30T10:15:02Z"), " 'x' # y\n\ttab\n\n\u2028\x01\uFEFF 012 ")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		file, err := ParseFeedback("F", data)
		if err != nil {
			return
		}
		now := file.Feedback()
		if same, err := file.Update(now); err != nil || !bytes.Equal(same, data) {
			t.Errorf("update to itself: %v", err)
		}
		now.Note, now.Message, now.Rating = text, text, RatingNegative
		if now.Check() != nil {
			return
		}
		again, err := ParseFeedback("F", FormatFeedback(now))
		if err != nil || again.feedback != now.normal() {
			t.Fatalf("%v\n%q", err, FormatFeedback(now))
		}
		updated, err := file.Update(now)
		if err != nil {
			t.Fatalf("update: %v\n%q", err, data)
		}
		if got, err := ParseFeedback("F", updated); err != nil || got.feedback != again.feedback {
			t.Errorf("updated %v\n%q", err, updated)
		}
	})
}

// FuzzJob: what parses prints back as a job that says the same, and an update to itself changes no byte.
func FuzzJob(f *testing.F) {
	f.Add([]byte(jobText), "text")
	f.Add([]byte(failedText), "a: 'b' # c")
	f.Add([]byte(strings.ReplaceAll(jobText, "\n", "\r\n")), " 'x' # y, [z] {} \"012 ")
	f.Add([]byte("# mine\n"+strings.Replace(jobText, "made: [", "made:\n  [ # list\n  ", 1)), "0")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		file, err := ParseJob("J", data)
		if err != nil {
			return
		}
		now := file.Job()
		if same, err := file.Update(now); err != nil || !bytes.Equal(same, data) {
			t.Errorf("update to itself: %v", err)
		}
		now.Session, now.Message, now.Extractor, now.Refused = text, text, text, []RefusedItem{{1, "f", text}, {2, text, "d"}}
		if now.Outcome == JobFailed {
			now.Detail = text
		}
		if now.Check() != nil {
			now = file.Job()
		}
		again, err := ParseJob("J", FormatJob(now))
		if err != nil || len(differing(again.job, now.normal(), jobKeys)) > 0 {
			t.Fatalf("%v\n%q", err, FormatJob(now))
		}
		updated, err := file.Update(now)
		if err != nil {
			t.Fatalf("update: %v\n%q", err, data)
		}
		if got, err := ParseJob("J", updated); err != nil || len(differing(got.job, again.job, jobKeys)) > 0 {
			t.Errorf("updated %v\n%q", err, updated)
		}
	})
}
