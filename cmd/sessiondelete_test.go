package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/session"
)

// killed is a store with one conversation from which something was learned and
// applied, and with a job that waits for it.
type killed struct {
	testing.TB
	home string
	now  time.Time
}

var person = candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}

// deletion opens everything anew, as another process does; probe may kill it.
func (k *killed) deletion(derived string, probe func(step, path string) error) *deletion {
	k.Helper()
	env := repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": k.home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	clock := func() time.Time { k.now = k.now.Add(time.Second); return k.now }
	o := repo.Options{Env: env, Now: clock, LockWait: 5 * time.Second, Probe: probe}
	s, err := repo.Open(filepath.Join(k.home, "store"), o)
	if errors.Is(err, repo.ErrNoStore) {
		s, err = repo.Init(context.Background(), repo.NewStore{Root: filepath.Join(k.home, "store"), Name: "test", Scope: "project"}, o)
	}
	k.must(err)
	state := filepath.Join(k.home, "state")
	ledger := evidence.Open(candidates.Open(s, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview, AutoConfidence: 9000, PendingDays: 30}))
	d := &deletion{
		derived: derived, actor: person, ledgers: []*evidence.Ledger{ledger},
		shelf: session.Open(state, session.Options{Now: clock, Probe: probe}), queue: jobs.Open(filepath.Join(state, jobs.Folder), jobs.Options{Now: clock, Probe: probe}),
		requests: extract.Requests{Root: filepath.Join(state, extract.Folder), Probe: probe},
	}
	d.session.ID = "s1"
	return d
}

func (k *killed) must(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

func newKilled(t *testing.T) *killed {
	k := &killed{TB: t, home: t.TempDir(), now: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)}
	k.must(os.WriteFile(filepath.Join(k.home, ".gitconfig"), []byte("[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n"), 0o644))
	d := k.deletion("", nil)
	ctx, ledger := context.Background(), d.ledgers[0]
	_, err := d.shelf.Append(ctx, session.Batch{Entries: []session.Entry{{
		Conversation: session.Conversation{ID: "s1", Agent: "test"}, Message: session.Message{ID: "m1", Revision: 1, Role: session.Assistant, Text: "secret words"},
	}}})
	k.must(err)
	note := evidence.NoteOf("Use pnpm.")
	note.Source.Session, note.Source.Message = "s1", "m1"
	out, err := ledger.Record(ctx, note, person)
	k.must(err)
	promoted, err := ledger.Promote(ctx, out.Experience.ID, evidence.Promotion{}, person)
	k.must(err)
	_, err = ledger.Desk.Approve(ctx, promoted.Candidate.ID, person)
	k.must(err)
	_, _, err = ledger.Feedback(ctx, evidence.FeedbackChange{Session: "s1", Message: "m1", Rating: memfile.RatingPositive}, person)
	k.must(err)
	id, identity := memfile.JobID(memfile.JobExtraction, "s1", "m1", "1")
	_, _, err = d.queue.(*jobs.Queue).Admit(jobs.Job{ID: id, Identity: identity, Kind: memfile.JobExtraction, Session: "s1", Message: "m1", Extractor: "1"})
	k.must(err)
	return k
}

func (k *killed) copy(t *testing.T) *killed {
	t.Helper()
	c := &killed{TB: t, home: t.TempDir(), now: k.now}
	c.must(os.CopyFS(c.home, os.DirFS(k.home)))
	return c
}

// again does a deletion once more, as the command does it.
func (k *killed) again(derived string) *deletion {
	k.Helper()
	d := k.deletion(derived, nil)
	found, err := d.shelf.Find("s1")
	var missing *session.NotFoundError
	if errors.As(err, &missing) {
		if err := d.shelf.Delete(context.Background(), "s1"); !errors.As(err, &missing) {
			k.must(err)
		}
		return d
	}
	k.must(err)
	d.session = found
	k.must(d.run(context.Background()))
	return d
}

// A deletion that was killed anywhere is done by doing it again: nothing names
// the conversation, its messages and jobs are gone, and it was forgotten once.
func TestDeletionKilledAtEveryStep(t *testing.T) {
	stride := 1
	if testing.Short() {
		stride = 9
	}
	first := newKilled(t)
	for _, derived := range []string{derivedKeep, derivedClean} {
		t.Run(derived, func(t *testing.T) {
			n := 1
			for first.copy(t).killAt(derived, n) {
				n += stride
			}
			if n < 40 {
				t.Errorf("only %d steps: does the probe still see them?", n)
			}
		})
	}
}

// killAt is false once the deletion comes to its end before the kill.
func (k *killed) killAt(derived string, n int) bool {
	k.Helper()
	steps, at := 0, ""
	dying := k.deletion(derived, func(step, _ string) error {
		if steps++; steps >= n {
			at = step
			return errors.New("dead")
		}
		return nil
	})
	err := dying.run(context.Background())
	if steps < n {
		k.must(err)
	}
	k.gone(k.again(derived), fmt.Sprintf("%s, killed at %d (%s)", derived, n, at))
	return steps >= n
}

// gone fails where something of the conversation is left.
func (k *killed) gone(d *deletion, where string) {
	k.Helper()
	ledger := d.ledgers[0]
	list, err := ledger.List(evidence.Filter{})
	k.must(err)
	open, err := ledger.Desk.OpenList()
	k.must(err)
	report, err := ledger.Desk.Store.Verify(context.Background(), nil)
	k.must(err)
	left, err := ledger.PreviewDetach("s1")
	k.must(err)
	status, revocations := memfile.StatusPromoted, 0
	if d.derived == derivedClean {
		status, revocations = memfile.StatusForgotten, 1
	}
	switch messages, _ := os.ReadDir(filepath.Join(d.shelf.Root(), "by-id", "s1")); {
	case len(list.Records) != 1 || len(list.Invalid) != 0 || list.Records[0].Status != status || list.Records[0].Source.Session != "":
		k.Fatalf("%s: %+v", where, list)
	case len(open.Records) != revocations || len(open.Invalid) != 0:
		k.Fatalf("%s: %+v", where, open)
	case !report.Sound(true) || !left.Empty():
		k.Fatalf("%s: %+v %+v", where, report, left)
	case len(messages) != 1: // session.json, which says that it was deleted
		k.Fatalf("%s: %v", where, messages)
	}
	waiting, _, err := d.queue.(*jobs.Queue).List()
	if k.must(err); len(waiting) > 0 {
		k.Fatalf("%s: %+v", where, waiting)
	}
}
