package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"gitmem/repo/session"
)

// codex reads Codex's rollouts. A file is one session, whatever it copies from others.
type codex struct {
	Stem  string `json:"stem"`
	Talks talks  `json:"talks"`
	// Heard is the newest words of the user and in which of the two forms they
	// came: Codex writes what a person typed twice.
	Heard heard `json:"heard,omitzero"`
}

type heard struct {
	Words string `json:"words,omitempty"` // digest
	Item  bool   `json:"item,omitempty"`  // for the model
	Event bool   `json:"event,omitempty"` // for the screen: only this one was typed
}

func (p *codex) conversations() *talks { return &p.Talks }

func (p *codex) take(b []byte, number int) error {
	var kind string
	var payload, time []byte
	if !members(b, func(k, v []byte) bool {
		switch string(k) {
		case "type":
			kind = word(v)
		case "payload":
			payload = v
		case "timestamp":
			time = v
		}
		return true
	}) {
		return errLine("not valid JSON")
	}
	switch kind {
	case "":
		return errLine("no type")
	case "session_meta", "response_item", "event_msg", "compacted", "turn_context":
	default:
		return nil
	}
	if !isObject(payload) {
		return errLine("no payload")
	}
	if kind == "event_msg" && !codexEvent(word(member(payload, "type"))) {
		return nil
	}
	if !json.Valid(b) {
		return errLine("not valid JSON")
	}
	t := p.talk(payload, kind)
	switch kind {
	case "session_meta":
		p.meta(t, payload)
	case "turn_context":
		if t.About.Cwd == "" {
			t.About.Cwd = mustText(member(payload, "cwd"))
		}
	case "compacted":
		p.compacted(t, payload, time)
	case "event_msg":
		p.event(t, payload, time)
	default:
		return p.item(t, payload, time)
	}
	return nil
}

// talk is the file's conversation: the one that the first session_meta names.
func (p *codex) talk(payload []byte, kind string) *talk {
	if len(p.Talks.List) > 0 {
		return p.Talks.List[0]
	}
	id := p.Stem
	if kind == "session_meta" {
		for _, name := range []string{"id", "session_id"} {
			if s := word(member(payload, name)); s != "" {
				id = s
				break
			}
		}
	}
	t, _ := p.Talks.of(id)
	t.About.Agent = Codex
	return t
}

// meta takes what the first session_meta tells; further ones are copies from
// the session that this one was forked from.
func (p *codex) meta(t *talk, payload []byte) {
	id := word(member(payload, "id"))
	if id == "" {
		id = word(member(payload, "session_id"))
	}
	if id != t.About.ID || t.About.Cwd != "" {
		return
	}
	t.About.Cwd = mustText(member(payload, "cwd"))
	if mode := word(member(payload, "memory_mode")); mode != "" && mode != "enabled" {
		t.About.Private = true
	}
	if from := word(member(payload, "forked_from_id")); from != "" && from != id {
		t.About.Parent, t.About.Relation = from, session.Fork
	}
	if sub := member(member(payload, "source"), "subagent"); sub != nil {
		t.About.Relation = session.Subagent
		if from := word(member(member(sub, "thread_spawn"), "parent_thread_id")); from != "" {
			t.About.Parent = from
		}
	}
}

// messageID is cut from what a message begins with and its place in the
// conversation, so that a fork's copy of it has the same one.
func messageID(t *talk, role, begin string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s", t.Count, role, begin))
	return "m" + hex.EncodeToString(sum[:8])
}

func wordsOf(s string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(s)))
	return hex.EncodeToString(sum[:8])
}

func (p *codex) compacted(t *talk, payload, time []byte) {
	s, cut := text(member(payload, "message"), session.MaxText)
	if strings.TrimSpace(s) == "" {
		return
	}
	p.Heard = heard{}
	p.Talks.aside(t, session.Message{ID: messageID(t, "compacted", s), Time: at(time), Text: bounded(s, cut, session.MaxText), Cut: cut, Compaction: true, Aside: true})
}

// user takes words of the user's role in one of their two forms.
func (p *codex) user(t *talk, s string, cut bool, time []byte, event bool) {
	if s = strings.TrimSpace(s); s == "" || !event && codexContext(s) {
		return
	}
	words := wordsOf(s)
	typed := event && t.About.Relation != session.Subagent
	same := p.Heard.Words == words && t.Asked != nil
	if same && event && !p.Heard.Event {
		p.Heard.Event = true
		if typed && !t.Asked.Typed {
			t.Asked.Typed = true
			if t.About.Title == "" || t.Count == 1 {
				t.About.Title = title(s)
			}
			p.Talks.touch(t, t.Asked)
		}
		return
	}
	if same && !event && !p.Heard.Item {
		p.Heard.Item = true
		return
	}
	p.Heard = heard{Words: words, Item: !event, Event: event}
	t.Asked = p.Talks.say(t, session.Message{ID: messageID(t, session.User, s), Time: at(time), Text: bounded(s, cut, session.MaxText), Cut: cut || len(s) > session.MaxText, Typed: typed})
}

// codexContext is true for what Codex itself puts into the user's role.
func codexContext(s string) bool {
	for _, begin := range []string{"<environment_context>", "# AGENTS.md instructions", "<user_instructions>", "<INSTRUCTIONS>", "<turn_aborted>", "<subagent_notification>", "<skill>", "<permissions", "<user_shell_command>", "<collaboration_mode>"} {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
}

// step is the assistant's message that an item belongs to: words begin a new
// one behind words or calls, and a call does behind the results of others.
func (p *codex) step(t *talk, begin string, words bool, time []byte) *draft {
	p.Heard = heard{}
	c := t.Current
	if c == nil || c.Answered || words && (c.Text != "" || len(c.Tools) > 0) {
		c = p.Talks.begin(t, messageID(t, session.Assistant, begin))
		c.Time = at(time)
	} else if c.End != session.Working {
		c.End = session.Working
	}
	return c
}
