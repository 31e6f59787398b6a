package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

func newStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "What memory holds, what waits, and what needs a look",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.status(c.Context()) },
	}
}

// statusJSON is the state of the stores at hand.
type statusJSON struct {
	Store       string      `json:"store"`
	Head        string      `json:"head"`
	Scopes      []scopeJSON `json:"scopes"`
	Waiting     waitingJSON `json:"waiting"`
	Experiences countsJSON  `json:"experiences"`
	AutoApplied []autoJSON  `json:"auto_applied"`
	// DecidedByAgents are decisions under an agent's marks that no person looked at yet.
	DecidedByAgents []agentDecisionJSON `json:"decided_by_agents"`
	Uncertain       []uncertainJSON     `json:"uncertain"`
	Invalid         []faultJSON         `json:"invalid"`
	Index           indexStateJSON      `json:"index"`
	Generation      generationJSON      `json:"generation"`
	Jobs            jobsStateJSON       `json:"jobs"`
	Notices         []string            `json:"notices"`
}

type scopeJSON struct {
	Scope string `json:"scope"`
	Store string `json:"store"`
	Head  string `json:"head"`
	// Entries is null where the file cannot be read.
	Entries *int `json:"entries"`
	Chars   int  `json:"chars"`
	Cap     int  `json:"cap"`
	Drift   bool `json:"drift"`
	// Rubble says why a drifted file is damaged rather than edited.
	Rubble string `json:"rubble,omitempty"`
	// Restore is the command that brings back what a damaged file held.
	Restore string `json:"restore,omitempty"`
	// EvidenceWithdrawn are the entries whose evidence all was forgotten.
	EvidenceWithdrawn []markJSON `json:"evidence_withdrawn"`
}

// waitingJSON counts what a person has to decide on.
type waitingJSON struct {
	Pending   int `json:"pending"`
	Failed    int `json:"failed"`
	Edited    int `json:"edited"`    // saved by hand and not committed
	Decisions int `json:"decisions"` // written, for `gitmem apply`
	Held      int `json:"held"`      // experiences to be confirmed or forgotten
}

type uncertainJSON struct {
	Operation memfile.ID   `json:"operation"`
	Op        string       `json:"op"`
	IDs       []memfile.ID `json:"ids"`
	Path      string       `json:"path"`
	State     repo.State   `json:"state"`
	Reason    string       `json:"reason"`
}

type faultJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

type generationJSON struct {
	Enabled bool   `json:"enabled"`
	Reason  string `json:"reason"`
}

func (a *app) status(ctx context.Context) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	s, err := a.readStatus(ctx, desks)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(s)
	}
	a.sayStatus(s)
	return nil
}

func (a *app) readStatus(ctx context.Context, desks []*candidates.Desk) (statusJSON, error) {
	s := statusJSON{Experiences: newCountsJSON(), AutoApplied: []autoJSON{}, DecidedByAgents: []agentDecisionJSON{}, Uncertain: []uncertainJSON{}, Invalid: []faultJSON{}, Notices: []string{}}
	for _, d := range desks {
		if err := s.look(ctx, d); err != nil {
			return s, err
		}
		full, err := a.sessionsFull(d.Store)
		if err != nil {
			return s, err
		}
		if full != "" {
			s.Notices = append(s.Notices, full)
		}
	}
	indexes, err := a.indexes(ctx, desks)
	if err != nil {
		return s, err
	}
	s.Index = joinIndexes(indexes)
	if agent, _ := a.agent(); agent != "" {
		s.withoutQuotations()
	}
	if found, err := a.found(false); err == nil && found.Foreign && found.Trusted == nil {
		s.Notices = append(s.Notices, "this account did not make this store, and nothing of it is handed to an agent: `gitmem trust` shows all of it, and allows it")
	}
	s.Store, s.Head = s.Scopes[0].Store, s.Scopes[0].Head
	settings, err := a.loadSettings(desks[0].Store.Root, desks[0].Store.ID)
	if err != nil {
		return s, err
	}
	s.Generation.Enabled, s.Generation.Reason = settings.Generates()
	s.Jobs, err = a.jobsState(desks)
	return s, err
}

// look adds what one store has to say.
func (s *statusJSON) look(ctx context.Context, d *candidates.Desk) error {
	o, err := d.Overview()
	if err != nil {
		return err
	}
	view, err := d.Store.View()
	if err != nil {
		return err
	}
	scope, err := newScopeJSON(ctx, d, o, view)
	if err != nil {
		return err
	}
	s.Scopes = append(s.Scopes, scope)
	if err := s.countExperiences(d); err != nil {
		return err
	}
	for _, rec := range o.Open {
		s.Waiting.count(rec)
	}
	for _, bad := range o.Invalid {
		for _, f := range bad.Faults {
			s.Invalid = append(s.Invalid, faultJSON{f.Path, f.Line, f.Column, f.Rule, f.Message})
		}
	}
	for _, p := range append(o.Uncertain, o.Waiting...) {
		s.Uncertain = append(s.Uncertain, uncertainJSON{p.Operation, p.Op, p.IDs, p.Path, p.State, p.Reason})
	}
	auto, err := d.AutoApplied(ctx)
	if err != nil {
		return err
	}
	for _, c := range auto.Changes {
		s.AutoApplied = append(s.AutoApplied, newAutoJSON(c))
	}
	if auto.Gone != "" {
		s.Notices = append(s.Notices, replacedNotice(d, auto))
	}
	if err := s.lookAtAgents(ctx, d); err != nil {
		return err
	}
	return s.notice(d, o, view)
}

// newScopeJSON is what one store holds.
func newScopeJSON(ctx context.Context, d *candidates.Desk, o candidates.Overview, view repo.View) (scopeJSON, error) {
	scope := scopeJSON{
		Scope: d.Store.Scope, Store: d.Store.Root, Head: view.Commit, Chars: o.Usage.Chars, Cap: o.Usage.Cap,
		Drift: o.Drift.Exists(), Rubble: o.Drift.Rubble,
	}
	if scope.Rubble != "" {
		scope.Restore = restoring(d.Store, o.Drift)
	}
	if entries, _, err := d.Entries(); err == nil {
		n := len(entries)
		scope.Entries = &n
	}
	var err error
	scope.EvidenceWithdrawn, err = withdrawnEntries(ctx, d)
	return scope, err
}

func (s *statusJSON) countExperiences(d *candidates.Desk) error {
	counts, err := evidence.Open(d).Counts()
	s.Experiences.add(counts)
	s.Waiting.Held = s.Experiences.Statuses[memfile.StatusHeld]
	return err
}

// withoutQuotations takes away what may quote a text that nobody adopted or
// approved: of what is invalid an agent is told the place and the rule.
func (s *statusJSON) withoutQuotations() {
	for i := range s.Invalid {
		s.Invalid[i].Message = s.Invalid[i].Rule
	}
}

func (w *waitingJSON) count(rec candidates.Record) {
	switch rec.State {
	case candidates.Pending:
		w.Pending++
	case candidates.Failed:
		w.Failed++
	}
	if rec.Edited {
		w.Edited++
	}
	if rec.Decision != "" {
		w.Decisions++
	}
}

// usualBranch is the branch on which a store is made.
const usualBranch = "refs/heads/main"

// notice adds what a person should know about a store and what stops nothing.
func (s *statusJSON) notice(d *candidates.Desk, o candidates.Overview, view repo.View) error {
	add := func(line string) { s.Notices = append(s.Notices, line) }
	switch view.Branch {
	case "":
		add("HEAD of " + d.Store.Root + " is detached: nothing can be written")
	case usualBranch:
	default:
		add("HEAD of " + d.Store.Root + " is on " + view.Branch + ", not on " + usualBranch)
	}
	if o.Longest != "" {
		add(d.Store.Scope + " memory is nearly full; the longest entries: " + o.Longest)
	}
	for _, p := range o.Unfinished {
		add("operation " + string(p.Operation) + " (" + p.Op + ") is under way, or was interrupted: `gitmem recover` settles it")
	}
	for _, k := range o.Kept {
		add(k.Path + ": text that was saved while the file was replaced is kept in " + k.File)
	}
	person, err := d.Store.Identity()
	switch {
	case err != nil:
		add(firstLine(err.Error()))
	case person.StandIn:
		add("git knows no identity; commits are made as " + person.Name + " <" + person.Email + ">")
	}
	return nil
}
