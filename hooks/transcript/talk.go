package transcript

import (
	"slices"
	"strings"

	"gitmem/repo/session"
)

const (
	maxTalks   = 64 // conversations of one file that are still followed
	maxWaiting = 8  // messages of a conversation that still wait for results
)

// draft is a message that is still added to.
type draft struct {
	session.Message
	Lines []string `json:"lines,omitempty"` // ids of lines that were added
	// Answered is set once a call of the message got its result.
	Answered bool `json:"answered,omitempty"`
	dirty    bool
}

// talk is one conversation as far as it was read.
type talk struct {
	About   session.Conversation `json:"about"`
	Current *draft               `json:"current,omitempty"` // the assistant's newest message
	Asked   *draft               `json:"asked,omitempty"`   // the user's newest message, where another line may say that it was typed
	Waiting []*draft             `json:"waiting,omitempty"` // older messages without all results
	Count   int                  `json:"count,omitempty"`   // messages begun
	told    bool                 // something is told of it besides messages
}

// talks are the conversations of one file.
type talks struct {
	List  []*talk `json:"list,omitempty"`
	dirty []dirty
}

type dirty struct {
	talk  *talk
	draft *draft
}

// of gives the talk with an id. The one that was longest without news makes
// room for a new one where there are many.
func (ts *talks) of(id string) (*talk, bool) {
	at := slices.IndexFunc(ts.List, func(t *talk) bool { return t.About.ID == id })
	if at >= 0 {
		return ts.List[at], false
	}
	if len(ts.List) >= maxTalks {
		ts.List = slices.Delete(ts.List, 0, 1)
	}
	t := &talk{About: session.Conversation{ID: id}}
	ts.List = append(ts.List, t)
	return t, true
}

// touch notes that a fact was added to a draft.
func (ts *talks) touch(t *talk, d *draft) {
	d.Revision++
	if !d.dirty {
		d.dirty = true
		ts.dirty = append(ts.dirty, dirty{t, d})
	}
}

// say adds a user's message, which begins a turn and ends the one before.
func (ts *talks) say(t *talk, m session.Message) *draft {
	ts.settle(t)
	t.Current = nil
	return ts.aside(t, m)
}

// aside adds a user's message that came while the agent was at work.
func (ts *talks) aside(t *talk, m session.Message) *draft {
	m.Role = session.User
	d := &draft{Message: m}
	t.Count++
	if t.About.Title == "" && m.Typed {
		t.About.Title = title(m.Text)
	}
	ts.touch(t, d)
	return d
}

// title is the first line of what a person asked first.
func title(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	runes := []rune(strings.TrimSpace(line))
	if len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return string(runes)
}

// begin gives the assistant's message with an id: the current one, or a new one.
func (ts *talks) begin(t *talk, id string) *draft {
	if t.Current != nil && t.Current.ID == id {
		return t.Current
	}
	if c := t.Current; c != nil {
		if c.End != session.Working { // it went on after all
			c.End = session.Working
			ts.touch(t, c)
		}
		if c.open() {
			t.Waiting = append(t.Waiting, c)
			t.Waiting = t.Waiting[max(0, len(t.Waiting)-maxWaiting):]
		}
	}
	t.Current = &draft{Message: session.Message{ID: id, Role: session.Assistant}}
	t.Count++
	return t.Current
}

// open is true while a call of the message has no result.
func (d *draft) open() bool {
	return slices.ContainsFunc(d.Tools, func(c session.ToolCall) bool { return c.Status == session.Unknown })
}

// settle decides, when a turn is over, how the assistant's newest message ended.
func (ts *talks) settle(t *talk) {
	if t.Current == nil || t.Current.End != session.Working {
		return
	}
	if t.Current.answer() {
		ts.finish(t, session.Final)
	} else {
		ts.finish(t, session.Interrupted)
	}
}

// answer is true for words without a call: an agent that goes on calls a tool.
func (d *draft) answer() bool { return strings.TrimSpace(d.Text) != "" && len(d.Tools) == 0 }

func (ts *talks) finish(t *talk, end string) {
	if t.Current != nil && t.Current.End != end {
		t.Current.End = end
		ts.touch(t, t.Current)
	}
}

// write adds words to a message, in paragraphs.
func (d *draft) write(s string, cut bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(d.Text, session.CutMarker) {
		return
	}
	if d.Text != "" {
		s = d.Text + "\n\n" + s
	}
	d.Text, d.Cut = bounded(s, cut, session.MaxText), d.Cut || cut || len(s) > session.MaxText
}

// bounded cuts words to a size, marker included.
func bounded(s string, cut bool, limit int) string {
	if !cut && len(s) <= limit {
		return s
	}
	return string(whole([]byte(s[:min(len(s), limit-len(session.CutMarker))]))) + session.CutMarker
}

// call adds a call, once.
func (d *draft) call(c session.ToolCall) {
	if c.ID != "" && slices.ContainsFunc(d.Tools, func(o session.ToolCall) bool { return o.ID == c.ID }) {
		return
	}
	if len(d.Tools) >= session.MaxTools {
		d.Cut = true
		return
	}
	if c.Status == "" {
		c.Status = session.Unknown
	}
	d.Tools = append(d.Tools, c)
}

// result is what came of a call.
type result struct {
	call      string
	status    string
	exit      *int
	output    string
	artifacts []string
	server    string // of an MCP call, where only the result tells
}

// answered finds the call of a result, and adds the first one to it.
func (ts *talks) answered(t *talk, r result) {
	for _, d := range slices.Backward(append(slices.Clone(t.Waiting), t.Current)) {
		if d == nil {
			continue
		}
		at := slices.IndexFunc(d.Tools, func(c session.ToolCall) bool { return c.ID == r.call && r.call != "" })
		if at < 0 {
			continue
		}
		if r.apply(&d.Tools[at]) {
			d.Answered = true
			ts.touch(t, d)
		}
		t.Waiting = slices.DeleteFunc(t.Waiting, func(w *draft) bool { return !w.open() })
		return
	}
}

// apply adds a result to its call and reports whether it said anything new.
func (r result) apply(c *session.ToolCall) bool {
	told := c.Status != session.Unknown
	changed := false
	if !told && r.status != "" {
		c.Status, changed = r.status, true
	}
	if c.Output == "" && r.output != "" {
		c.Output, changed = r.output, true
	}
	if c.Exit == nil && r.exit != nil {
		c.Exit, changed = r.exit, true
	}
	if r.server != "" && c.Server == "" {
		c.Kind, c.Server, changed = session.MCP, r.server, true
	}
	if len(r.artifacts) > 0 && len(c.Artifacts) == 0 {
		c.Artifacts, changed = r.artifacts, true
	}
	if c.Status != session.OK && r.status != "" {
		c.Artifacts = nil // what failed changed nothing
	}
	return changed
}

// excerpt is the beginning and the end of an output.
func excerpt(s string) string {
	if len(s) <= session.MaxOutput {
		return s
	}
	half := (session.MaxOutput - len(session.CutMarker)) / 2
	tail := s[len(s)-half:]
	for len(tail) > 0 && tail[0]&0xC0 == 0x80 {
		tail = tail[1:]
	}
	return string(whole([]byte(s[:half]))) + session.CutMarker + tail
}

// entries are the drafts with news, in the order in which they had the first.
func (ts *talks) entries() (entries []session.Entry, told []session.Conversation) {
	for _, n := range ts.dirty {
		m := n.draft.Message
		m.Tools = slices.Clone(m.Tools)
		entries = append(entries, session.Entry{Conversation: n.talk.About, Message: m})
		n.draft.dirty = false
	}
	for _, t := range ts.List {
		if t.told {
			told = append(told, t.About)
			t.told = false
		}
	}
	ts.dirty = nil
	return entries, told
}
