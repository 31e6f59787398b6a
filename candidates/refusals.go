package candidates

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// refusalsName is the private log of what models proposed and was refused. It
// never holds the text.
const refusalsName = "refusals.jsonl"

// refusalsMost is from which size on, in bytes, the log begins anew; the former
// one is kept once.
const refusalsMost = 256 << 10

// Refusal is one line of the log.
type Refusal struct {
	Time    time.Time `json:"time"`
	Agent   string    `json:"agent"`
	Session string    `json:"session,omitempty"`
	Message string    `json:"message,omitempty"`
	Action  string    `json:"action"`
	Rule    string    `json:"rule"`
}

// logRefusal notes that a model's proposal was refused, and by which rule. The
// refusal itself does not depend on the log.
func (d *Desk) logRefusal(p Proposal, why error) {
	line, err := json.Marshal(Refusal{
		Time: d.now(), Agent: p.Actor.Agent, Session: p.Source.Session, Message: p.Source.Message, Action: p.Action, Rule: ruleOf(why),
	})
	if err != nil {
		return
	}
	path := filepath.Join(d.Store.State, refusalsName)
	if info, err := os.Stat(path); err == nil && info.Size() > refusalsMost {
		_ = os.Rename(path, path+".1")
	}
	if os.MkdirAll(d.Store.State, 0o700) != nil {
		return
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write(append(line, '\n'))
	_ = f.Close()
}

// ruleOf names the kind of a refusal without a word of what was refused.
func ruleOf(err error) string {
	var (
		refused *guard.RefusedError
		field   *FieldError
	)
	switch {
	case errors.As(err, &refused) && len(refused.Findings) > 0:
		return refused.Findings[0].Rule
	case errors.As(err, &field):
		return "field." + field.Field
	case errors.As(err, new(*TombstoneError)):
		return "tombstone"
	case errors.As(err, new(*CapError)):
		return "cap"
	case errors.As(err, new(*FloodError)):
		return "flood"
	case errors.Is(err, memfile.ErrNotFound), errors.Is(err, memfile.ErrAmbiguous):
		return "locator"
	case errors.Is(err, memfile.ErrFields), errors.Is(err, memfile.ErrContent), errors.Is(err, memfile.ErrDuplicate):
		return "change"
	}
	return "other"
}
