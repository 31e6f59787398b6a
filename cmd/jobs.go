package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates/jobs"
	"gitmem/memfile"
)

func newJobs(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "Finished work that waits to be learned from, and what became of it",
		Long: `A job is one finished turn of a session that is sent to the configured model once, to see what of it is worth
keeping. It is queued when the turn is read, and carried out when the session has been idle for a while, by
"gitmem watch" or by "gitmem jobs run".`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newJobsList(a), newJobsRun(a), newJobsShow(a))
	return c
}

// jobJSON is a job, queued or settled, in a list.
type jobJSON struct {
	ID        memfile.ID   `json:"id"`
	Kind      string       `json:"kind"`
	State     string       `json:"state"`
	Session   string       `json:"session,omitempty"`
	Message   string       `json:"message,omitempty"`
	Scope     string       `json:"scope,omitempty"` // turn or session, while it is queued
	Attempts  int          `json:"attempts"`
	Due       string       `json:"due,omitempty"`
	Lease     string       `json:"lease,omitempty"` // until when somebody is at it
	Owner     string       `json:"owner,omitempty"`
	Reason    string       `json:"reason,omitempty"` // why skipped, failed, or tried again
	Model     string       `json:"model,omitempty"`
	Extractor string       `json:"extractor"`
	Admitted  string       `json:"admitted"`
	Finished  string       `json:"finished,omitempty"`
	Made      []memfile.ID `json:"made"`
	Global    []memfile.ID `json:"global"` // candidates of the global store
	Refused   int          `json:"refused"`
}

func newQueuedJobJSON(j jobs.Job) jobJSON {
	out := jobJSON{
		ID: j.ID, Kind: j.Kind, State: j.State, Session: j.Session, Message: j.Message, Scope: j.Scope, Attempts: j.Attempts,
		Due: stampIfAny(j.Due), Reason: j.Reason, Extractor: j.Extractor, Admitted: stampIfAny(j.Admitted), Made: []memfile.ID{}, Global: []memfile.ID{},
	}
	if out.Reason == "" {
		out.Reason = j.LastError
	}
	if j.Lease != nil && j.State == jobs.Running {
		out.Lease, out.Owner = stampIfAny(j.Lease.Until), j.Lease.Owner
	}
	return out
}

func newSettledJobJSON(j memfile.Job) jobJSON {
	reason := j.Error
	if j.Detail != "" {
		reason += ": " + j.Detail
	}
	return jobJSON{
		ID: j.ID, Kind: j.Kind, State: j.Outcome, Session: j.Session, Message: j.Message, Attempts: j.Attempts, Reason: reason,
		Model: j.Model, Extractor: j.Extractor, Admitted: stampIfAny(j.Created), Finished: stampIfAny(j.Finished),
		Made: append([]memfile.ID{}, j.Made...), Global: append([]memfile.ID{}, j.Global...), Refused: len(j.Refused),
	}
}

type jobsListOptions struct{ max positive }

func newJobsList(a *app) *cobra.Command {
	o := jobsListOptions{max: 20}
	c := &cobra.Command{
		Use:   "list",
		Short: "The jobs that wait, and the newest that are settled",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.jobsList(o) },
	}
	c.Flags().VarP(&o.max, "max", "n", "of those that are settled, the newest `N`")
	return c
}

func (a *app) jobsList(o jobsListOptions) error {
	d, err := a.desk()
	if err != nil {
		return err
	}
	queued, bad, err := a.queueOf(d.Store).List()
	if err != nil {
		return err
	}
	for _, b := range bad {
		a.tell("%s", visibleName(b.Error()))
	}
	list := []jobJSON{}
	for _, j := range queued {
		list = append(list, newQueuedJobJSON(j))
	}
	settled, err := d.SettledJobs(int(o.max))
	if err != nil {
		return err
	}
	for _, j := range settled {
		if !slices.ContainsFunc(list, func(q jobJSON) bool { return q.ID == j.ID }) {
			list = append(list, newSettledJobJSON(j))
		}
	}
	if a.asJSON() {
		return printList(a, list)
	}
	for _, j := range list {
		a.say("%s", a.jobLine(j))
	}
	if len(list) == 0 {
		a.tell("no job")
	}
	return nil
}

// jobLine is one job in one line.
func (a *app) jobLine(j jobJSON) string {
	parts := []string{string(j.ID), j.State}
	if when := j.Finished; when != "" {
		parts = append(parts, when)
	} else if j.State == jobs.Queued {
		parts = append(parts, "due "+j.Due)
	} else if j.Lease != "" {
		parts = append(parts, "until "+j.Lease+" by "+visible(j.Owner))
	}
	if j.Session != "" {
		parts = append(parts, "session "+clip(j.Session, 80))
	}
	for _, id := range append(slices.Clone(j.Made), j.Global...) {
		parts = append(parts, string(id))
	}
	if j.Refused > 0 {
		parts = append(parts, counted(j.Refused, "refused", "refused"))
	}
	line := strings.Join(parts, " ")
	if j.Reason != "" {
		line += ": " + clip(visible(j.Reason), 200)
	}
	return line
}
