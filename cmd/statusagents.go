package cmd

import (
	"context"
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
)

// agentDecisionJSON is a decision that an agent made in its own name.
type agentDecisionJSON struct {
	Op      string       `json:"op"`
	IDs     []memfile.ID `json:"ids"`
	Scope   string       `json:"scope"`
	Agent   string       `json:"agent"`
	Via     string       `json:"via"`
	Time    string       `json:"time"`
	Commit  string       `json:"commit"`
	Summary string       `json:"summary"`
}

func newAgentDecisionJSON(d candidates.AgentDecision, scope string) agentDecisionJSON {
	out := agentDecisionJSON{
		Op: d.Op, IDs: d.IDs, Scope: scope, Agent: d.Agent, Via: d.Via, Time: stamp(d.Time), Commit: d.Commit, Summary: d.Subject,
	}
	if out.IDs == nil {
		out.IDs = []memfile.ID{}
	}
	return out
}

// lookAtAgents adds what agents decided in one store since a person looked.
func (s *statusJSON) lookAtAgents(ctx context.Context, d *candidates.Desk) error {
	list, err := d.DecidedByAgents(ctx)
	for _, one := range list.Decisions {
		s.DecidedByAgents = append(s.DecidedByAgents, newAgentDecisionJSON(one, d.Store.Scope))
	}
	return err
}

// shownAgents bounds how many decisions status names.
const shownAgents = 5

// sayDecidedByAgents names what agents decided, the newest first.
func (a *app) sayDecidedByAgents(all []agentDecisionJSON) {
	if len(all) == 0 {
		return
	}
	a.say("%s made by an agent: `gitmem review --auto`", counted(len(all), "decision was", "decisions were"))
	for i, d := range all {
		if i == shownAgents {
			a.say("  and %d more", len(all)-i)
			return
		}
		a.say("  %s", a.agentDecisionLine(d))
	}
}

func (a *app) agentDecisionLine(d agentDecisionJSON) string {
	who := d.Agent
	if who == "" {
		who = "an agent that it does not name"
	}
	return fmt.Sprintf("%s %s %s", a.yellow(short(d.Commit), a.TerminalOut), clip(d.Summary, 120), visible("by "+who+" on "+d.Time))
}

// reviewAgents shows on one desk what agents decided, and notes that a person
// has looked.
func (a *app) reviewAgents(ctx context.Context, d *candidates.Desk) ([]agentDecisionJSON, error) {
	list, err := d.DecidedByAgents(ctx)
	if err != nil {
		return nil, err
	}
	var shown []agentDecisionJSON
	w, _ := a.stage()
	for _, one := range list.Decisions {
		line := newAgentDecisionJSON(one, d.Store.Scope)
		fmt.Fprintln(w, "decided by an agent: "+a.agentDecisionLine(line))
		shown = append(shown, line)
	}
	return shown, d.LookedAtAgents(list)
}

// replacedNotice says that the history is not the one that was seen before.
func replacedNotice(d *candidates.Desk, l candidates.AutoList) string {
	return fmt.Sprintf("the history of %s was replaced: commit %s, which stood at its end on %s, is not in it any more; `git -C %s reflog` shows what was, `gitmem review --auto` ends this notice",
		d.Store.Root, short(l.Gone), stamp(l.Seen), quoted(d.Store.Root))
}
