package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
	"gitmem/memfile"
)

type jobsRunOptions struct{ max positive }

func newJobsRun(a *app) *cobra.Command {
	var o jobsRunOptions
	c := &cobra.Command{
		Use:   "run",
		Short: "Read what agents wrote since, queue what is finished, and carry out what is due",
		Long: `Reads the transcripts that hooks have noted, queues the finished turns that show something to learn from, and
carries out the jobs that are due, oldest first: at most as many as learning.post_turn.max_jobs_per_wake says, or --max.
For cron, or where neither "gitmem watch" nor an agent's hooks run it.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.jobsRun(c.Context(), o) },
	}
	c.Flags().Var(&o.max, "max", "carry out at most `N` jobs")
	return c
}

// wakeJSON is what one look at the queue did.
type wakeJSON struct {
	Read     int        `json:"read"`     // messages that were new
	Admitted int        `json:"admitted"` // jobs that were queued
	Jobs     []doneJSON `json:"jobs"`
	Waiting  int        `json:"waiting"` // jobs that stay queued
}

// doneJSON is what became of one job.
type doneJSON struct {
	jobJSON
	Existing bool         `json:"existing,omitempty"` // it had been settled before
	Applied  []memfile.ID `json:"applied"`            // by the promotion policy
	Error    string       `json:"error,omitempty"`
	Commit   string       `json:"commit,omitempty"`
}

func newDoneJSON(d extract.Done) doneJSON {
	out := doneJSON{jobJSON: newQueuedJobJSON(d.Job), Existing: d.Existing, Applied: append([]memfile.ID{}, d.Applied...)}
	if d.Settlement.Job.ID != "" {
		out.jobJSON, out.Commit = newSettledJobJSON(d.Settlement.Job), d.Settlement.Result.Commit
	}
	if d.Skipped != "" {
		out.State, out.Reason = jobs.Skipped, d.Skipped
	}
	if d.Err != nil {
		out.Error = firstLine(d.Err.Error())
	}
	return out
}

func (a *app) jobsRun(ctx context.Context, o jobsRunOptions) error {
	if a.globals.dryRun {
		return usagef("--dry-run: `gitmem jobs list` shows what is due")
	}
	l, err := a.learner()
	if err != nil {
		return err
	}
	if err := l.mayLearn(); err != nil {
		return err
	}
	most := int(o.max)
	if most == 0 {
		most = l.Settings.Learning.PostTurn.MaxJobsPerWake
	}
	if release, err := l.Queue.Attend(ctx); err == nil {
		defer release() // so that no hook starts another process meanwhile
	}
	out, failed, err := a.wake(ctx, l, most)
	if err != nil && len(out.Jobs) == 0 {
		return err
	}
	_, tended := a.tendSessions(ctx, l.Ledger.Desk.Store)
	if err := errors.Join(a.sayWake(out), err, tended); err != nil {
		return err
	}
	if failed != nil && a.asJSON() {
		return exit(explain(failed).Code) // the document says what failed
	}
	return failed
}

// wake reads, queues and carries out. failed says that an attempt failed; the
// error is another one, which does not keep the rest from being done.
func (a *app) wake(ctx context.Context, l *learner, most int) (out wakeJSON, failed, err error) {
	out.Jobs = []doneJSON{}
	did, trouble := a.followNoted(ctx, l)
	out.Read, out.Admitted = did.read, did.admitted
	report, err := l.Run(ctx, most)
	for _, d := range report.Done {
		out.Jobs = append(out.Jobs, newDoneJSON(d))
		if d.Err != nil {
			failed = d.Err
		}
	}
	out.Waiting = report.Waiting
	return out, failed, errors.Join(trouble, err)
}

func (a *app) sayWake(out wakeJSON) error {
	if a.asJSON() {
		return a.printJSON(out)
	}
	for _, d := range out.Jobs {
		a.say("%s", a.doneLine(d))
	}
	a.tell("%s read, %s queued, %s carried out, %d waiting", counted(out.Read, "message", "messages"),
		counted(out.Admitted, "job", "jobs"), counted(len(out.Jobs), "job", "jobs"), out.Waiting)
	return nil
}

// doneLine is what became of a job, in one line.
func (a *app) doneLine(d doneJSON) string {
	line := a.jobLine(d.jobJSON)
	if len(d.Applied) > 0 {
		line += ", applied by policy: " + counted(len(d.Applied), "entry", "entries")
	}
	if d.Error != "" && d.Reason == "" {
		line += ": " + visible(d.Error)
	}
	return line
}

// notLearning tells errors that say nothing is learned, and should not be.
func notLearning(err error) bool {
	return errors.As(err, new(*extract.OffError)) || errors.As(err, new(*extract.PolicyError))
}
