package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestJudgeOne(t *testing.T) {
	for _, c := range []struct {
		name             string
		relevant, ranked []string
		want             figures
	}{
		{"nothing found", []string{"a"}, nil, figures{}},
		{"first", []string{"a"}, []string{"a", "b"}, figures{1, 1, 1, 1}},
		{"third of two", []string{"a", "z"}, []string{"x", "y", "a"}, figures{1, 0.5, 0.5, 1.0 / 3}},
		{"sixth", []string{"a"}, []string{"1", "2", "3", "4", "5", "a"}, figures{0, 0, 1, 1.0 / 6}},
		{"beyond the tenth", []string{"a"}, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "a"}, figures{}},
	} {
		if got := judgeOne(c.relevant, c.ranked); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestShortfalls(t *testing.T) {
	got := shortfalls(map[string]map[string]figures{
		"skills":     {ours: {1, 1, 1, 0.94}, "x": {1, 1, 1, 0.9}},
		"cranfield":  {ours: {0.7, 0.3, 0.4, 0.6}, "x": {0.8, 0.3, 0.4, 0.5}},
		"code terms": {ours: {1, 1, 1, 1}, "x": {1, 0.9, 0.9, 0.9}},
	})
	want := []string{
		"code terms: hit@5 is 1.000, that of x 1.000",
		"cranfield: hit@5 is 0.700, that of x 0.800",
		"skills: MRR is 0.940, the goal 0.95",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMadeSets(t *testing.T) {
	sets, err := madeSets()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if records, questions := s.counts(); records != 40 || questions != 40 {
			t.Errorf("%s has %d records and %d questions", s.name, records, questions)
		}
		checkSet(t, s)
	}
}

// checkSet sees that ids are there once and that every question has an answer.
func checkSet(t *testing.T, s set) {
	t.Helper()
	for _, p := range s.pools {
		known := map[string]bool{}
		for _, r := range p.records {
			if known[r.ID] || r.Text == "" {
				t.Errorf("%s %s: record %q is there twice or empty", s.name, p.name, r.ID)
			}
			known[r.ID] = true
		}
		asked := map[string]bool{}
		for _, q := range p.questions {
			if asked[q.ID] || q.Text == "" || len(q.Relevant) == 0 || slices.ContainsFunc(q.Relevant, func(id string) bool { return !known[id] }) {
				t.Errorf("%s %s: question %+v", s.name, p.name, q)
			}
			asked[q.ID] = true
		}
	}
}

// On the sets that are part of this program no other engine is ahead.
func TestMadeSetsAreFound(t *testing.T) {
	sets, err := madeSets()
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]map[string]figures{}
	for _, s := range sets {
		if results[s.name], err = measure(s, nil); err != nil {
			t.Fatal(err)
		}
		if f := results[s.name][ours]; f.Hit5 < 1 || f.MRR < 0.95 {
			t.Errorf("%s: %+v", s.name, f)
		}
	}
	for _, missed := range shortfalls(results) {
		t.Error(missed)
	}
}

func TestPublishedSets(t *testing.T) {
	sets, err := published("../../../../shared/data")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the published sets are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name               string
		records, questions int
	}{
		{"locomo turns", 5882, 1527}, {"locomo sessions", 272, 1527}, {"locomo facts", 2541, 1303}, {"cranfield", 1400, 225}, {"skills", 181, 181},
	} {
		records, questions := sets[i].counts()
		if sets[i].name != want.name || records != want.records || questions != want.questions {
			t.Errorf("%s has %d records and %d questions, want %+v", sets[i].name, records, questions, want)
		}
	}
	checkSet(t, sets[0])
	checkSet(t, sets[2])
	checkSet(t, sets[4])
}

func TestExchange(t *testing.T) {
	sets, err := madeSets()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "lines.jsonl")
	if err := export(path, sets); err != nil {
		t.Fatal(err)
	}
	if _, err := readAnswers(path); err == nil {
		t.Error("a file of questions is read as one of answers")
	}
	content := `{"set":"korean","pool":"all","answer":{"engine":"a","question":"q1","ranked":["ko1","ko2"]}}
{"set":"korean","pool":"all","answer":{"engine":"b","question":"q1","ranked":[]}}
`
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	engines, err := readAnswers(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(engines)); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("engines %q", got)
	}
	if got := engines["a"][asked{"korean", "all", "q1"}]; !slices.Equal(got, []string{"ko1", "ko2"}) {
		t.Errorf("ranked %q", got)
	}
}
