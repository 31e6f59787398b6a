package cmd

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
)

func newJobsShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "A job with everything that was asked and everything that came back",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.jobsShow(args[0]) },
	}
}

// jobShownJSON is a job as it is shown.
type jobShownJSON struct {
	jobJSON
	Refused []refusedItemJSON `json:"refused_items"`
	Calls   []callJSON        `json:"calls"`
}

type refusedItemJSON struct {
	Ordinal int    `json:"ordinal"`
	Field   string `json:"field"`
	Detail  string `json:"detail"`
}

// callJSON is one call of a model.
type callJSON struct {
	Request extract.Request  `json:"request"`
	Outcome *extract.Outcome `json:"outcome"` // null: the process ended before
}

func (a *app) jobsShow(prefix string) error {
	if _, err := a.mayDecide("jobs show"); err != nil {
		return err // it holds what was said in a session
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	out, err := a.findJob(d, prefix)
	if err != nil {
		return err
	}
	kept, err := a.requestsOf(d.Store).Of(out.ID)
	if err != nil {
		return err
	}
	out.Calls = []callJSON{}
	for _, k := range kept {
		out.Calls = append(out.Calls, callJSON{k.Request, k.Outcome})
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.sayJob(out)
	return nil
}

// findJob looks among the jobs that are settled and those that wait.
func (a *app) findJob(d *candidates.Desk, prefix string) (jobShownJSON, error) {
	queued, missing := a.queueOf(d.Store).Find(prefix)
	switch {
	case missing == nil:
		return jobShownJSON{jobJSON: newQueuedJobJSON(queued), Refused: []refusedItemJSON{}}, nil
	case !errors.Is(missing, jobs.ErrNotFound):
		return jobShownJSON{}, missing
	}
	settled, err := d.FindSettledJob(prefix)
	if errors.Is(err, candidates.ErrNotFound) {
		return jobShownJSON{}, missing
	}
	out := jobShownJSON{jobJSON: newSettledJobJSON(settled), Refused: []refusedItemJSON{}}
	for _, r := range settled.Refused {
		out.Refused = append(out.Refused, refusedItemJSON(r))
	}
	return out, err
}

func (a *app) sayJob(j jobShownJSON) {
	a.say("%s", a.jobLine(j.jobJSON))
	a.say("extractor: %s", visible(j.Extractor))
	for _, r := range j.Refused {
		a.say("refused: %d %s: %s", r.Ordinal, visible(r.Field), visible(r.Detail))
	}
	for _, c := range j.Calls {
		a.sayCall(c)
	}
	if len(j.Calls) == 0 {
		a.tell("no request is kept of it on this machine")
	}
}

func (a *app) sayCall(c callJSON) {
	q := c.Request
	a.say("\n%s", a.bold(fmt.Sprintf("attempt %d, request %d, %s, to %s, tools: none", q.Attempt, q.Call, stamp(q.Time), visible(q.Model)), a.TerminalOut))
	a.say("digest %s", q.Digest)
	a.say("instructions: %d bytes, `gitmem reflect --instructions` prints those of this version", len(q.Request.System))
	for _, m := range q.Request.Messages {
		a.say("%s:\n%s", m.Role, visible(m.Text))
	}
	o := c.Outcome
	if o == nil {
		a.say("%s", a.bold("no outcome: the process ended while it waited", a.TerminalOut))
		return
	}
	a.say("%s", a.bold(fmt.Sprintf("outcome: %s %s, %d tokens in, %d out", o.Status, stamp(o.Time), o.Answer.InputTokens, o.Answer.OutputTokens), a.TerminalOut))
	if o.Error != "" {
		a.say("%s: %s", o.Error, visible(o.Detail))
	}
	if o.Answer.Text != "" {
		a.say("%s", visible(pretty(o.Answer.Text)))
	}
}

// pretty indents what is JSON.
func pretty(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return text
	}
	return string(out)
}
