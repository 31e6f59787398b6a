package index

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
)

func TestAnyPunctuationIsHarmless(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "sqlite locked path/to/file don't http.proxy"))
	x := f.open(Options{})
	for _, q := range []string{"sqlite: locked", `"unbalanced sqlite`, "(sqlite", "sqlite AND", "path/to/file", "don't", "-sqlite"} {
		f.finds(x, q, "1")
	}
	for _, q := range []string{"+", "^2", "a~b", "*", "", " \n", strings.Repeat("(", 10<<10)} {
		f.finds(x, q)
	}
}

func TestChineseJapaneseKorean(t *testing.T) {
	f := newFixture(t)
	const zh1, zh2, jp, ko, jp2, fw = 1, 2, 3, 4, 5, 6
	for n, text := range map[int]string{
		zh1: "部署前必须运行数据库迁移脚本", zh2: "署名部门已经更新", jp: "テストを実行してからデプロイする",
		ko: "배포 전에 테스트를 실행한다", jp2: "こんにちは、世界", fw: "ＡＰＩ キーを更新",
	} {
		f.put(note(n, text))
	}
	x := f.open(Options{})
	if got := f.search(x, "部署"); len(got) == 0 || got[0] != "1" {
		t.Errorf("部署 finds %v, want 1 first", got)
	}
	f.finds(x, "署", "1", "2")
	f.finds(x, "迁移脚本", "1")
	f.finds(x, "デプロイ", "3")
	f.finds(x, "테스트", "4")
	f.finds(x, "ちは", "5")
	f.finds(x, "API", "6")
}

func TestTwoSpellingsOfOneLetter(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "caf\u00e9 on Fridays"))
	f.put(note(2, "cafe\u0301 on Mondays"))
	x := f.open(Options{})
	f.finds(x, "caf\u00e9", "1", "2")
	f.finds(x, "cafe\u0301", "1", "2")
	f.finds(x, "CAFE", "1", "2")
}

func TestAllWordsOrAny(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "use pnpm here"))
	f.put(note(2, "use yarn there"))
	f.put(note(3, "pnpm and yarn quarrel"))
	x := f.open(Options{})
	f.finds(x, "pnpm yarn", "1", "2", "3")
	if got := ids(f.results(x, Query{Text: "pnpm yarn", All: true})); !slices.Equal(got, []string{"3"}) {
		t.Errorf("all words: %v", got)
	}
}

func TestFilters(t *testing.T) {
	f := newFixture(t)
	held := note(2, "pnpm held")
	held.Status, held.Source.Session = memfile.StatusHeld, "s2"
	old := note(3, "pnpm old")
	old.Kind, old.Created, old.Updated = memfile.KindProblem, someDay.AddDate(0, -2, 0), someDay.AddDate(0, -2, 0)
	for _, e := range []memfile.Experience{note(1, "pnpm"), held, old} {
		f.put(e)
	}
	f.write("MEMORY.md", "# Memory\n\n- Use pnpm.\n- Nothing of that.\n")
	x := f.open(Options{})
	for name, one := range map[string]struct {
		q    Query
		want []string
	}{
		"all":             {Query{}, []string{"1", "2", "3", "MEMORY.md#1"}},
		"kind":            {Query{Kinds: []string{memfile.KindProblem}}, []string{"3"}},
		"kinds":           {Query{Kinds: []string{memfile.KindProblem, KindMemory}}, []string{"3", "MEMORY.md#1"}},
		"status":          {Query{Statuses: []string{memfile.StatusHeld}}, []string{"2"}},
		"drift":           {Query{Statuses: []string{StatusDrift}}, []string{"MEMORY.md#1"}},
		"applied":         {Query{Statuses: []string{StatusApplied}}, nil},
		"session":         {Query{Session: "s2"}, []string{"2"}},
		"no such session": {Query{Session: "s"}, nil},
		"the day":         {Query{Since: someDay.Add(5 * time.Hour)}, []string{"1", "2"}},
		"the day after":   {Query{Since: someDay.AddDate(0, 0, 1)}, nil},
		"a month before":  {Query{Since: someDay.AddDate(0, -1, 0)}, []string{"1", "2"}},
		"a year before":   {Query{Since: someDay.AddDate(-1, 0, 0)}, []string{"1", "2", "3"}},
		"experiences":     {Query{Experiences: true}, []string{"1", "2", "3"}},
		"together":        {Query{Kinds: []string{memfile.KindProcedure}, Session: "s1", Since: someDay}, []string{"1"}},
	} {
		one.q.Text = "pnpm"
		r := f.results(x, one.q)
		got := ids(r)
		slices.Sort(got)
		if !slices.Equal(got, one.want) || r.Total != len(one.want) {
			t.Errorf("%s: %v of %d, want %v", name, got, r.Total, one.want)
		}
	}
}

func TestEqualScoresGoByConfidenceThenNewerThenID(t *testing.T) {
	f := newFixture(t)
	for n, change := range map[int]func(*memfile.Experience){
		1: func(e *memfile.Experience) { e.Confidence = 5000 },
		2: func(e *memfile.Experience) {},
		3: func(e *memfile.Experience) { e.Updated = e.Updated.Add(time.Minute) },
		4: func(e *memfile.Experience) {},
		5: func(e *memfile.Experience) { e.Confidence = 9000 },
	} {
		e := note(n, "the same words in each")
		change(&e)
		f.put(e)
	}
	x := f.open(Options{})
	for limit := 1; limit <= 5; limit++ {
		r := f.results(x, Query{Text: "words", Limit: limit})
		if got, want := ids(r), []string{"5", "3", "2", "4", "1"}[:limit]; !slices.Equal(got, want) || r.Total != 5 {
			t.Errorf("limit %d: %v of %d, want %v of 5", limit, got, r.Total, want)
		}
	}
}

func TestHitSaysWhatMatchedWhere(t *testing.T) {
	f := newFixture(t)
	e := note(1, "Set http.proxy first\nEvery download went through the old proxy, and "+strings.Repeat("blah ", 80)+"then the installer hung.")
	e.Resolution, e.Guard = "Unset the variable.", []string{"injection"}
	path := f.put(e)
	x := f.open(Options{})
	r := f.results(x, Query{Text: "proxy installer"})
	if len(r.Hits) != 1 {
		t.Fatalf("%d hits", len(r.Hits))
	}
	h := r.Hits[0]
	if h.ID != string(e.ID) || h.Path != path || h.Title != e.Title || h.Resolution != e.Resolution || h.Session != "s1" || !h.Updated.Equal(someDay) || h.Guard[0] != "injection" {
		t.Errorf("%+v", h)
	}
	data, _ := f.store.Read(path)
	if h.Blob != memfile.BlobID(data) {
		t.Errorf("blob %s", h.Blob)
	}
	if want := []string{"proxy: title, summary", "installer: summary"}; !slices.Equal(h.Why, want) {
		t.Errorf("why %q, want %q", h.Why, want)
	}
	var marked []string
	for _, fragment := range h.Fragments {
		if !strings.Contains(e.Title+"\n"+e.Summary, fragment.Text) || len(fragment.Text) > fragmentLength+50 {
			t.Errorf("fragment %q", fragment.Text)
		}
		for _, m := range fragment.Marks {
			marked = append(marked, fragment.Text[m[0]:m[1]])
		}
	}
	if !slices.Contains(marked, "proxy") {
		t.Errorf("marked %q", marked)
	}
}

func TestLimitIsBounded(t *testing.T) {
	f := newFixture(t)
	for n := range 60 {
		f.put(note(n+1, "pnpm"))
	}
	x := f.open(Options{})
	for limit, want := range map[int]int{0: DefaultLimit, -1: DefaultLimit, 3: 3, 50: 50, 1000: MaxLimit} {
		if r := f.results(x, Query{Text: "pnpm", Limit: limit}); len(r.Hits) != want || r.Total != 60 {
			t.Errorf("limit %d: %d of %d", limit, len(r.Hits), r.Total)
		}
	}
}

func TestLongQueryIsCutAndSaysSo(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	x := f.open(Options{})
	r := f.results(x, Query{Text: "pnpm " + strings.Repeat("more words of it ", 1000)})
	if len(r.Cut) == 0 || len(r.Hits) != 1 {
		t.Errorf("cut %q, %d hits", r.Cut, len(r.Hits))
	}
}

func TestRecent(t *testing.T) {
	f := newFixture(t)
	for n := range 5 {
		e := note(n+1, "text")
		e.Updated = e.Updated.Add(time.Duration(n) * time.Minute)
		if n == 4 {
			e.Kind = memfile.KindProblem
		}
		f.put(e)
	}
	x := f.open(Options{})
	r, err := x.Recent(context.Background(), Query{Limit: 2, Kinds: []string{memfile.KindProcedure}})
	if got := ids(r); err != nil || !slices.Equal(got, []string{"4", "3"}) {
		t.Errorf("%v %v", got, err)
	}
}

func TestCancelledSearchIsAnError(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	x := f.open(Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Search(ctx, Query{Text: "pnpm"}); err == nil {
		t.Error("no error")
	}
	f.finds(x, "pnpm", "1")
}
