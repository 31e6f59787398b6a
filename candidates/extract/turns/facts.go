package turns

import (
	"hash/maphash"
	"strings"

	"gitmem/repo/session"
)

// maxCalls bounds how many different calls of a turn are told apart. A turn with
// more of them shows no fault alone, and its later errors are not followed.
const maxCalls = 1 << 16

// facts are what is known of a turn's messages, gathered while they pass, so
// that it holds for those too that are not kept.
type facts struct {
	agent       string
	worked      bool // the agent said something before the next message
	asked       bool // and that was a question
	called      bool // a call ran
	artifact    bool
	recovered   bool
	external    bool
	wanted      bool // a message that somebody looks for is among them
	corrections []string

	calls map[uint64]*outcome
	last  uint64 // the call before
	turns int    // how often another call than the one before it was made
	many  bool   // more than maxCalls
}

// outcome is how a call went that may have been made several times.
type outcome struct {
	command bool
	looks   bool // it went well and did nothing
	failed  bool // the last time
	fault   string
	since   int // value of turns when it began to fail
}

func newFacts(agent string, worked, asked bool) *facts {
	return &facts{agent: agent, worked: worked, asked: asked, calls: map[uint64]*outcome{}}
}

// known gives the facts of a turn, also of one that was put together by hand.
func (t Turn) known() *facts {
	if t.facts != nil {
		return t.facts
	}
	f := newFacts(t.Session.Agent, t.Follows, t.Asked)
	for _, m := range t.Messages {
		f.add(m)
	}
	return f
}

func (f *facts) add(m session.Message) {
	if m.Role == session.Assistant {
		for _, c := range m.Tools {
			f.call(c)
		}
		f.worked, f.asked = true, asks(m)
		return
	}
	if f.worked && spoken(f.agent, m) && corrects(m.Text, f.asked) {
		f.corrections = append(f.corrections, m.ID)
	}
}

// call takes one call. One without a result, or that a person refused, did not run.
func (f *facts) call(c session.ToolCall) {
	f.external = f.external || c.External()
	if c.Status != session.OK && c.Status != session.Failed || refused(c) {
		return
	}
	f.called = true
	f.artifact = f.artifact || c.Status == session.OK && len(c.Artifacts) > 0
	id := identity(c)
	if id != f.last {
		f.turns, f.last = f.turns+1, id
	}
	o := f.calls[id]
	if o == nil {
		if len(f.calls) >= maxCalls {
			f.many = true
			return
		}
		o = &outcome{command: c.Kind == session.Shell}
		f.calls[id] = o
	}
	f.note(o, c)
}

// note writes down how a call went this time. What succeeds again at once was
// never learned how to mend: only a success behind another call is a recovery.
func (f *facts) note(o *outcome, c session.ToolCall) {
	if c.Status == session.Failed {
		if !o.failed {
			o.failed, o.since = true, f.turns
		}
		o.fault = faultOf(c)
		return
	}
	if o.failed && f.turns > o.since && identified(c) {
		f.recovered = true
	}
	o.failed, o.fault, o.looks = false, "", looks(c)
}

// identified reports whether it is known what a call was about, and whole: of two
// calls about nothing, or about the same beginning, nobody knows that they are
// the same.
func identified(c session.ToolCall) bool {
	s := subject(c)
	return s != "" && !strings.HasSuffix(s, session.CutMarker)
}

// subject is what a call was about: of a shell call the command, of which more is
// kept than of the target.
func subject(c session.ToolCall) string {
	if c.Command != "" {
		return c.Command
	}
	return c.Target
}

// looks reports whether a call only looked: that it went well says nothing of
// whether the work did.
func looks(c session.ToolCall) bool {
	return c.Kind == session.Read || c.Kind == session.Search || c.Kind == session.MCP && c.Server == session.OwnServer
}

var seed = maphash.MakeSeed()

// identity is the same for two calls of one tool about the same thing. A hash
// stands for the texts, so that a long turn with many calls takes little memory.
func identity(c session.ToolCall) uint64 {
	return maphash.Comparable(seed, [3]string{c.Server, c.Name, subject(c)})
}
