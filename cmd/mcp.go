package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"sync"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/hooks/mcp"
	"gitmem/index/search"
	"gitmem/memfile"
	"gitmem/repo"
)

func newMCP(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve memory to an agent over the Model Context Protocol, on stdin and stdout",
		Long: `Serves the memory of this project and the global one to one agent: a tool that proposes, one that reads memory, one
that searches experiences, and the memory as resources. Nothing here decides: what is proposed waits for a person. It is
started by the agent; "gitmem setup" says so to it.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.serveMCP(c.Context()) },
	}
}

func (a *app) serveMCP(ctx context.Context) error {
	a.globals.quiet = true // an agent's client shows stderr to nobody
	m := &served{app: a}
	settings, err := a.loadSettings("", "")
	if err != nil {
		return err
	}
	return mcp.Serve(ctx, m, mcp.Options{
		In: io.NopCloser(a.In), Out: nopWriteCloser{a.Out}, Version: readBuilt().Version, NoProposals: !settings.Memory.Tool,
		Scopes: []string{memfile.ScopeProject, memfile.ScopeGlobal}, Revision: m.revision,
	})
}

// nopWriteCloser leaves stdout open.
type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }

// served is memory as one agent's client gets it. Each call is a run of its own,
// so that a change of settings, of trust or of the store counts at once.
type served struct {
	app *app
	one sync.Mutex // of the reader and the writer of this process
}

// run does one call with an app of its own, in the name of an agent.
func (m *served) run(client string, do func(a *app) error) error {
	m.one.Lock()
	defer m.one.Unlock()
	a := newApp(m.app.Streams)
	a.globals.store, a.globals.global, a.globals.quiet = m.app.globals.store, m.app.globals.global, true
	if a.globals.agent = client; client == "" || candidates.CheckWord("client", client) != nil {
		a.globals.agent = "mcp"
	}
	off, err := a.isOffHere()
	switch {
	case err != nil:
	case off:
		err = errors.New("gitmem is off in this project; only a person lets it work again")
	default:
		err = do(a)
	}
	return toldToAgent(err)
}

// toldToAgent is an error with its hint, in words that a model can act on.
func toldToAgent(err error) error {
	if err == nil {
		return nil
	}
	c := explain(err)
	if c.Hint == "" {
		return errors.New(c.Message)
	}
	return errors.New(c.Message + "\nhint: " + c.Hint)
}

// Propose implements mcp.Memory. Whatever a payload says, the actor is a tool.
func (m *served) Propose(ctx context.Context, p mcp.Proposal) (out mcp.Proposed, err error) {
	err = m.run(p.Client, func(a *app) error {
		if !(p.Confidence >= 0 && p.Confidence <= 1) {
			return usagef("confidence: it is a number from 0 to 1")
		}
		if err := oneOf("target", p.Target, []string{memfile.ScopeProject, memfile.ScopeGlobal}); err != nil {
			return err
		}
		d, err := a.deskToPropose(p.Target)
		if err != nil {
			return err
		}
		proposal := candidates.Proposal{
			Edit:   memfile.Edit{Action: p.Action, Content: p.Content, Locator: p.OldText},
			Reason: p.Reason, Confidence: int(math.Round(p.Confidence * 10000)),
			Actor:  candidates.Actor{Kind: memfile.ActorTool, Agent: a.globals.agent},
			Source: memfile.Source{Agent: a.globals.agent, Client: a.globals.agent, Connection: p.Connection},
		}
		for _, c := range p.Operations {
			proposal.Operations = append(proposal.Operations, memfile.Edit{Action: c.Action, Content: c.Content, Locator: c.OldText})
		}
		made, err := d.Propose(ctx, proposal)
		if err != nil {
			return err
		}
		out = newProposed(made)
		return nil
	})
	return out, err
}

func newProposed(o candidates.Outcome) mcp.Proposed {
	out := mcp.Proposed{
		ID: string(o.Candidate.ID), Status: o.Candidate.Status, Used: o.Usage.Chars, Cap: o.Usage.Cap, Warnings: o.Warnings,
		Next: "a person decides, with `gitmem review`",
	}
	switch {
	case o.DuplicateOf != "":
		out.ID, out.Status, out.DuplicateOf, out.Next = "", "unchanged", o.DuplicateOf, "memory says this already; nothing was made"
	case o.Candidate.Status == memfile.StatusApplied:
		out.Next = "it was applied by the person's policy"
	}
	return out
}

// Read implements mcp.Memory: what a prompt gets, with its receipt.
func (m *served) Read(ctx context.Context, scope string) (out mcp.Reading, err error) {
	err = m.run("", func(a *app) error {
		if err := oneOf("target", scope, []string{memfile.ScopeProject, memfile.ScopeGlobal}); err != nil {
			return err
		}
		receipt, err := a.handOut(ctx, contextOptions{onlySome: true, noExperiences: true, onlyScope: scope})
		if err != nil || receipt == nil {
			return ignoreMissing(err)
		}
		out = mcp.Reading{Text: receipt.Text, Notices: receipt.Notices}
		if receipt.Text != "" {
			out.Receipt = string(receipt.ID)
		}
		return nil
	})
	return out, err
}

// Search implements mcp.Memory: what an agent may be told.
func (m *served) Search(ctx context.Context, q mcp.Question) (out json.RawMessage, err error) {
	err = m.run("", func(a *app) error {
		question, err := a.question(q.Query, searchOptions{limit: positive(q.Limit), match: q.Match, kinds: memfile.ExperienceKinds()})
		if err != nil {
			return err
		}
		desks, _, err := a.giving()
		if err != nil {
			return ignoreMissing(err)
		}
		shelves, done := a.shelves(desks)
		defer done()
		answer, err := search.Ask(ctx, shelves, question)
		if err != nil {
			return err
		}
		out, err = json.Marshal(answer)
		return err
	})
	if err == nil && out == nil {
		out = json.RawMessage(`{"hits":[],"total":0}`)
	}
	return out, err
}

// revision is the blob of the memory that prompts get, "" where there is none.
func (m *served) revision(scope string) (blob string) {
	_ = m.run("", func(a *app) error {
		d, err := a.deskOf(scope)
		if err != nil {
			return err
		}
		base, err := d.Store.Base(repo.ResidentPath)
		blob = base.Blob
		return err
	})
	return blob
}
