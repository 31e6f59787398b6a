package repo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/memfile"
)

// What a record holds survives the cache, and half a record is none.
func TestHistoryRecordRoundTrip(t *testing.T) {
	id := strings.Repeat("ab", 20)
	r := Record{
		Commit: id, Parents: []string{strings.Repeat("cd", 20), strings.Repeat("ef", 20)}, Time: time.Unix(1_800_000_000, 0).UTC(),
		Author: "Ada", Email: "ada@example.org", Added: []EntryDigest{{1}, {2}}, Removed: []EntryDigest{{3}},
		Message: memfile.Message{
			Op: "apply", Operation: "o1", IDs: []memfile.ID{"c1", "c2"}, Subject: "s\x00é", Actor: "user", Via: "flag", Agent: "a", Policy: "p",
			Commit: "x", Source: memfile.Source{Agent: "a", Session: "s", Message: "m"}, Edited: true,
			Paths: []memfile.PathChange{{Path: "MEMORY.md", After: id}},
		},
		Changed: []memfile.PathChange{{Path: "MEMORY.md", Before: id}},
	}
	for _, want := range []Record{r, {Commit: id, Time: r.Time, ByHand: true}} {
		data := encodeRecord(want)
		got, err := decodeRecord(data)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
		}
		for n := range data {
			if _, err := decodeRecord(data[:n]); err == nil {
				t.Fatalf("the first %d of %d bytes pass for a record", n, len(data))
			}
		}
	}
}

func FuzzHistoryRecord(f *testing.F) {
	f.Add(encodeRecord(Record{Commit: strings.Repeat("ab", 20), Parents: []string{strings.Repeat("cd", 20)}, Message: memfile.Message{IDs: []memfile.ID{"c1"}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := decodeRecord(data); err == nil {
			if again, err := decodeRecord(encodeRecord(r)); err != nil || fmt.Sprint(again) != fmt.Sprint(r) {
				t.Errorf("%+v became %+v, %v", r, again, err)
			}
		}
		_, _ = decodeKin(data)
		_ = readFrames(appendFrame(nil, data))
	})
}

// The cache grows by what is new; the bytes that stand are not touched.
func TestHistoryCacheIsExtended(t *testing.T) {
	j, _ := life(t)
	j.history()
	before := j.mustRead(j.cache())
	j.now(add("One more."))
	j.history()
	after := j.mustRead(j.cache())
	if !bytes.HasPrefix(after, before) || len(after) <= len(before) || len(after) > len(before)+1000 {
		t.Errorf("the cache went from %d to %d bytes", len(before), len(after))
	}
	if info, err := os.Stat(j.cache()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
		t.Errorf("history\n%s\nwant\n%s", got, want)
	}
}

func (j *journal) mustRead(path string) []byte {
	j.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		j.Fatal(err)
	}
	return data
}

// Whatever happens to the cache, the history is that of git, and the next
// process finds a sound cache again.
func TestHistoryCacheDamaged(t *testing.T) {
	for name, spoil := range map[string]func(j *journal, data []byte) []byte{
		"gone":           func(*journal, []byte) []byte { return nil },
		"empty":          func(*journal, []byte) []byte { return []byte{} },
		"torn":           func(_ *journal, data []byte) []byte { return data[:len(data)-7] },
		"torn length":    func(_ *journal, data []byte) []byte { return append(data, 9, 0) },
		"a bit flipped":  func(_ *journal, data []byte) []byte { data[len(data)/2] ^= 4; return data },
		"of another one": func(_ *journal, data []byte) []byte { data[len(historyFormat)+5] ^= 1; return data },
		"another format": func(_ *journal, data []byte) []byte { data[19] = '7'; return data },
		"no text at all": func(*journal, []byte) []byte { return bytes.Repeat([]byte{0}, 4096) },
		"written twice": func(j *journal, data []byte) []byte {
			return append(data, data[len(j.s.historyHead()):]...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := life(t)
			want := fmt.Sprint(j.history())
			sound := j.mustRead(j.cache())
			os.Remove(j.cache())
			if data := spoil(j, slices.Clone(sound)); data != nil {
				if err := os.WriteFile(j.cache(), data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			j.reopen()
			if got := fmt.Sprint(j.history()); got != want {
				t.Errorf("history\n%s\nwant\n%s", got, want)
			}
			if !bytes.Equal(j.mustRead(j.cache()), sound) {
				t.Error("the cache was not mended")
			}
		})
	}
}

// Without a place for the cache the history is read from git each time.
func TestHistoryWithoutCache(t *testing.T) {
	j, _ := life(t)
	if err := os.WriteFile(j.s.State, nil, 0o600); err != nil {
		os.RemoveAll(j.s.State)
		if err := os.WriteFile(j.s.State, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
		t.Errorf("history\n%s\nwant\n%s", got, want)
	}
}

// Several processes that extend the cache at once do no harm.
func TestHistoryConcurrent(t *testing.T) {
	j, _ := life(t)
	j.history()
	j.now(add("One more."))
	want := j.git("log", "--format=%H")
	var all sync.WaitGroup
	for range 8 {
		s, err := Open(j.store, Options{Env: j.Env})
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			h, err := s.History(context.Background())
			if err != nil || h.Len() != strings.Count(want, "\n")+1 {
				t.Errorf("%v, %v", h, err)
			}
		})
	}
	all.Wait()
	for range 2 {
		if got := j.commits(Filter{}); got != want {
			t.Errorf("history\n%s\nwant\n%s", got, want)
		}
	}
	if n := len(readFrames(j.mustRead(j.cache())[len(j.s.historyHead()):]).records); n != strings.Count(want, "\n")+1 {
		t.Errorf("the cache holds %d records after it was mended", n)
	}
}
