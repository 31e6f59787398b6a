package transcript

import (
	"encoding/json"
	"time"

	"gitmem/repo/session"
)

// generic reads the documented lines, for programs without a format of their own here.
type generic struct {
	Stem  string `json:"stem"`
	Now   string `json:"now,omitempty"` // the session that lines without one belong to
	Talks talks  `json:"talks"`
}

func (p *generic) conversations() *talks { return &p.Talks }

// genericLine is every key of every kind of line.
type genericLine struct {
	Type     string          `json:"type"`
	ID       string          `json:"id"`
	Session  string          `json:"session"`
	Agent    string          `json:"agent"`
	Cwd      string          `json:"cwd"`
	Parent   string          `json:"parent"`
	Relation string          `json:"relation"`
	Title    string          `json:"title"`
	Private  bool            `json:"private"`
	Role     string          `json:"role"`
	Text     string          `json:"text"`
	Content  json.RawMessage `json:"content"`
	Time     time.Time       `json:"time"`
	Typed    bool            `json:"typed"`
	Aside    bool            `json:"aside"`
	Compact  bool            `json:"compaction"`
	End      string          `json:"end"`
	Tools    []genericTool   `json:"tools"`
	Call     string          `json:"call"`
	genericOutcome
}

type genericTool struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Server  string `json:"server"`
	Target  string `json:"target"`
	Command string `json:"command"`
	genericOutcome
}

type genericOutcome struct {
	Status    string   `json:"status"`
	Exit      *int     `json:"exit"`
	Output    string   `json:"output"`
	Artifacts []string `json:"artifacts"`
}

func (p *generic) take(b []byte, number int) error {
	if !members(b, func(_, _ []byte) bool { return true }) || !json.Valid(b) {
		return errLine("not valid JSON")
	}
	var l genericLine
	if err := json.Unmarshal(b, &l); err != nil {
		return errLine("a value has the wrong type")
	}
	for _, name := range []string{l.ID, l.Session, l.Call, l.Parent} {
		if len(name) > session.MaxID {
			return errLine("a name is longer than 512 bytes")
		}
	}
	switch l.Type {
	case "session":
		return p.session(l)
	case "message", "":
		return p.message(l, b, number)
	case "result":
		if l.Call == "" {
			return errLine("a result without a call")
		}
		r := result{call: l.Call, status: status(l.Status), exit: l.Exit, output: excerpt(l.Output), artifacts: few(l.Artifacts)}
		p.Talks.answered(p.talk(l), r)
		return nil
	case "end":
		if l.End != session.Final && l.End != session.Interrupted {
			return errLine("an end that is neither final nor interrupted")
		}
		p.Talks.finish(p.talk(l), l.End)
		return nil
	}
	return nil
}

func (p *generic) talk(l genericLine) *talk {
	id := l.Session
	if id == "" {
		id = p.Now
	}
	if id == "" {
		id = p.Stem
	}
	t, fresh := p.Talks.of(id)
	if fresh {
		t.About.Agent = Generic
	}
	return t
}

func (p *generic) session(l genericLine) error {
	if l.ID == "" {
		return errLine("a session without an id")
	}
	if l.Relation != "" && l.Relation != session.Subagent && l.Relation != session.Fork {
		return errLine("a relation that is neither subagent nor fork")
	}
	p.Now, l.Session = l.ID, l.ID
	a := &p.talk(l).About
	if l.Agent != "" {
		a.Agent = bounded(l.Agent, false, session.MaxTarget)
	}
	if a.Parent == "" && l.Parent != l.ID {
		a.Parent, a.Relation = l.Parent, l.Relation
		if l.Parent != "" && l.Relation == "" {
			a.Relation = session.Subagent
		}
	}
	if a.Cwd == "" {
		a.Cwd = bounded(l.Cwd, false, 4096)
	}
	if l.Title != "" {
		a.Title = title(l.Title)
	}
	a.Private = a.Private || l.Private
	return nil
}

func (p *generic) message(l genericLine, b []byte, number int) error {
	words, cut := l.Text, false
	if words == "" && l.Content != nil {
		c := content(l.Content)
		if c.bad {
			return errLine("a message's content is neither text nor blocks")
		}
		words, cut = c.text, c.cut
	}
	if l.Role != session.User && l.Role != session.Assistant {
		return errLine("a role that is neither user nor assistant")
	}
	if words == "" && len(l.Tools) == 0 {
		return errLine("a message without text and tools")
	}
	if l.End != "" && l.End != session.Final && l.End != session.Interrupted {
		return errLine("an end that is neither final nor interrupted")
	}
	if l.ID == "" {
		l.ID = lineID(b, number)
	}
	t, when := p.talk(l), l.Time.UTC().Truncate(time.Second)
	if l.Role == session.Assistant {
		d := p.Talks.begin(t, l.ID)
		d.Time = when
		d.write(words, cut)
		for _, c := range l.Tools {
			d.call(c.call())
		}
		d.End = l.End
		p.Talks.touch(t, d)
		return nil
	}
	m := session.Message{ID: l.ID, Time: when, Typed: l.Typed && !l.Compact && t.About.Relation != session.Subagent, Compaction: l.Compact, Aside: l.Aside}
	m.Cut = cut || len(words) > session.MaxText
	m.Text = bounded(words, cut, session.MaxText)
	if l.Aside {
		p.Talks.aside(t, m)
	} else {
		p.Talks.say(t, m)
	}
	return nil
}

func status(s string) string {
	if s == session.OK || s == session.Failed {
		return s
	}
	return session.Unknown
}

func few(list []string) []string {
	var out []string
	for _, s := range list[:min(len(list), 64)] {
		out = append(out, bounded(s, false, session.MaxTarget))
	}
	return out
}

// call takes over what the line says; a kind that is not known counts as other.
func (g genericTool) call() session.ToolCall {
	c := session.ToolCall{
		ID: bounded(g.ID, false, session.MaxID), Name: bounded(g.Name, false, session.MaxTarget), Kind: session.Other, Server: bounded(g.Server, false, session.MaxTarget),
		Target: bounded(g.Target, false, session.MaxTarget), Status: status(g.Status), Exit: g.Exit, Output: excerpt(g.Output), Artifacts: few(g.Artifacts),
	}
	switch g.Kind {
	case session.Shell, session.Edit, session.Write, session.Read, session.Search, session.Web, session.MCP, session.Agent:
		c.Kind = g.Kind
	}
	if c.Server != "" {
		c.Kind = session.MCP
	}
	if c.Kind == session.Shell {
		setCommand(&c, g.Command, false)
	}
	return c
}
