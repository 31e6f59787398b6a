package corpus_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// plain gives documents with ids 0, 1 …, in which a title counts twice.
func plain(texts []string) iter.Seq[corpus.Source] {
	return func(yield func(corpus.Source) bool) {
		for i, text := range texts {
			if text != "" && !yield(source(fmt.Sprint(i), text)) {
				return
			}
		}
	}
}

func source(id, text string) corpus.Source {
	title, rest, _ := strings.Cut(text, "\n")
	d := corpus.Document{ID: id, Parts: []corpus.Part{{Text: title, Weight: 2}, {Text: rest, Weight: 1}}, Labels: []string{"parity:" + string('0'+id[len(id)-1]%2)}}
	return func() (*corpus.Prepared, error) { return corpus.Prepare(d), nil }
}

func build(t *testing.T, texts []string) (string, corpus.Stats) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "corpus")
	stats, err := corpus.Build(context.Background(), dir, plain(texts))
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".build-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return dir, stats
}

func open(t *testing.T, dir string, stats corpus.Stats) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Open(dir, stats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func search(t *testing.T, c *corpus.Corpus, q corpus.Query, text string) corpus.Found {
	t.Helper()
	q.Terms, _ = words.Query(text, q.All)
	found, err := c.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// random makes texts of few different words, so that many share some.
func random(n int) []string {
	v := newVocabulary(9, 60)
	texts := make([]string, n)
	for i := range texts {
		texts[i] = v.text(1+i%4) + "\n" + v.text(i%13)
	}
	return texts
}

func TestScoresAreThoseOfBM25(t *testing.T) {
	texts := random(300)
	dir, stats := build(t, texts)
	agrees(t, open(t, dir, stats), texts)
	memory, err := corpus.Memory(context.Background(), plain(texts))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	agrees(t, memory, texts)
}

// TestChangedIsLikeBuiltAnew changes a corpus many times, so that segments are
// joined as well, and compares it with the reference each time.
func TestChangedIsLikeBuiltAnew(t *testing.T) {
	texts, others := random(120), random(400)
	dir, _ := build(t, texts)
	most := 0
	for round := range 24 {
		var gone []string
		put := make([]string, len(texts))
		for i := round; i < len(texts); i += 17 {
			gone = append(gone, fmt.Sprint(i))
			texts[i] = ""
			if i%3 > 0 {
				texts[i], put[i] = others[(i+round*7)%400], others[(i+round*7)%400]
			}
		}
		if _, err := corpus.Change(context.Background(), dir, gone, plain(put)); err != nil {
			t.Fatal(err)
		}
		c, err := corpus.Open(dir, sums(texts))
		if err != nil {
			t.Fatal(err)
		}
		agrees(t, c, texts)
		most = max(most, c.Segments())
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if most < 3 || most > 10 {
		t.Errorf("%d segments at most", most)
	}
}

func sums(texts []string) (stats corpus.Stats) {
	for s := range plain(texts) {
		p, _ := s()
		stats.Documents++
		stats.Words += int64(p.Words)
	}
	return stats
}

func TestAllThatEqualTheLastAreGiven(t *testing.T) {
	texts := make([]string, 50)
	for i := range texts {
		texts[i] = "same words"
	}
	texts[7] = "same same"
	dir, stats := build(t, texts)
	c := open(t, dir, stats)
	found := search(t, c, corpus.Query{Limit: 3}, "same")
	if found.Total != 50 || len(found.Best) != 50 || found.Best[0].ID != "7" {
		t.Errorf("%d of %d, first %s", len(found.Best), found.Total, found.Best[0].ID)
	}
	if found = search(t, c, corpus.Query{Limit: 1}, "same"); len(found.Best) != 1 {
		t.Errorf("%d besides the best", len(found.Best)-1)
	}
}

func TestEmptyCorpus(t *testing.T) {
	dir, stats := build(t, nil)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", dir, err)
	}
	c := open(t, dir, stats)
	if found := search(t, c, corpus.Query{Limit: 3}, "same"); found.Total != 0 {
		t.Errorf("%+v", found)
	}
	if labels, err := c.Labels(""); err != nil || labels != nil {
		t.Errorf("%v %v", labels, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Search(context.Background(), corpus.Query{}); err == nil {
		t.Error("a closed corpus answers")
	}
}

func TestLabels(t *testing.T) {
	dir, stats := build(t, random(5))
	labels, err := open(t, dir, stats).Labels("parity:")
	if err != nil || !slices.Equal(labels, []string{"parity:0", "parity:1"}) {
		t.Errorf("%v %v", labels, err)
	}
}

func TestErrorsAndPanicsOfSourcesComeBack(t *testing.T) {
	fault := errors.New("a file that cannot be read")
	for name, bad := range map[string]corpus.Source{
		"error": func() (*corpus.Prepared, error) { return nil, fault },
		"panic": func() (*corpus.Prepared, error) { panic(fault) },
	} {
		sources := func(yield func(corpus.Source) bool) {
			for s := range plain(random(2500)) {
				if !yield(s) {
					return
				}
			}
			yield(bad)
		}
		dir := filepath.Join(t.TempDir(), "corpus")
		if _, err := corpus.Build(context.Background(), dir, sources); err == nil || !strings.Contains(err.Error(), fault.Error()) {
			t.Errorf("%s while it is built: %v", name, err)
		}
		if left, _ := os.ReadDir(filepath.Dir(dir)); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
		if _, err := corpus.Memory(context.Background(), sources); err == nil {
			t.Errorf("%s in memory: no error", name)
		}
		dir, _ = build(t, random(5))
		if _, err := corpus.Change(context.Background(), dir, nil, sources); err == nil {
			t.Errorf("%s while it is changed: no error", name)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "corpus")
	if _, err := corpus.Build(ctx, dir, plain(random(5))); !errors.Is(err, context.Canceled) {
		t.Errorf("build: %v", err)
	}
	dir, _ = build(t, random(5))
	if _, err := corpus.Change(ctx, dir, nil, plain(random(5))); !errors.Is(err, context.Canceled) {
		t.Errorf("change: %v", err)
	}
}

func TestWrongSumsAreDamage(t *testing.T) {
	dir, stats := build(t, random(5))
	stats.Documents++
	_, err := corpus.Open(dir, stats)
	if damage := new(corpus.DamagedError); !errors.As(err, &damage) || damage.Dir != dir {
		t.Errorf("%v", err)
	}
	if _, err := corpus.Open(filepath.Join(dir, "none"), stats); err == nil {
		t.Error("a folder that does not exist is opened")
	}
}
