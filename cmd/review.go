package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
)

type reviewOptions struct{ auto bool }

func newReview(a *app) *cobra.Command {
	var o reviewOptions
	c := &cobra.Command{
		Use:   "review",
		Short: "Walk through what waits: see each change, then y n e s q ?",
		Long: "Shows each open candidate with its diff and where it comes from, and asks what to do.\n" +
			"Answers may come from a pipe, one a line.\n\n" + reviewHelp,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.auto {
				return a.reviewAuto(c.Context())
			}
			return a.review(c.Context())
		},
	}
	c.Flags().BoolVar(&o.auto, "auto", false, "show what the policy applied without a person, and note that it was looked at")
	return c
}

const reviewHelp = `y - yes, apply it
n - no, reject it; "n REASON" says why
e - edit it first, then ask again
s - skip it, it stays open
q - quit, the rest stays open
? - print this help`

// reviewing is one walk.
type reviewing struct {
	app      *app
	actor    candidates.Actor
	answered bool // at least one question was
	done     []outcomeJSON
	failed   []error
}

var errQuit = errors.New("quit")

func (a *app) review(ctx context.Context) error {
	actor, err := a.mayDecide("review")
	if err != nil {
		return err
	}
	if a.globals.yes {
		return usagef("review asks about each candidate; `gitmem approve ID… --yes` applies without asking")
	}
	desks, err := a.desks()
	if err != nil {
		return err
	}
	waiting, err := a.waiting(desks)
	if err != nil {
		return err
	}
	r := &reviewing{app: a, actor: actor, done: []outcomeJSON{}}
	for i, p := range waiting {
		if err = r.one(ctx, p, fmt.Sprintf("(%d/%d)", i+1, len(waiting))); err != nil {
			if errors.Is(err, errQuit) {
				a.tell("%s left open", counted(len(waiting)-i, "is", "are"))
			}
			break
		}
	}
	if len(waiting) == 0 {
		a.tell("nothing waits for review")
	}
	if errors.Is(err, errQuit) {
		err = nil
	}
	if a.asJSON() && err == nil {
		err = printList(a, r.done)
	}
	if err != nil && !a.asJSON() {
		return err // the others were told
	}
	return errors.Join(append(r.failed, err)...)
}

// waiting is what is open on all desks, in the order in which it came. Files
// that cannot be used are named and left alone.
func (a *app) waiting(desks []*candidates.Desk) ([]placed, error) {
	var all []placed
	for _, d := range desks {
		list, err := d.OpenList()
		if err != nil {
			return nil, err
		}
		for _, rec := range list.Records {
			if rec.State == candidates.Pending || rec.State == candidates.Failed {
				all = append(all, placed{d, rec})
			}
		}
		a.tellInvalid(list.Invalid)
	}
	return all, nil
}

// tellInvalid names the files that cannot be used, and why.
func (a *app) tellInvalid(list []candidates.Invalid) {
	agent, _ := a.agent()
	for _, bad := range list {
		for _, f := range bad.Faults {
			if agent != "" { // the message may quote what nobody approved
				f = &memfile.Fault{Path: f.Path, Line: f.Line, Column: f.Column, Message: f.Rule}
			}
			a.tell("%s", visible(f.Error()))
		}
	}
}

// one shows a candidate and asks until something is decided about it.
func (r *reviewing) one(ctx context.Context, p placed, count string) error {
	for {
		preview := p.desk.Preview(p.Record)
		r.app.describe(p.Record, preview)
		p.desk.Saw(p.Record)
		verb, rest, err := r.ask(count, preview.Problem == nil || isDrift(preview.Problem))
		if err != nil {
			return err
		}
		switch verb {
		case "y":
			return r.decide(ctx, p, func() (candidates.Outcome, error) { return p.desk.Approve(ctx, p.ID, r.actor) })
		case "n":
			return r.decide(ctx, p, func() (candidates.Outcome, error) {
				return p.desk.Reject(ctx, p.ID, r.actor, rest)
			})
		case "e":
			if p, err = r.edit(ctx, p); err != nil {
				return err
			}
		case "s":
			return nil
		case "q":
			return errQuit
		}
	}
}

// ask asks what to do, and explains the answers until it gets one of them. At a
// terminal nobody is offered to apply what cannot be; of answers from a pipe
// each belongs to one candidate, whatever it is.
func (r *reviewing) ask(count string, applicable bool) (verb, rest string, err error) {
	question := " apply this? [y,n,e,s,q,?] "
	if !applicable {
		question = " what now? [n,e,s,q,?] "
	}
	for {
		answer, err := r.app.ask(count + question)
		switch {
		case errors.Is(err, io.EOF) && (r.answered || r.app.TerminalIn):
			return "q", "", nil
		case errors.Is(err, io.EOF):
			return "", "", &answerNeeded{question: "apply this?", hint: "answer on stdin, one letter a line, or use `gitmem approve ID… --yes`"}
		case err != nil:
			return "", "", err
		}
		word, rest, _ := strings.Cut(answer, " ")
		if verb := reviewVerb(word); verb != "" && (verb != "y" || applicable || !r.app.TerminalIn) {
			r.answered = true
			return verb, strings.TrimSpace(rest), nil
		}
		fmt.Fprintln(r.app.Err, reviewHelp)
	}
}

// reviewVerb is the letter of an answer, written out or in capitals too.
func reviewVerb(word string) string {
	for _, verb := range []string{"yes", "no", "edit", "skip", "quit"} {
		if word = strings.ToLower(word); word == verb || word == verb[:1] {
			return verb[:1]
		}
	}
	return ""
}

// decide does what was answered. A candidate that cannot be applied stays
// open and stops nothing; what stops every other one too ends the walk.
func (r *reviewing) decide(ctx context.Context, p placed, act func() (candidates.Outcome, error)) error {
	var out candidates.Outcome
	err := r.app.adoptingFirst(ctx, p.desk, r.actor, func() (err error) {
		out, err = act()
		return err
	})
	if err != nil {
		if code := explain(err).Code; code == exitLocked || code == exitUncertain || isDrift(err) || errors.Is(err, errInterrupted) {
			return err
		}
		r.failed = append(r.failed, r.told(err))
		return nil
	}
	r.done = append(r.done, r.app.outcomeJSON(out))
	r.app.warn(out.Warnings)
	if !r.app.asJSON() {
		r.app.sayOutcome(out)
	}
	return nil
}

// told prints an error where it belongs, among the questions, and leaves its
// exit code for the end. With --json the end prints it, as a document.
func (r *reviewing) told(err error) error {
	if r.app.asJSON() {
		return err
	}
	r.app.showFaults(err)
	return exit(explain(err).Code)
}

// edit opens the candidate in the editor; what cannot be used leaves it as it was.
func (r *reviewing) edit(ctx context.Context, p placed) (placed, error) {
	actor := r.actor
	actor.Via = candidates.ViaEditor
	if err := r.app.editInEditor(ctx, p, actor, r.sayEdited); err != nil {
		if errors.Is(err, errInterrupted) {
			return p, err
		}
		var silent exit
		if !errors.As(err, &silent) {
			r.app.showFaults(err)
		}
	}
	rec, err := p.desk.Find(string(p.ID))
	return placed{p.desk, rec}, err
}

// sayEdited tells that an edit was accepted; the candidate is shown again.
func (r *reviewing) sayEdited(out candidates.Outcome) error {
	r.app.warn(out.Warnings)
	r.app.tell("%s: the edit is kept", out.Candidate.ID)
	return nil
}
