package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gitmem/repo/session"
)

// claude reads Claude Code's lines. They have no published schema; what is
// known of them stands in docs/transcripts.md.
type claude struct {
	Stem  string `json:"stem"`
	Talks talks  `json:"talks"`
}

func (p *claude) conversations() *talks { return &p.Talks }

// claudeLine is the top level of a line.
type claudeLine struct {
	kind, subtype             string
	session, agent, uuid, cwd string
	time                      []byte
	message, attachment       []byte
	title                     []byte
	sidechain, meta, compact  bool
	hidden, failed            bool
	origin                    []byte
	fork                      []byte
}

func readClaudeLine(b []byte) (l claudeLine, whole bool) {
	whole = members(b, func(k, v []byte) bool {
		switch string(k) {
		case "type":
			l.kind = word(v)
		case "subtype":
			l.subtype = word(v)
		case "sessionId":
			l.session = word(v)
		case "agentId":
			l.agent = word(v)
		case "uuid":
			l.uuid = word(v)
		case "cwd":
			l.cwd, _ = text(v, 4096)
		case "timestamp":
			l.time = v
		case "message":
			l.message = v
		case "attachment":
			l.attachment = v
		case "customTitle", "aiTitle":
			l.title = v
		case "isSidechain":
			l.sidechain = isTrue(v)
		case "isMeta":
			l.meta = isTrue(v)
		case "isCompactSummary":
			l.compact = isTrue(v)
		case "isVisibleInTranscriptOnly":
			l.hidden = isTrue(v)
		case "isApiErrorMessage":
			l.failed = isTrue(v)
		case "origin":
			l.origin = v
		case "forkedFrom":
			l.fork = v
		}
		return true
	})
	return l, whole
}

func (p *claude) take(b []byte, number int) error {
	l, ok := readClaudeLine(b)
	switch {
	case !ok:
		return errLine("not valid JSON")
	case l.kind == "":
		return errLine("no type")
	case strings.HasPrefix(l.agent, "acompact-"):
		return nil // the agent's own run that wrote a summary: the summary itself stands in the session
	}
	switch l.kind {
	case "user", "assistant", "attachment", "system", "custom-title", "ai-title":
	default:
		return nil
	}
	// What is kept comes from these two; a line has more that is large.
	for _, part := range [][]byte{l.message, l.attachment} {
		if part != nil && !json.Valid(part) {
			return errLine("not valid JSON")
		}
	}
	t := p.talk(l)
	switch l.kind {
	case "user":
		return p.user(t, l, b, number)
	case "assistant":
		return p.assistant(t, l, b, number)
	case "attachment":
		p.queued(t, l, b, number)
	case "system":
		if (l.subtype == "turn_duration" || l.subtype == "stop_hook_summary") && t.Current != nil && t.Current.End == session.Working && t.Current.answer() {
			p.Talks.finish(t, session.Final)
		}
	default:
		if s := title(mustText(l.title)); s != "" && (l.kind == "custom-title" || t.About.Title == "") {
			t.About.Title, t.told = s, t.Count > 0
		}
	}
	return nil
}

func mustText(raw []byte) string {
	s, _ := text(raw, session.MaxText)
	return s
}

// talk finds the conversation of a line. A subagent's lines name its parent's session.
func (p *claude) talk(l claudeLine) *talk {
	id, parent := l.session, ""
	if id == "" {
		id = p.Stem
	}
	switch {
	case l.sidechain && l.agent != "":
		id, parent = id+".agent-"+l.agent, id
	case l.sidechain:
		id, parent = id+".sidechain", id
	}
	t, fresh := p.Talks.of(id)
	if fresh {
		t.About.Agent, t.About.Unique = ClaudeCode, l.uuid != ""
		if parent != "" {
			t.About.Parent, t.About.Relation = parent, session.Subagent
		} else if from := word(member(l.fork, "sessionId")); from != "" && from != id {
			t.About.Parent, t.About.Relation = from, session.Fork
		}
	}
	if t.About.Cwd == "" {
		t.About.Cwd = l.cwd
	}
	return t
}

// lineID names a line that has no id of its own.
func lineID(line []byte, number int) string {
	sum := sha256.Sum256(line)
	return fmt.Sprintf("line-%d-%s", number, hex.EncodeToString(sum[:4]))
}

func (l claudeLine) id(b []byte, number int) string {
	if l.uuid != "" {
		return l.uuid
	}
	return lineID(b, number)
}

func at(raw []byte) time.Time {
	t, err := time.Parse(time.RFC3339, word(raw))
	if err != nil {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Second)
}

// assistant takes a line of an assistant's message, which may be one of several.
func (p *claude) assistant(t *talk, l claudeLine, b []byte, number int) error {
	var id, stop string
	var raw []byte
	if !members(l.message, func(k, v []byte) bool {
		switch string(k) {
		case "id":
			id = word(v)
		case "stop_reason":
			stop = word(v)
		case "content":
			raw = v
		}
		return true
	}) || raw == nil {
		return errLine("an assistant's line without a message's content")
	}
	c := content(raw)
	if c.bad {
		return errLine("a message's content is neither text nor blocks")
	}
	if id == "" {
		id = l.id(b, number)
	}
	d := p.Talks.begin(t, id)
	for _, u := range d.Lines {
		if u == l.uuid && u != "" {
			return nil
		}
	}
	if l.uuid != "" && len(d.Lines) < session.MaxTools {
		d.Lines = append(d.Lines, l.uuid)
	}
	if d.Time.IsZero() {
		d.Time = at(l.time)
	}
	d.write(c.text, c.cut)
	for _, call := range c.calls {
		d.call(call)
	}
	p.Talks.touch(t, d)
	for _, r := range c.results {
		p.Talks.answered(t, r)
	}
	d.End = claudeEnd(stop, d, l.failed || bytes.Contains(member(l.message, "model"), []byte("<synthetic>")))
	return nil
}

// claudeEnd is how a message ended by what its newest line says.
func claudeEnd(stop string, d *draft, failed bool) string {
	switch {
	case failed, stop == "max_tokens", stop == "refusal":
		return session.Interrupted
	case (stop == "end_turn" || stop == "stop_sequence") && !d.open():
		return session.Final
	}
	return session.Working
}
