package indexed

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"gitmem/cmd/bench/synthetic"
)

func TestARecordIsFoundByItsTitle(t *testing.T) {
	v, dir := synthetic.NewVocabulary(), filepath.Join(t.TempDir(), "index")
	records := v.Records(200)
	stats, err := Build(context.Background(), dir, slices.All(records))
	if err != nil || stats.Documents != len(records) {
		t.Fatalf("%d documents, %v", stats.Documents, err)
	}
	x, err := Open(dir, stats)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, n := range []int{0, 77, 199} {
		want := synthetic.Path(records[n].Experience(n))
		if got, err := x.Search(context.Background(), records[n].Title, 3); err != nil || len(got) != 3 || got[0] != want {
			t.Errorf("%q: found %v, %v, want %s first", records[n].Title, got, err, want)
		}
	}
	if size, err := x.Bytes(); err != nil || size < 10_000 {
		t.Errorf("the index has %d bytes, %v", size, err)
	}
}
