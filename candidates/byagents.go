package candidates

import (
	"context"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// AgentDecision is a decision that was made under an agent's marks, in the
// agent's own name.
type AgentDecision struct {
	Op      string
	IDs     []memfile.ID
	Agent   string // what it calls itself, or by whose mark it was recognised
	Via     string
	Subject string
	Commit  string
	Time    time.Time
}

// AgentList is what agents decided since a person last looked, newest first.
type AgentList struct {
	Decisions []AgentDecision
	Commit    string // of HEAD as it was listed
}

const lookedAgentsName = "looked-agents.json"

// DecidedByAgents lists what agents decided since a person last looked. There
// is something only where approvals.from_agents allows it, or where somebody
// wrote such a commit by hand.
func (d *Desk) DecidedByAgents(ctx context.Context) (AgentList, error) {
	view, err := d.Store.View()
	if err != nil {
		return AgentList{}, err
	}
	l := AgentList{Commit: view.Commit}
	last := d.lastLooked(lookedAgentsName).Commit
	if last == view.Commit {
		return l, nil
	}
	history, err := d.Store.History(ctx)
	if err != nil {
		return l, err
	}
	for r := range history.All() {
		if r.Commit == last {
			break
		}
		if m := r.Message; !r.ByHand && byAgent(m) {
			l.Decisions = append(l.Decisions, AgentDecision{
				Op: m.Op, IDs: m.IDs, Agent: m.Agent, Via: m.Via, Subject: m.Subject, Commit: r.Commit, Time: r.Time,
			})
		}
	}
	if len(l.Decisions) == 0 {
		_ = d.LookedAtAgents(l) // nothing to look at up to here; the next time begins here
	}
	return l, nil
}

// byAgent is true for a decision that is not a person's own and not a policy's.
func byAgent(m memfile.Message) bool {
	return repo.Decides(m) && (m.Actor != memfile.ActorUser || m.Agent != "")
}

// LookedAtAgents notes that a person has looked at what agents decided.
func (d *Desk) LookedAtAgents(l AgentList) error { return d.noteLooked(lookedAgentsName, l.Commit) }
