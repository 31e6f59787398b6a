package cmd

import (
	"gitmem/candidates"
	"gitmem/memfile"
)

// actor says who runs this command: a person, unless --agent or the marks of
// an agent in the environment say otherwise.
func (a *app) actor() candidates.Actor {
	agent, _ := a.agent()
	if agent == "" {
		return candidates.Actor{Kind: memfile.ActorUser, Via: a.via()}
	}
	return candidates.Actor{Kind: memfile.ActorTool, Agent: agent}
}

// agent is the agent that runs this command, and by what it was recognised.
func (a *app) agent() (name, mark string) {
	if a.globals.agent != "" {
		return a.globals.agent, "--agent"
	}
	if m, ok := candidates.FindMark(a.Environ); ok {
		return m.Agent, m.Variable
	}
	return "", ""
}

// decider is the actor of a deciding command. Under an agent it is refused,
// unless the user's own settings allow it; then the agent decides in its own
// name, never in a person's, and not where a person's signature is required.
func (a *app) decider(command, via string) (candidates.Actor, error) {
	agent, mark := a.agent()
	if agent == "" {
		return candidates.Actor{Kind: memfile.ActorUser, Via: via}, nil
	}
	allowed, err := a.agentsDecide()
	if err != nil {
		return candidates.Actor{}, err
	}
	if !allowed {
		return candidates.Actor{}, &candidates.AuthorityError{Command: command, Agent: agent, Mark: mark}
	}
	return candidates.Actor{Kind: memfile.ActorTool, Agent: agent, Via: via}, nil
}

// agentsDecide is true where the user's own settings let agents decide, and
// neither those for this project nor its store say otherwise.
func (a *app) agentsDecide() (bool, error) {
	own, err := a.loadSettings("", "")
	if err != nil || own.Approvals.FromAgents != "allow" || own.Approvals.RequireSignature {
		return false, err
	}
	found, err := a.found(false)
	if err != nil {
		return true, nil // no store here: the command says so itself
	}
	here, err := a.loadSettings(found.Root, found.ID)
	return err == nil && here.Approvals.FromAgents == "allow" && !here.Approvals.RequireSignature, err
}
