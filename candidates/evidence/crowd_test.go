package evidence

import (
	"fmt"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// crowd puts many experiences into a store, in one commit.
func (b *bench) crowd(many int) []memfile.ID {
	b.Helper()
	var es []memfile.Experience
	op := &repo.Operation{Author: candidates.Author(agent)}
	for i := range many {
		n := held(fmt.Sprint("s", i/20), fmt.Sprintf("Fact number %d of a large crowd.", i))
		n.Resolution = n.Summary + " It was seen once more."
		e, err := b.ledger.draft(n, agent)
		b.must(e, err)
		es = append(es, e)
		op.Changes = append(op.Changes, repo.Change{Path: memfile.ExperiencePath(e.ID, b.now.AddDate(0, 0, -i%200)), After: repo.Of(memfile.FormatExperience(e))})
	}
	op.Message = message("record", agent, es...)
	op.Message.Paragraphs = nil
	b.must(b.ledger.Desk.Store.Run(ctx, func() (*repo.Operation, error) { return op, nil }))
	return op.Message.IDs
}

// BenchmarkLedger is what commands cost among 10,000 experiences.
func BenchmarkLedger(b *testing.B) {
	top := newBench(b)
	ids := top.crowd(10000)
	top.must(top.ledger.Counts())
	run := func(name string, act func(i int) error) {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				if err := act(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("counts", func(int) error { _, err := top.open(nil).Counts(); return err })
	run("find", func(i int) error { _, err := top.open(nil).Find(string(ids[i%len(ids)])); return err })
	run("held of a session", func(int) error { _, err := top.open(nil).List(Filter{Session: "s7"}); return err })
	run("everything", func(int) error { _, err := top.open(nil).List(Filter{}); return err })
	next := 0
	run("note", func(int) error {
		next++
		_, err := top.open(nil).Record(ctx, NoteOf(fmt.Sprint("Note ", next)), ada)
		return err
	})
	run("forget", func(int) error {
		next++
		_, err := top.open(nil).Forget(ctx, []memfile.ID{ids[next%len(ids)]}, ada)
		return err
	})
}

// Counting, finding and deciding open no file of another experience.
func TestNoOtherExperienceIsRead(t *testing.T) {
	b := newBench(t)
	ids := b.crowd(30)
	b.must(b.ledger.Counts())
	for _, id := range ids[1:] {
		b.save(b.at(id).Path, "damaged")
	}
	b.ledger = b.open(nil)
	if c, err := b.ledger.Counts(); err != nil || c.Total != 30 {
		t.Errorf("%+v, %v", c, err)
	}
	b.must(b.ledger.Confirm(ctx, ids[:1], "", ada))
	b.must(b.ledger.Promote(ctx, ids[0], Promotion{}, ada))
	b.must(b.ledger.Forget(ctx, ids[:1], ada))
	if l, err := b.ledger.List(Filter{Status: memfile.StatusForgotten}); err != nil || len(l.Records) != 1 || len(l.Invalid) != 0 {
		t.Errorf("%+v, %v", l, err)
	}
}
