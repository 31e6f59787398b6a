package fts

import (
	"path/filepath"
	"slices"
	"testing"
)

func table(t *testing.T, texts ...string) *Table {
	t.Helper()
	rows := func(yield func(Row) bool) {
		for i, text := range texts {
			if !yield(Row{ID: int64(i + 1), Columns: []string{text}}) {
				return
			}
		}
	}
	made, err := Create(filepath.Join(t.TempDir(), "records.db"), []string{"body"}, rows)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = made.Close() })
	return made
}

func TestSearchRanksByBM25(t *testing.T) {
	made := table(t, "the pool of connections is empty", "retry with a longer timeout", "the timeout of the pool", "nothing of the kind")
	got, err := made.Search("pool timeout", 10)
	if err != nil || len(got) != 3 || got[0] != 3 {
		t.Errorf("found %v, %v", got, err)
	}
	if got, err = made.Search("pool timeout", 1); err != nil || !slices.Equal(got, []int64{3}) {
		t.Errorf("found %v, %v with a limit of one", got, err)
	}
}

func TestAnyQuestionIsHarmless(t *testing.T) {
	made := table(t, `say "hello" to retry_count, café and 再试`)
	for question, want := range map[string]int{
		`"hello`: 1, `retry_count`: 1, `count`: 1, `NEAR(`: 0, `body:hello AND`: 1, `-- * ^`: 0, ``: 0, "hel\x00lo": 0, "cafe": 1, "cafe\u0301": 1, "再试？": 1, "再": 0,
	} {
		got, err := made.Search(question, 10)
		if err != nil || len(got) != want {
			t.Errorf("%q: found %v, %v, want %d", question, got, err, want)
		}
	}
}

func TestEveryWordIsAskedForOnce(t *testing.T) {
	if got := AnyOf(`the user's "pool" of the_pool`); got != `"the" OR "user" OR "s" OR "pool" OR "of"` {
		t.Error(got)
	}
}
