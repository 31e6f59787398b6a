package cmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gitmem/repo"
	"gitmem/repo/session"
)

func newSession(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "session",
		Short: "Conversations of agents, kept privately: read them in, look at them, say what they may be used for",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newSessionImport(a), newSessionList(a), newSessionShow(a), newSessionPolicy(a), newSessionExclude(a), newSessionDelete(a))
	return c
}

// sessionWait bounds the waiting for another process that reads transcripts.
const sessionWait = 5 * time.Second

// sessions opens the conversations of the store that this command is for.
func (a *app) sessions() (*session.Shelf, repo.Found, error) {
	s, found, err := a.open(false)
	if err != nil {
		return nil, found, err
	}
	shelf, err := a.sessionsOf(s)
	return shelf, found, err
}

// sessionsOf opens the conversations of a store.
func (a *app) sessionsOf(s *repo.Store) (*session.Shelf, error) {
	settings, err := a.loadSettings(s.Root, s.ID)
	if err != nil {
		return nil, err
	}
	return session.Open(s.State, session.Options{
		Default:         session.Frozen{NoGeneration: !settings.Learning.Enabled || !settings.Learning.Generate},
		ExcludeExternal: settings.Learning.PostTurn.DisableOnExternalContext,
		Wait:            sessionWait, Now: a.now(), Probe: failpoint(a.getenv),
	}), nil
}

// sessionJSON is a conversation in a list.
type sessionJSON struct {
	ID       string      `json:"id"`
	Agent    string      `json:"agent"`
	Title    string      `json:"title"`
	Cwd      string      `json:"cwd"`
	Parent   string      `json:"parent,omitempty"`
	Relation string      `json:"relation,omitempty"`
	Messages int         `json:"messages"`
	Started  string      `json:"started,omitempty"`
	Updated  string      `json:"updated,omitempty"`
	External bool        `json:"external"` // it took in external content
	Bytes    int64       `json:"bytes"`
	Policy   *policyJSON `json:"policy"`
}

type policyJSON struct {
	UseMemories bool   `json:"use_memories"`
	Generation  string `json:"generation"`
	Revision    int    `json:"revision"`
	Reason      string `json:"reason,omitempty"`
	Source      string `json:"source,omitempty"`
	Time        string `json:"time,omitempty"`
}

func newSessionJSON(s session.Session, p session.Policy) sessionJSON {
	policy := newPolicyJSON(p)
	return sessionJSON{
		ID: s.ID, Agent: s.Agent, Title: s.Title, Cwd: s.Cwd, Parent: s.Parent, Relation: s.Relation, Messages: s.Messages,
		Started: stampIfAny(s.Started), Updated: stampIfAny(s.Last()), External: s.External, Bytes: s.Bytes, Policy: &policy,
	}
}

func newPolicyJSON(p session.Policy) policyJSON {
	return policyJSON{p.UseMemories, p.Generation, p.Revision, p.Reason, p.Source, stampIfAny(p.Time)}
}

// stampIfAny is a time as files have it, empty for one that is not known.
func stampIfAny(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return stamp(t)
}

func newSessionList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "Every conversation that is kept, the newest first",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.sessionList() },
	}
}

func (a *app) sessionList() error {
	shelf, _, err := a.sessions()
	if err != nil {
		return err
	}
	all, damage := shelf.List()
	list := []sessionJSON{}
	for _, s := range all {
		p, err := shelf.Policy(s.ID)
		if err != nil {
			return err
		}
		list = append(list, newSessionJSON(s, p))
	}
	if a.asJSON() {
		if err := printList(a, list); err != nil {
			return err
		}
		return damage
	}
	for _, s := range list {
		a.say("%s", a.sessionLine(s))
	}
	if len(list) == 0 {
		a.tell("no conversation is kept here; `gitmem session import` reads those of this project")
	}
	return damage
}

// sessionLine is a conversation in one line.
func (a *app) sessionLine(s sessionJSON) string {
	line := fmt.Sprintf("%s %s %s, %s", a.bold(clip(s.ID, 80), a.TerminalOut), s.Agent, s.Updated, counted(s.Messages, "message", "messages"))
	if s.Relation != "" {
		line += fmt.Sprintf(", %s of %s", s.Relation, clip(s.Parent, 80))
	}
	if s.External {
		line += ", with external content"
	}
	if s.Policy.Generation != session.Enabled {
		line += ", learning " + s.Policy.Generation
		if s.Policy.Reason != "" {
			line += " (" + clip(s.Policy.Reason, 80) + ")"
		}
	}
	if s.Title != "" {
		line += ": " + clip(s.Title, 100)
	}
	return line
}

func newSessionShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "One conversation, message by message",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.sessionShow(args[0]) },
	}
}

// sessionShowJSON is a whole conversation.
type sessionShowJSON struct {
	sessionJSON
	Said []session.Message `json:"said"`
}

// sessionShow prints what people and agents said, which no agent may read back
// by a command.
func (a *app) sessionShow(prefix string) error {
	if _, err := a.mayDecide("session show"); err != nil {
		return err
	}
	shelf, _, err := a.sessions()
	if err != nil {
		return err
	}
	s, err := shelf.Find(prefix)
	if err != nil {
		return err
	}
	p, err := shelf.Policy(s.ID)
	if err != nil {
		return err
	}
	out := sessionShowJSON{sessionJSON: newSessionJSON(s, p), Said: []session.Message{}}
	for m, err := range shelf.Messages(s.ID) {
		if err != nil {
			return err
		}
		out.Said = append(out.Said, m)
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.say("%s", a.sessionLine(out.sessionJSON))
	for _, m := range out.Said {
		a.sayMessage(m)
	}
	return nil
}

// sayMessage prints a message and, in a line each, what was called.
func (a *app) sayMessage(m session.Message) {
	who := m.Role
	if m.Typed {
		who += ", typed"
	}
	if m.End != session.Working {
		who += ", " + m.End
	}
	a.say("\n%s %s (%s)", a.bold(clip(m.ID, 80), a.TerminalOut), stampIfAny(m.Time), who)
	if m.Text != "" {
		a.say("%s", visible(m.Text))
	}
	for _, t := range m.Tools {
		a.say("  %s %s %s: %s", t.Kind, clip(t.Name, 60), clip(t.Target, 120), t.Status)
	}
}
