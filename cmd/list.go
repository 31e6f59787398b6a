package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
)

type listOptions struct {
	status []string
	all    bool
}

func newList(a *app) *cobra.Command {
	var o listOptions
	c := &cobra.Command{
		Use:   "list",
		Short: "The entries of memory and the open candidates, one a line",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.list(c.Context(), o) },
	}
	c.Flags().StringSliceVar(&o.status, "status", nil, "only candidates in these `STATES`: pending, failed, applied, rejected, undone …")
	offerWords(c, "status", states)
	c.Flags().BoolVar(&o.all, "all", false, "settled candidates too")
	return c
}

// listJSON is what memory holds and what was proposed.
type listJSON struct {
	Entries    []entryJSON                 `json:"entries"`
	Candidates []recordJSON                `json:"candidates"`
	Usage      map[string]candidates.Usage `json:"usage"` // by scope
	Drift      bool                        `json:"drift"` // MEMORY.md holds hand edits that nobody adopted
}

type entryJSON struct {
	Scope     string     `json:"scope"`
	Index     int        `json:"index"`
	Text      string     `json:"text"`
	Chars     int        `json:"chars"` // of the text, in code points
	Section   string     `json:"section,omitempty"`
	Candidate memfile.ID `json:"candidate"`
	// EvidenceWithdrawn: all experiences that it stood on were forgotten.
	EvidenceWithdrawn bool `json:"evidence_withdrawn,omitempty"`
}

func (a *app) list(ctx context.Context, o listOptions) error {
	for _, s := range o.status {
		if !slices.Contains(candidates.States[1:], candidates.State(s)) {
			return usagef("--status %s: it is one of %s", s, strings.Join(states(), ", "))
		}
	}
	desks, err := a.desks()
	if err != nil {
		return err
	}
	out := listJSON{Entries: []entryJSON{}, Candidates: []recordJSON{}, Usage: map[string]candidates.Usage{}}
	for _, d := range desks {
		gone, err := withdrawn(ctx, d)
		if err != nil {
			return err
		}
		l := listing{app: a, desk: d, withdrawn: gone, out: &out}
		if len(o.status) == 0 {
			if err := l.entries(ctx); err != nil {
				return err
			}
		}
		if err := l.candidates(o); err != nil {
			return err
		}
	}
	switch {
	case a.globals.json == "lines":
		return a.printListLines(out)
	case a.asJSON():
		return a.printJSON(out)
	}
	a.sayList(out)
	return nil
}

// printListLines prints one entry or candidate a line.
func (a *app) printListLines(out listJSON) error {
	if err := printList(a, out.Entries); err != nil {
		return err
	}
	return printList(a, out.Candidates)
}

// states are the words of --status.
func states() []string {
	words := make([]string, 0, len(candidates.States))
	for _, s := range candidates.States[1:] {
		words = append(words, string(s))
	}
	return words
}

// listing lists what one store holds.
type listing struct {
	app       *app
	desk      *candidates.Desk
	withdrawn map[memfile.ID]bool // candidates that stand on nothing any more
	out       *listJSON
}

// entries adds the entries of a resident file. Where each came from is looked up
// only for programs, and where evidence was withdrawn.
func (l listing) entries(ctx context.Context) error {
	scope := l.desk.Store.Scope
	entries, usage, drifted, err := l.app.entries(l.desk)
	if err != nil {
		l.app.tellInvalid([]candidates.Invalid{*candidates.InvalidResident(err)})
		return nil
	}
	l.out.Usage[scope] = usage
	l.out.Drift = l.out.Drift || drifted
	origin := map[string][]memfile.ID{}
	if l.app.asJSON() || len(l.withdrawn) > 0 {
		blamed, err := l.desk.Store.Blame(ctx, 0)
		if err != nil {
			return err
		}
		for _, b := range blamed {
			origin[b.Text] = append(origin[b.Text], b.Candidate)
		}
	}
	for i, e := range entries {
		row := entryJSON{Scope: scope, Index: i + 1, Text: e.Text, Chars: utf8.RuneCountInString(e.Text), Section: e.Section}
		if ids := origin[e.Text]; len(ids) > 0 {
			row.Candidate, origin[e.Text] = ids[0], ids[1:]
			row.EvidenceWithdrawn = l.withdrawn[row.Candidate]
		}
		l.out.Entries = append(l.out.Entries, row)
	}
	return nil
}

// entries are those of a resident file as it stands; under an agent as the last
// operation left it, since nobody has adopted the rest.
func (a *app) entries(d *candidates.Desk) (list []memfile.Block, usage candidates.Usage, drifted bool, err error) {
	drift, err := d.Store.Drift(candidates.ResidentPath)
	if err != nil {
		return nil, usage, false, err
	}
	drifted = drift.Exists()
	agent, _ := a.agent()
	if !drifted || agent == "" {
		list, usage, err = d.Entries()
		if drifted && err == nil {
			a.notice(d.Store.Scope + " memory holds hand edits that were not adopted: `gitmem diff` shows them")
		}
		return list, usage, drifted, err
	}
	a.notice(d.Store.Scope + " memory holds hand edits that nobody adopted; they are not shown to an agent")
	former, err := memfile.ParseResident(candidates.ResidentPath, drift.Former.Data)
	if err != nil {
		return nil, usage, drifted, err
	}
	return former.Entries(), candidates.Usage{Chars: former.Usage(), Cap: d.Rules.Cap}, drifted, nil
}

// candidates adds the open ones, and the settled where they are asked for.
func (l listing) candidates(o listOptions) error {
	wanted := func(status string) bool { return len(o.status) == 0 || slices.Contains(o.status, status) }
	list, err := l.desk.OpenList()
	if err != nil {
		return err
	}
	l.app.tellInvalid(list.Invalid)
	for _, rec := range list.Records {
		if wanted(string(rec.State)) {
			l.add(rec)
		}
	}
	if !o.all && !slices.ContainsFunc(o.status, memfile.Settled) {
		return nil
	}
	return l.desk.VisitSettled(wanted, func(rec candidates.Record, bad *candidates.Invalid) error {
		if bad != nil {
			l.app.tellInvalid([]candidates.Invalid{*bad})
			return nil
		}
		l.add(rec)
		return nil
	})
}

func (l listing) add(rec candidates.Record) {
	row := l.app.recordJSON(rec)
	row.EvidenceWithdrawn = rec.State == candidates.Applied && l.withdrawn[rec.ID]
	l.out.Candidates = append(l.out.Candidates, row)
}

// sayList prints one line for each, so that lines can be counted.
func (a *app) sayList(out listJSON) {
	for _, e := range out.Entries {
		a.say("%s %d: %s %s%s", e.Scope, e.Index, clip(e.Text, 2000), a.faint(fmt.Sprintf("(%d)", e.Chars), a.TerminalOut), ifMarked(e.EvidenceWithdrawn))
	}
	for _, c := range out.Candidates {
		a.say("%s %s %s %s: %s%s", c.ID, a.bold(c.Status, a.TerminalOut), c.Scope, c.action(), c.summary(), ifMarked(c.EvidenceWithdrawn))
	}
	for _, scope := range []string{memfile.ScopeProject, memfile.ScopeGlobal} {
		if u, ok := out.Usage[scope]; ok {
			a.tell("%s memory: %d of %d characters", scope, u.Chars, u.Cap)
		}
	}
}

func (r recordJSON) action() string {
	if len(r.Operations) > 0 {
		return "batch"
	}
	return r.Action
}

// summary is what a candidate says, in one line.
func (r recordJSON) summary() string {
	switch {
	case r.Hidden:
		return "(not shown to an agent)"
	case len(r.Operations) > 0:
		return clip(r.Reason, 120)
	case r.Content != "":
		return clip(r.Content, 120)
	}
	return clip(r.Locator, 120)
}
