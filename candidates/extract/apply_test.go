package extract

import (
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
)

// What a policy may apply without a person: each condition, negated once.
func TestWhatAPolicyApplies(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(b *bench, e *item, m *proposed)
		applied bool
	}{
		"high confidence": {func(*bench, *item, *proposed) {}, true},
		"automatic":       {func(b *bench, _ *item, _ *proposed) { b.rules.Promotion = candidates.PolicyAutomatic }, true},
		"exactly 0.9":     {func(_ *bench, _ *item, m *proposed) { m.Confidence = 0.9 }, true},
		"automatic needs 0.9": {func(b *bench, _ *item, m *proposed) {
			b.rules.Promotion, m.Confidence = candidates.PolicyAutomatic, 0.89
		}, false},
		"automatic, auto_confidence above": {func(b *bench, _ *item, _ *proposed) {
			b.rules.Promotion, b.rules.AutoConfidence = candidates.PolicyAutomatic, 9600
		}, false},
		"review":                      {func(b *bench, _ *item, _ *proposed) { b.rules.Promotion = candidates.PolicyReview }, false},
		"below 0.9":                   {func(_ *bench, _ *item, m *proposed) { m.Confidence = 0.89 }, false},
		"auto_confidence above":       {func(b *bench, _ *item, _ *proposed) { b.rules.AutoConfidence = 9600 }, false},
		"auto_confidence below 0.9":   {func(b *bench, _ *item, m *proposed) { b.rules.AutoConfidence, m.Confidence = 5000, 0.8 }, false},
		"global scope":                {func(_ *bench, _ *item, m *proposed) { *m = m.everywhere() }, false},
		"a quotation that is none":    {func(_ *bench, e *item, _ *proposed) { e.Evidence = append(e.Evidence, invented) }, false},
		"nothing that a person typed": {func(_ *bench, e *item, _ *proposed) { e.Evidence = []citation{byCall} }, false},
		"external content":            {func(b *bench, _ *item, _ *proposed) { b.tookIn("s-talk") }, false},
		"near to what was decided against": {func(b *bench, _ *item, _ *proposed) {
			_, err := b.desk().Undo(ctx, b.hand("Use pnpm for all installs in this repository!").ID, ada)
			b.must(err)
		}, false},
	} {
		b := newBench(t)
		b.rules.Promotion = candidates.PolicyHighConfidence
		e, m := exp("use pnpm", byPerson), adds("Use pnpm for all installs in this repository")
		if strings.HasPrefix(name, "near") {
			m.Content = "Use pnpm for all the installs in this repository"
		}
		c.change(b, &e, &m)
		done := b.learn(answer{Experiences: []item{e}, Memories: []proposed{m}})
		if got := len(done.Applied) == 1; got != c.applied || len(done.Settlement.Job.Refused) > 0 {
			t.Errorf("%s: applied %v, %v", name, done.Applied, refusedAs(done.Settlement.Job))
		}
		if !c.applied && m.Scope == memfile.ScopeProject {
			if rec, err := b.desk().Find(string(done.Settlement.Candidates[0].ID)); err != nil || rec.State != candidates.Pending {
				t.Errorf("%s: %+v, %v", name, rec.State, err)
			}
		}
		if message := b.git("log", "-1", "--format=%B"); c.applied && (!strings.Contains(message, "Memory-Via: policy") || !strings.Contains(message, "Memory-Actor: system") || !strings.Contains(b.read("MEMORY.md"), m.Content)) {
			t.Errorf("%s:\n%s", name, message)
		}
		b.sound()
	}
}

// What the policy could not apply waits for a person.
func TestWhatCannotBeAppliedWaits(t *testing.T) {
	b := newBench(t)
	b.rules.Promotion = candidates.PolicyAutomatic
	b.hand("Use node.")
	b.save("MEMORY.md", b.read("MEMORY.md")+"- A hand edit.\n")
	done := b.learn(answer{Experiences: []item{exp("use pnpm", byPerson)}, Memories: []proposed{adds("Use pnpm.")}})
	if len(done.Applied) != 0 || len(done.Settlement.Candidates) != 1 {
		t.Errorf("%+v", done)
	}
	if rec, err := b.desk().Find(string(done.Settlement.Candidates[0].ID)); err != nil || rec.State != candidates.Pending {
		t.Errorf("%+v, %v", rec, err)
	}
}
