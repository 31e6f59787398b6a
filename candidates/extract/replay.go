package extract

import (
	"strconv"
	"strings"

	"gitmem/candidates/extract/turns"
	"gitmem/memfile"
	"gitmem/repo/session"
)

// said is one message as a request shows it.
type said struct {
	ID    string `json:"id"`
	Role  string `json:"role"`
	Typed bool   `json:"typed,omitempty"`
	Text  string `json:"text,omitempty"`
	Tools []call `json:"tools,omitempty"`
}

// call is one tool call as a request shows it.
type call struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Target    string   `json:"target,omitempty"`
	Command   string   `json:"command,omitempty"`
	Artifacts []string `json:"changed_files,omitempty"`
	Status    string   `json:"status"`
	Exit      *int     `json:"exit,omitempty"`
	Output    string   `json:"output,omitempty"`
}

// opinion is feedback as a request shows it.
type opinion struct {
	ID     string `json:"id"`
	On     string `json:"on"`
	Rating string `json:"rating"`
	Note   string `json:"note,omitempty"`
}

// source is what an id in a request stands for.
type source struct {
	kind, role string // as in the evidence of an experience
	id         string // of the message or the call
	typed      bool   // a person typed it
	succeeded  bool   // a call with recorded success …
	result     string // … and what came of it: what it was given are the agent's own words
	text       string // as the request shows it, before anything was cut
}

// replay is a turn, or a whole session, with the names that stand in it
// instead of the session's own.
type replay struct {
	said     []said
	opinions []opinion
	sources  map[string]source
}

// newReplay names messages m1, m2 …, their calls m2.t1 …, feedback f1 …
// Summaries by which an agent shortened its own context are no part of it.
func newReplay(all []turns.Turn, feedback []memfile.Feedback, v veil) *replay {
	r := &replay{sources: map[string]source{}}
	names := map[string]string{} // of messages
	for _, t := range all {
		for _, m := range t.Messages {
			if m.Compaction || m.Copied {
				continue
			}
			names[m.ID] = r.message(m, v)
		}
	}
	for _, f := range feedback {
		if on, ok := names[f.Message]; ok {
			r.opinion(f, on, v)
		}
	}
	return r
}

func (r *replay) message(m session.Message, v veil) string {
	s := said{ID: "m" + strconv.Itoa(len(r.said)+1), Role: m.Role, Typed: m.Typed, Text: v.over(m.Text)}
	r.sources[s.ID] = source{kind: memfile.EvidenceMessage, role: m.Role, id: m.ID, typed: m.Typed && m.Role == session.User, text: s.Text}
	for i, t := range m.Tools {
		c := call{
			ID: s.ID + ".t" + strconv.Itoa(i+1), Name: t.Name, Target: v.over(t.Target), Command: v.over(t.Command),
			Artifacts: v.overAll(t.Artifacts), Status: t.Status, Exit: t.Exit, Output: v.over(t.Output),
		}
		if c.Target == c.Command {
			c.Target = ""
		}
		s.Tools = append(s.Tools, c)
		r.sources[c.ID] = source{
			result: strings.Join(append([]string{c.Output}, c.Artifacts...), "\n"),
			kind:   memfile.EvidenceTool, id: t.ID, succeeded: t.Status == session.OK && (t.Exit == nil || *t.Exit == 0),
			text: strings.Join(append([]string{c.Target, c.Command, c.Output}, c.Artifacts...), "\n"),
		}
	}
	r.said = append(r.said, s)
	return s.ID
}

func (r *replay) opinion(f memfile.Feedback, on string, v veil) {
	o := opinion{ID: "f" + strconv.Itoa(len(r.opinions)+1), On: on, Rating: f.Rating, Note: v.over(f.Note)}
	r.opinions = append(r.opinions, o)
	s := source{kind: memfile.EvidenceFeedback, id: f.Message, typed: true, text: o.Note}
	if o.Note == "" {
		s.typed, s.text = false, o.Rating // which nobody typed
	}
	r.sources[o.ID] = s
}
