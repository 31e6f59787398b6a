package retrieve

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gitmem/memfile"
)

var vocabularyWords = strings.Fields("pnpm install the lock file 超时 连接池 タイムアウト 한국어 http.Proxy snake_case getUserName λόγος привет ünïcödé 🚀 \u200b [U+ v5.16 0xdeadbeef ------ == |")

func words(r *rand.Rand, most int) string {
	out := make([]string, 1+r.IntN(most))
	for i := range out {
		out[i] = vocabularyWords[r.IntN(len(vocabularyWords))]
	}
	return strings.Join(out, []string{" ", "\n", ""}[r.IntN(3)])
}

func someRecords(r *rand.Rand) []record {
	out := make([]record, 1+r.IntN(8))
	for i := range out {
		e := memfile.Experience{
			ID: memfile.DeriveID(memfile.KindExperience, fmt.Sprint(r.Uint64())), Kind: memfile.ExperienceKinds()[r.IntN(6)],
			Title: words(r, 8), Summary: words(r, 1+r.IntN(400)), Confidence: r.IntN(10_001), Created: testDay,
		}
		if r.IntN(2) == 0 {
			e.Resolution = words(r, 100)
		}
		store := memfile.DeriveID(memfile.KindStore, fmt.Sprint(r.IntN(3)))
		out[i] = newRecord(e, store, "project", pathOf(e))
	}
	return out
}

func choose(b *builder, records []record, most budget) chosen {
	c := chooser{budget: most, render: b.renderRecords}
	for _, r := range records {
		c.try(r)
	}
	return c.chosen
}

// TestTheBudgetThatIsNamedWorks: over many sets of records, what is chosen is
// within the budget; where nothing is, the number named is the smallest with
// which something fits.
func TestTheBudgetThatIsNamedWorks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	b := &builder{trees: map[memfile.ID]string{}}
	for i := range 3 {
		b.trees[memfile.DeriveID(memfile.KindStore, fmt.Sprint(i))] = strings.Repeat(fmt.Sprint(i), 40)
	}
	nothing := 0
	for range 150 {
		records := someRecords(r)
		most := budget{items: 1 + r.IntN(5), tokens: r.IntN(900)}
		got := choose(b, records, most)
		if len(got.records) > 0 {
			checkChosen(t, b, records, got, most)
			continue
		}
		nothing++
		if got.needed <= most.tokens || got.text != "" {
			t.Fatalf("needs %d of %d, text %q", got.needed, most.tokens, got.text)
		}
		exact := choose(b, records, budget{most.items, got.needed})
		if len(exact.records) != 1 || countTokens(exact.text) != got.needed {
			t.Fatalf("with the %d tokens named: %d records, %d tokens", got.needed, len(exact.records), countTokens(exact.text))
		}
		if less := choose(b, records, budget{most.items, got.needed - 1}); len(less.records) > 0 || less.needed != got.needed {
			t.Fatalf("with one token less: %+v", less)
		}
	}
	if nothing < 20 {
		t.Errorf("only %d of the sets did not fit", nothing)
	}
}

// checkChosen: whole records in their order, within both bounds, and nothing
// was passed over that would have fitted when it was tried.
func checkChosen(t *testing.T, b *builder, records []record, got chosen, most budget) {
	t.Helper()
	if len(got.records) > most.items || countTokens(got.text) > most.tokens || got.text != b.renderRecords(got.records) {
		t.Fatalf("%d of %d records, %d of %d tokens", len(got.records), most.items, countTokens(got.text), most.tokens)
	}
	taken := 0
	for _, r := range records {
		switch {
		case taken < len(got.records) && got.records[taken].ID == r.ID:
			taken++
		case taken < most.items && countTokens(b.renderRecords(append(got.records[:taken:taken], r))) <= most.tokens:
			t.Fatalf("%s would have fitted", r.ID)
		}
	}
	if taken != len(got.records) {
		t.Fatal("another order")
	}
	if _, err := Read(got.text); err != nil {
		t.Fatal(err)
	}
}
