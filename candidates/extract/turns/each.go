package turns

import (
	"iter"

	"gitmem/repo/session"
)

// Each gives the turns of a session, one after the other, as soon as each is
// over; the last one may be open. One turn is in memory at a time. An error of
// the messages ends it, and is given with no turn.
func Each(about session.Session, messages iter.Seq2[session.Message, error]) iter.Seq2[Turn, error] {
	return each(about, messages, "")
}

// Of gives all turns of a session, for one that is known to be short.
func Of(about session.Session, messages iter.Seq2[session.Message, error]) ([]Turn, error) {
	var list []Turn
	for t, err := range Each(about, messages) {
		if err != nil {
			return list, err
		}
		list = append(list, t)
	}
	return list, nil
}

// Newest is the complete turn that ended last.
func Newest(about session.Session, messages iter.Seq2[session.Message, error]) (newest Turn, ok bool, err error) {
	for t, err := range Each(about, messages) {
		if err != nil {
			return Turn{}, false, err
		}
		if t.State == Complete {
			newest, ok = t, true
		}
	}
	return newest, ok, nil
}

// With is the turn that holds a message, also where the message itself was left
// out for its length. It reads no further than that turn's end.
func With(about session.Session, messages iter.Seq2[session.Message, error], id string) (Turn, bool, error) {
	for t, err := range each(about, messages, id) {
		if err != nil {
			return Turn{}, false, err
		}
		if t.facts.wanted {
			return t, true, nil
		}
	}
	return Turn{}, false, nil
}

func each(about session.Session, messages iter.Seq2[session.Message, error], wanted string) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		if about.Relation == session.Subagent {
			return // its parent's turn has what it did
		}
		w := walk{about: about, wanted: wanted}
		for m, err := range messages {
			if err != nil {
				yield(Turn{}, err)
				return
			}
			if t, ok := w.add(m); ok && !yield(t, nil) {
				return
			}
		}
		if w.running != nil {
			yield(w.end(Open), nil)
		}
	}
}

// walk goes through the messages of a session.
type walk struct {
	about   session.Session
	wanted  string // id of a message
	running *running
	worked  bool // the agent said something
	asked   bool // the last of it was a question
}

// running is a turn that is not over yet.
type running struct {
	keep
	facts          *facts
	follows, asked bool
}

// add takes the next message and gives the turn that is over with it.
func (w *walk) add(m session.Message) (over Turn, ok bool) {
	if begins(w.about.Agent, m) || w.running == nil && prompts(m) {
		if w.running != nil {
			over, ok = w.end(Interrupted), true
		}
		w.running = &running{facts: newFacts(w.about.Agent, w.worked, w.asked), follows: w.worked, asked: w.asked}
	}
	assistant := m.Role == session.Assistant
	if assistant {
		w.worked, w.asked = true, asks(m)
	}
	if w.running == nil || m.Copied {
		return over, ok
	}
	w.running.keep.add(m)
	w.running.facts.add(m)
	w.running.facts.wanted = w.running.facts.wanted || w.wanted != "" && m.ID == w.wanted
	switch {
	case assistant && m.End == session.Final:
		return w.end(Complete), true
	case assistant && m.End == session.Interrupted:
		return w.end(Interrupted), true
	}
	return over, ok
}

// end gives the running turn in its last state.
func (w *walk) end(state string) Turn {
	r := w.running
	w.running = nil
	t := Turn{Session: w.about, State: state, Follows: r.follows, Asked: r.asked, facts: r.facts}
	t.Messages, t.Head, t.Left = r.messages()
	return t
}
