package corpus_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// vocabulary makes words whose frequencies fall as in prose.
type vocabulary struct {
	zipf  *rand.Zipf
	words []string
}

func newVocabulary(seed uint64, n int) *vocabulary {
	r := rand.New(rand.NewPCG(seed, 7))
	v := &vocabulary{zipf: rand.NewZipf(r, 1.1, 8, uint64(n-1))}
	for range n {
		b := make([]byte, 4+r.IntN(7))
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		v.words = append(v.words, string(b))
	}
	return v
}

func (v *vocabulary) text(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(v.words[v.zipf.Uint64()])
	}
	return b.String()
}

// synthetic gives records of about 300 bytes.
func synthetic(n int) iter.Seq[corpus.Source] {
	v := newVocabulary(1, 8000)
	return func(yield func(corpus.Source) bool) {
		for i := range n {
			d := corpus.Document{
				ID:     fmt.Sprintf("2026/11/%02d/e%016x", 1+i%28, i),
				Parts:  []corpus.Part{{Text: v.text(6), Weight: 2}, {Text: v.text(18), Weight: 1}, {Text: v.text(18), Weight: 1}},
				Labels: []string{"kind:procedure", "status:active", fmt.Sprintf("session:%d", i/50)},
			}
			if !yield(func() (*corpus.Prepared, error) { return corpus.Prepare(d), nil }) {
				return
			}
		}
	}
}

var sizes = []int{1000, 10000, 100000, 1000000}

func BenchmarkBuildAndQuery(b *testing.B) {
	for _, n := range sizes {
		if n > 100000 && os.Getenv("GITMEM_MILLION") == "" {
			continue
		}
		dir := filepath.Join(b.TempDir(), "c")
		start := time.Now()
		stats, err := corpus.Build(context.Background(), dir, synthetic(n))
		if err != nil {
			b.Fatal(err)
		}
		built := time.Since(start)
		start = time.Now()
		c, err := corpus.Open(dir, stats)
		if err != nil {
			b.Fatal(err)
		}
		opened := time.Since(start)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			v := newVocabulary(1, 8000)
			queries := make([][]words.QueryTerm, 300)
			for i := range queries {
				queries[i], _ = words.Query(v.text(2+i%2), false)
			}
			for i := 0; b.Loop(); i++ {
				if _, err := c.Search(context.Background(), corpus.Query{Terms: queries[i%300], Limit: 10}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(built.Seconds(), "build-s")
			b.ReportMetric(float64(opened.Microseconds()), "open-µs")
			b.ReportMetric(float64(bytesBelow(dir))/1e6, "MB")
		})
		_ = c.Close()
	}
}

func bytesBelow(dir string) (n int64) {
	_ = filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}
