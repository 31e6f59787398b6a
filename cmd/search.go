package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/index"
	"gitmem/index/search"
	"gitmem/memfile"
)

type searchOptions struct {
	limit                        positive
	scope, session, since, match string
	kinds, statuses              []string
}

func newSearch(a *app) *cobra.Command {
	var o searchOptions
	c := &cobra.Command{
		Use:   "search QUERY…",
		Short: "Find experiences and entries of memory by their words",
		Long: `Finds experiences and entries of memory, of this project and of the global store, best first. Nothing in the query
is an operator. What was saved, checked out or deleted a moment ago is seen: the index catches up with the files first.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			query, err := a.query(args)
			if err != nil {
				return err
			}
			return a.search(c.Context(), query, o)
		},
	}
	f := c.Flags()
	f.Var(&o.limit, "limit", fmt.Sprintf("at most `N` hits, %d unless given, %d at most", index.DefaultLimit, index.MaxLimit))
	f.StringVar(&o.scope, "scope", "", "only project or only global memory")
	f.StringVar(&o.session, "session", "", "only what was recorded in this session")
	f.StringSliceVar(&o.kinds, "kind", nil, "only these `KINDS`: "+strings.Join(search.Kinds(), ", "))
	f.StringSliceVar(&o.statuses, "status", nil, "only these `STATES`: "+strings.Join(search.Statuses(), ", "))
	f.StringVar(&o.since, "since", "", "only what changed on this `DATE` (UTC) or later, as 2026-11-30")
	f.StringVar(&o.match, "match", search.MatchAny, "whether any or all words must match")
	offerWords(c, "scope", these(memfile.ScopeProject, memfile.ScopeGlobal))
	offerWords(c, "kind", search.Kinds)
	offerWords(c, "status", search.Statuses)
	offerWords(c, "match", these(search.MatchAny, search.MatchAll))
	return c
}

// query is what is looked for: the words of the command line, or stdin for -.
func (a *app) query(words []string) (string, error) {
	if len(words) == 1 {
		return a.text(words[0])
	}
	return strings.Join(words, " "), nil
}

func (a *app) search(ctx context.Context, query string, o searchOptions) error {
	q, err := a.question(query, o)
	if err != nil {
		return err
	}
	desks, err := a.searched(o.scope)
	if err != nil {
		return err
	}
	shelves, done := a.shelves(desks)
	defer done()
	answer, err := search.Ask(ctx, shelves, q)
	if err != nil {
		return asFlag(err)
	}
	for _, n := range answer.Notices {
		a.notice(n)
	}
	switch {
	case a.globals.json == "lines":
		return printList(a, answer.Hits)
	case a.asJSON():
		return a.printJSON(answer)
	}
	a.sayAnswer(answer)
	return nil
}

// question is what the command line asks for.
func (a *app) question(query string, o searchOptions) (search.Question, error) {
	agent, _ := a.agent()
	q := search.Question{Agent: agent != "", Query: index.Query{
		Text: query, Limit: int(o.limit), Kinds: o.kinds, Statuses: o.statuses, Session: o.session,
	}}
	var err error
	if q.All, err = search.Matches(o.match); err != nil {
		return q, asFlag(err)
	}
	if o.since != "" {
		if q.Since, err = day(o.since); err != nil {
			return q, err
		}
	}
	return q, asFlag(q.Check())
}

// day reads a date.
func day(word string) (time.Time, error) {
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(form, word); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--since %q: it is a date such as 2026-11-30", clip(word, 40))
}

// asFlag tells a fault of the question as one of the flag that it came from.
func asFlag(err error) error {
	var fault *search.QuestionError
	if errors.As(err, &fault) {
		return usagef("--%s %s: %s", fault.Field, quoted(clip(fault.Value, 40)), fault.Reason)
	}
	return err
}

// searched are the desks of the stores that a search looks at.
func (a *app) searched(scope string) ([]*candidates.Desk, error) {
	switch scope {
	case "":
		return a.desks()
	case memfile.ScopeProject, memfile.ScopeGlobal:
		d, err := a.deskOf(scope)
		return one(d), err
	}
	return nil, usagef("--scope %q: it is project or global", clip(scope, 40))
}
