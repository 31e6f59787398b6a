package cmd

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"gitmem/index/retrieve"
	"gitmem/memfile"
)

type contextOptions struct {
	query, session, turn string
	maxItems, maxTokens  positive

	// A hook gives memory or experiences; where that is nothing it leaves no receipt.
	onlySome, noResident, noExperiences bool
	onlyScope                           string // project or global; empty for both
}

func newContext(a *app) *cobra.Command {
	var o contextOptions
	c := &cobra.Command{
		Use:   "context",
		Short: "What an agent gets for its prompt: memory, and the experiences that fit a query",
		Long: `Prints the context for one turn: the entries of the global and the project's memory as the last operation left them,
and the experiences that match, within a budget of tokens. Each section is an envelope of data that nothing in it can
close. What was handed out is kept as a receipt before it is printed; ` + "`gitmem receipt replay`" + ` prints the same bytes.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.context(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.query, "query", "", "what the turn is about (`TEXT`, - for stdin); the newest experiences without it")
	f.StringVar(&o.session, "session", "", "the agent's session, for the receipt")
	f.StringVar(&o.turn, "turn", "", "the turn in it, for the receipt")
	f.Var(&o.maxItems, "max-items", "at most `N` experiences, instead of learning.retrieval.max_items")
	f.Var(&o.maxTokens, "max-tokens", "at most `N` tokens for them, instead of learning.retrieval.max_context_tokens")
	return c
}

// contextJSON is a context for programs.
type contextJSON struct {
	Receipt  memfile.ID           `json:"receipt"`
	Sections []contextSectionJSON `json:"sections"`
	Skipped  *memfile.Skipped     `json:"skipped"`
	Notices  []string             `json:"notices"`
}

type contextSectionJSON struct {
	Name    string            `json:"name"`
	Content string            `json:"content"`
	SHA256  string            `json:"sha256"`
	Items   []contextItemJSON `json:"items"`
}

type contextItemJSON struct {
	ID     memfile.ID `json:"id"` // "" for an entry that no candidate wrote
	Source string     `json:"source"`
	SHA256 string     `json:"sha256"`
}

// context hands out a context. The receipt is kept before anything is printed,
// so that nothing was ever handed out that cannot be shown again.
func (a *app) context(ctx context.Context, o contextOptions) error {
	query, err := a.text(o.query)
	if err != nil {
		return err
	}
	o.query = query
	if off, err := a.isOffHere(); err != nil || off {
		return errors.Join(err, a.contextOff(off))
	}
	receipt, err := a.handOut(ctx, o)
	switch {
	case err != nil:
		return err
	case receipt == nil:
		return a.ifJSON(contextJSON{Sections: []contextSectionJSON{}, Notices: []string{}})
	}
	for _, n := range receipt.Notices {
		a.notice(visible(n))
	}
	if a.asJSON() {
		return a.printJSON(newContextJSON(*receipt))
	}
	_, err = io.WriteString(a.Out, receipt.Text)
	return err
}

// handOut makes a context and keeps its receipt; nil where there is nobody to
// give anything.
func (a *app) handOut(ctx context.Context, o contextOptions) (*memfile.Receipt, error) {
	givers, err := a.givers(ctx)
	if err != nil {
		return nil, err
	}
	defer givers.done()
	if givers.keeper == nil {
		return nil, nil
	}
	receipt, err := a.buildContext(ctx, o, givers)
	if err == nil && !a.globals.dryRun && !(o.onlySome && receipt.Text == "") {
		err = a.receiptsOf(givers.keeper).Append(receipt)
	}
	return &receipt, err
}

// buildContext makes the context, of nothing where the session's policy says so.
func (a *app) buildContext(ctx context.Context, o contextOptions, g givers) (memfile.Receipt, error) {
	uses, err := a.usesMemory(ctx, g.keeper, o.session)
	if err != nil {
		return memfile.Receipt{}, err
	}
	request := a.contextRequest(o, g)
	if !uses {
		request.Global, request.Project, request.Others = nil, nil, nil
	}
	receipt, err := retrieve.Build(ctx, request)
	if err == nil && !uses {
		receipt.Notices = append(receipt.Notices, "this session uses no memory, by its policy; `gitmem session policy "+quoted(o.session)+"` shows it")
	}
	return receipt, err
}

// contextOff is the context of a project for which a person stopped gitmem:
// none, and no receipt.
func (a *app) contextOff(off bool) error {
	if !off {
		return nil
	}
	notice := "gitmem is off in this project; `gitmem off --undo` lets it work again"
	a.notice(notice)
	return a.ifJSON(contextJSON{Sections: []contextSectionJSON{}, Notices: []string{notice}})
}

// contextRequest is what the command line and the settings ask for.
func (a *app) contextRequest(o contextOptions, g givers) retrieve.Request {
	bounds := g.learning.Retrieval
	q := retrieve.Request{
		Query: o.query, Session: o.session, Turn: o.turn, MaxItems: bounds.MaxItems, MaxTokens: bounds.MaxContextTokens,
		Use: g.learning.Uses() && !o.noExperiences, NoResident: !g.resident || o.noResident, Global: g.global, Project: g.project, Others: g.others, Now: g.keeper.Now,
		NewID: func() (memfile.ID, error) { return g.keeper.NewID(memfile.KindReceipt) },
	}
	switch o.onlyScope {
	case memfile.ScopeProject:
		q.Global = nil
	case memfile.ScopeGlobal:
		q.Project = nil
	}
	if o.maxItems > 0 {
		q.MaxItems = int(o.maxItems)
	}
	if o.maxTokens > 0 {
		q.MaxTokens, q.MaxTokensBy = int(o.maxTokens), "--max-tokens"
	}
	return q
}

func newContextJSON(r memfile.Receipt) contextJSON {
	out := contextJSON{Receipt: r.ID, Sections: []contextSectionJSON{}, Skipped: r.Skipped, Notices: []string{}}
	out.Notices = append(out.Notices, r.Notices...)
	for _, s := range r.Sections {
		section := contextSectionJSON{s.Name, s.Content, s.SHA256, []contextItemJSON{}}
		for _, item := range s.Items {
			section.Items = append(section.Items, contextItemJSON{item.ID, item.Source, item.SHA256})
		}
		out.Sections = append(out.Sections, section)
	}
	return out
}
