package candidates

import (
	"context"
	"errors"
	"fmt"
	"path"

	"gitmem/memfile"
	"gitmem/repo"
)

// ImportEntry is one entry of a memory file of another tool.
type ImportEntry struct {
	File    string // its name, for the report and the reason
	Line    int
	Text    string
	Section string // a heading of the resident file, used if it has it
	Origin  string // where in the file, if more is to be said than the line
}

// Import is what is imported, and on whose behalf.
type Import struct {
	Entries    []ImportEntry
	Confidence int    // basis points
	Agent      string // the agent that runs the import; its proposals count as those of a model
}

// RefusedEntry is an entry that was not imported, and why.
type RefusedEntry struct {
	File   string
	Line   int
	Reason string
}

// ImportReport accounts for every entry: Imported, Duplicates and Refused sum
// up to their number.
type ImportReport struct {
	Imported   []memfile.ID
	Duplicates int // the same words were imported, proposed so, or stand in memory already
	Refused    []RefusedEntry
	Warnings   []string
	Result     repo.Result
}

// Import lays the entries of a memory file of another tool on the desk, as
// open candidates of the actor system, all in one commit. Nothing is applied,
// whatever the promotion policy. The id of each is cut from its words, so that
// an import that is run again finds them and changes nothing.
func (d *Desk) Import(ctx context.Context, in Import) (ImportReport, error) {
	var report ImportReport
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := d.planImport(in)
		report = found
		return op, err
	})
	report.Result = result
	return report, err
}

func (d *Desk) planImport(in Import) (*repo.Operation, ImportReport, error) {
	run, err := d.newImport(in)
	if err != nil {
		return nil, ImportReport{}, err
	}
	op := &repo.Operation{Author: Author(Actor{Kind: memfile.ActorSystem})}
	for _, e := range in.Entries {
		c, err := run.lay(e)
		if err != nil {
			return nil, run.report, err
		}
		if c != nil {
			op.Changes = append(op.Changes, repo.Change{Path: memfile.CandidatePath(*c), After: repo.Of(memfile.FormatCandidate(*c))})
		}
	}
	if len(op.Changes) == 0 {
		return nil, run.report, nil
	}
	op.Message = memfile.Message{
		Op: "import", IDs: run.report.Imported, Actor: memfile.ActorSystem, Agent: in.Agent,
		Subject: fmt.Sprintf("import %d candidates for %s", len(op.Changes), d.residentName()),
	}
	return op, run.report, nil
}

// importing is one import under way.
type importing struct {
	desk    *Desk
	in      Import
	before  *memfile.Resident
	present bool
	known   knownCandidates
	seen    map[memfile.ID]bool
	room    int // how many more an agent may propose; negative for no limit
	report  ImportReport
}

func (d *Desk) newImport(in Import) (*importing, error) {
	run := &importing{desk: d, in: in, seen: map[memfile.ID]bool{}, room: -1}
	var err error
	if run.before, run.present, err = d.readResident(); err != nil {
		return nil, err
	}
	view, err := d.Store.View()
	if err != nil {
		return nil, err
	}
	if run.known, err = d.known(view); err != nil || in.Agent == "" {
		return run, err
	}
	store, _, err := d.openOfModels("")
	run.room = max(0, MaxOpenPerStore-store)
	return run, err
}

// lay makes the candidate of one entry, nil where there is none to make.
func (run *importing) lay(e ImportEntry) (*memfile.Candidate, error) {
	c := run.draft(e)
	if _, made := run.known.one(c.ID); made || run.seen[c.ID] {
		run.report.Duplicates++
		return nil, nil
	}
	k, err := run.check(&c)
	switch {
	case err != nil && (ownFault(err) || isFlood(err)):
		run.report.Refused = append(run.report.Refused, RefusedEntry{File: e.File, Line: e.Line, Reason: err.Error()})
		return nil, nil
	case err != nil:
		return nil, err
	case k.duplicateOf != "":
		run.report.Duplicates++
		return nil, nil
	}
	run.seen[c.ID] = true
	run.room--
	run.report.Imported = append(run.report.Imported, c.ID)
	return &c, nil
}

func isFlood(err error) bool { return errors.As(err, new(*FloodError)) }

// draft is the candidate of an entry before any check.
func (run *importing) draft(e ImportEntry) memfile.Candidate {
	d := run.desk
	now := d.now()
	c := memfile.Candidate{
		Edit:   memfile.Edit{Action: memfile.ActionAdd, Section: e.Section, Content: memfile.NormalContent(e.Text)},
		Reason: importReason(e), Confidence: run.in.Confidence, Kind: memfile.MemoryCandidate, Scope: d.Store.Scope,
		Status: string(Pending), Actor: memfile.ActorSystem, Source: memfile.Source{Agent: run.in.Agent}, Created: now, Updated: now,
	}
	c.ID = memfile.DeriveID(memfile.KindCandidate, "import", c.Scope, c.Content)
	return c
}

func importReason(e ImportEntry) string {
	reason := fmt.Sprintf("imported from %s, line %d", path.Base(e.File), e.Line)
	if e.Origin != "" {
		reason += ", " + e.Origin
	}
	return reason
}

// check runs the checks of a proposal. A heading that the resident file does
// not have is no fault of the entry: it is added without one.
func (run *importing) check(c *memfile.Candidate) (checked, error) {
	if run.room == 0 {
		return checked{}, &FloodError{Where: "this store", Open: MaxOpenPerStore, Max: MaxOpenPerStore}
	}
	words, err := run.desk.checkWords(*c, Actor{Kind: c.Actor})
	if err != nil {
		return checked{}, err
	}
	k, err := run.desk.previewOn(run.before, run.present, *c)
	var located *memfile.LocateError
	if errors.As(err, &located) && c.Section != "" {
		c.Section = ""
		k, err = run.desk.previewOn(run.before, run.present, *c)
	}
	if err != nil || k.duplicateOf != "" {
		return k, err
	}
	near, err := run.known.against(*c)
	run.report.Warnings = append(run.report.Warnings, append(words, near...)...)
	return k, err
}
