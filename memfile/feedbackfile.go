package memfile

import (
	"strconv"
	"strings"
)

// Keys of a feedback, in the order in which a new file has them. All are gitmem's own.
var feedbackKeys = []string{"gitmem", "session", "message", "rating", "note", "revision", "created", "updated"}

// FeedbackFile is a parsed feedback together with its bytes. It never changes.
type FeedbackFile struct {
	recordFile
	feedback Feedback
}

// ParseFeedback reads the file of a feedback: YAML without fences. The error is Faults: everything that is wrong, with
// line and column.
func ParseFeedback(path string, data []byte) (*FeedbackFile, error) {
	front, err := parseYAMLFile(path, data)
	if err != nil {
		return nil, err
	}
	d := feedbackReader{decoder: decoder{path: path}}
	d.read(front.root)
	d.check(front.root, d.f.broken(), recordFile{front}.place)
	if err := front.unspliceable(); err != nil {
		d.faults = append(d.faults, err.(*Fault))
	}
	if len(d.faults) > 0 {
		return nil, d.faults.err()
	}
	return &FeedbackFile{recordFile{front}, d.f}, nil
}

// Feedback gives what the file says.
func (f *FeedbackFile) Feedback() Feedback { return f.feedback }

// NameFault reports a file that does not lie where its session and message say, nil if it does.
func (f *FeedbackFile) NameFault() *Fault {
	if want := FeedbackPath(f.feedback.Session, f.feedback.Message); f.Path() != want {
		return f.Fault("message", RuleName, "the file does not lie where its session and message say", "its place is "+want)
	}
	return nil
}

// FeedbackOwnKeys gives a fault for each key in which the present file differs from the committed one.
func FeedbackOwnKeys(committed, present *FeedbackFile) []*Fault {
	return present.ownKeys(committed.feedback, present.feedback, feedbackKeys, "comments; `gitmem learn feedback` changes the rest")
}

// Update gives the file with what differs between its feedback and now. The error says which rule now breaks
// (*RecordError), or is a *Fault of a file whose keys do not stand on lines of their own.
func (f *FeedbackFile) Update(now Feedback) ([]byte, error) {
	now = now.normal()
	if err := now.Check(); err != nil {
		return nil, err
	}
	data, err := f.spliced(f.feedback, now, feedbackKeys, nil)
	if err != nil {
		return nil, err
	}
	again, err := ParseFeedback(f.front.path, data)
	if err != nil || again.feedback != now {
		return nil, f.unlike(err)
	}
	return data, nil
}

// FormatFeedback writes a new file in the order of the format. What breaks a rule of [Feedback.Check] makes a file that is
// refused when it is read.
func FormatFeedback(f Feedback) []byte {
	return []byte(strings.Join(keysOf(f.normal(), feedbackKeys), "\n") + "\n")
}

// normal gives the feedback as its file would say it.
func (f Feedback) normal() Feedback {
	f.Note = NormalContent(f.Note)
	f.Created, f.Updated = toSecond(f.Created), toSecond(f.Updated)
	if f.Updated.IsZero() {
		f.Updated = f.Created
	}
	return f
}

func (f Feedback) note(string) string { return "" }

func (f Feedback) written(key string) (rendered, bool) {
	switch key {
	case "gitmem":
		return rendered{inline: FormatFeedback1}, true
	case "session":
		return yamlScalar(f.Session), true
	case "message":
		return yamlScalar(f.Message), true
	case "rating":
		return yamlScalar(f.Rating), true
	case "note":
		return optional(f.Note), f.Note != ""
	case "revision":
		return rendered{inline: strconv.Itoa(f.Revision)}, true
	case "created":
		return rendered{inline: formatTime(f.Created)}, true
	case "updated":
		return rendered{inline: formatTime(f.Updated)}, !f.Updated.Equal(f.Created)
	}
	return rendered{}, false
}

// feedbackReader fills a feedback from its file.
type feedbackReader struct {
	decoder
	f Feedback
}

func (d *feedbackReader) read(root *node) {
	for _, f := range root.fields {
		if !d.key(f.name, f.value) {
			d.unknown(f, feedbackKeys)
		}
	}
	d.need(root, "gitmem", "session", "message", "rating", "revision", "created")
	if root.get("updated") == nil {
		d.f.Updated = d.f.Created
	}
}

func (d *feedbackReader) key(name string, n *node) bool {
	switch name {
	case "gitmem":
		d.word(n, name, FormatFeedback1)
	case "session":
		d.f.Session = d.exact(n, name)
	case "message":
		d.f.Message = d.exact(n, name)
	case "rating":
		d.f.Rating = d.word(n, name, RatingPositive, RatingNegative)
	case "note":
		d.f.Note = d.text(n, name)
	case "revision":
		d.f.Revision = d.count(n, name)
	case "created":
		d.f.Created = d.time(n, name)
	case "updated":
		d.f.Updated = d.time(n, name)
	default:
		return false
	}
	return true
}
