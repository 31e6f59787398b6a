package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// listedExperiences is how many `learn status` lists unless it is told.
const listedExperiences = 20

type learnStatusOptions struct {
	limit  positive
	offset uint
	filter evidence.Filter
	all    bool
}

func newLearnStatus(a *app) *cobra.Command {
	o := learnStatusOptions{limit: listedExperiences}
	c := &cobra.Command{
		Use:   "status",
		Short: "How many experiences there are, the newest of them, feedback, and what waits for a person",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.learnStatus(c.Context(), o) },
	}
	f := c.Flags()
	f.Var(&o.limit, "limit", "list at most `N` experiences, and as much feedback")
	f.UintVar(&o.offset, "offset", 0, "pass by the `N` newest")
	f.StringVar(&o.filter.Status, "status", "", "only with this status: held, active, promoted, forgotten")
	f.StringVar(&o.filter.Kind, "kind", "", "only of this kind")
	f.StringVar(&o.filter.Session, "session", "", "only of this session")
	f.BoolVar(&o.all, "all", false, "forgotten ones too")
	offerWords(c, "status", memfile.ExperienceStatuses)
	offerWords(c, "kind", memfile.ExperienceKinds)
	return c
}

// learningJSON is what was learned in the stores at hand.
type learningJSON struct {
	Counts      countsJSON          `json:"counts"`
	Held        []experienceJSON    `json:"held"`
	Experiences []experienceJSON    `json:"experiences"` // of the page, the newest first
	Page        pageJSON            `json:"page"`
	Feedback    []feedbackJSON      `json:"feedback"`
	Waiting     learningWaitingJSON `json:"waiting"`
	Invalid     []faultJSON         `json:"invalid"`
	Index       indexStateJSON      `json:"index"`
}

// countsJSON counts what is not forgotten; statuses holds the forgotten too.
type countsJSON struct {
	Total    int            `json:"total"`
	Statuses map[string]int `json:"statuses"`
	Kinds    map[string]int `json:"kinds"`
}

func newCountsJSON() countsJSON {
	c := countsJSON{Statuses: map[string]int{}, Kinds: map[string]int{}}
	for _, status := range memfile.ExperienceStatuses() {
		c.Statuses[status] = 0
	}
	for _, kind := range memfile.ExperienceKinds() {
		c.Kinds[kind] = 0
	}
	return c
}

func (c *countsJSON) add(more evidence.Counts) {
	c.Total += more.Total
	for status, n := range more.Statuses {
		c.Statuses[status] += n
	}
	for kind, n := range more.Kinds {
		c.Kinds[kind] += n
	}
}

// pageJSON says which part of a list this is. Total counts what the flags want.
type pageJSON struct {
	Offset int `json:"offset"`
	Limit  int `json:"limit"`
	Total  int `json:"total"`
}

// learningWaitingJSON counts what a person has to decide on.
type learningWaitingJSON struct {
	Held       int `json:"held"`       // to be confirmed or forgotten
	Unresolved int `json:"unresolved"` // issues that are to be solved
	Candidates int `json:"candidates"` // open proposals for memory
}

func (a *app) learnStatus(ctx context.Context, o learnStatusOptions) error {
	if err := checkFilter(o.filter); err != nil {
		return err
	}
	ledgers, err := a.ledgers()
	if err != nil {
		return err
	}
	out := learningJSON{
		Counts: newCountsJSON(), Held: []experienceJSON{}, Experiences: []experienceJSON{}, Feedback: []feedbackJSON{}, Invalid: []faultJSON{},
		Page: pageJSON{Offset: int(o.offset), Limit: int(o.limit)},
	}
	for _, l := range ledgers {
		if err := a.addLearning(&out, l, o); err != nil {
			return err
		}
	}
	if err := a.addIndexes(ctx, &out, ledgers); err != nil {
		return err
	}
	out.page()
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.sayLearning(out)
	return nil
}

// addIndexes says how fresh the indexes are in which these are found.
func (a *app) addIndexes(ctx context.Context, out *learningJSON, ledgers []*evidence.Ledger) error {
	desks := make([]*candidates.Desk, len(ledgers))
	for i, l := range ledgers {
		desks[i] = l.Desk
	}
	list, err := a.indexes(ctx, desks)
	out.Index = joinIndexes(list)
	return err
}

func checkFilter(f evidence.Filter) error {
	if err := oneOf("--status", f.Status, memfile.ExperienceStatuses()); err != nil {
		return err
	}
	return oneOf("--kind", f.Kind, memfile.ExperienceKinds())
}

// addLearning adds what one store holds.
func (a *app) addLearning(out *learningJSON, l *evidence.Ledger, o learnStatusOptions) error {
	counts, err := l.Counts()
	if err != nil {
		return err
	}
	out.Counts.add(counts)
	list, err := l.List(o.filter)
	if err != nil {
		return err
	}
	out.Invalid = append(out.Invalid, a.faults(list.Invalid)...)
	for _, rec := range list.Records {
		if rec.Status != memfile.StatusForgotten || o.all || o.filter.Status != "" {
			out.Experiences = append(out.Experiences, a.experienceJSON(l.Desk.Store.Scope, rec))
		}
	}
	held, err := l.List(evidence.Filter{Status: memfile.StatusHeld})
	if err != nil {
		return err
	}
	for _, rec := range held.Records {
		out.Held = append(out.Held, a.experienceJSON(l.Desk.Store.Scope, rec))
	}
	out.Waiting.Held += len(held.Records)
	issues, err := l.List(evidence.Filter{Status: memfile.StatusActive, Kind: memfile.KindUnresolvedIssue})
	if err != nil {
		return err
	}
	out.Waiting.Unresolved += len(issues.Records)
	open, err := l.Desk.OpenList()
	if err != nil {
		return err
	}
	for _, rec := range open.Records {
		if rec.State == candidates.Pending || rec.State == candidates.Failed {
			out.Waiting.Candidates++
		}
	}
	return a.addFeedback(out, l, o)
}

func (a *app) addFeedback(out *learningJSON, l *evidence.Ledger, o learnStatusOptions) error {
	given, invalid, err := l.FeedbackList(o.filter.Session)
	if err != nil {
		return err
	}
	out.Invalid = append(out.Invalid, a.faults(invalid)...)
	agent, _ := a.agent()
	for _, f := range given {
		one := newFeedbackJSON(f)
		if agent != "" && one.Note != "" {
			one.Note, one.Hidden = "", true
		}
		out.Feedback = append(out.Feedback, one)
	}
	return nil
}
