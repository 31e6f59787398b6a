package retrieve

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gitmem/memfile"
)

// lineOf finds one line among all of a store.
type lineOf struct {
	path string
	at   int // from 0
}

func allLines(t *testing.T, s Receipts) (all []lineOf) {
	t.Helper()
	days, err := s.days()
	for _, path := range days {
		data, rerr := os.ReadFile(path)
		err = errors.Join(err, rerr)
		for i := range bytes.Count(data, []byte("\n")) {
			all = append(all, lineOf{path, i})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// without takes lines of a file out while something is looked at.
func without(t *testing.T, path string, gone func(i int) bool, look func()) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rest []byte
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		if !gone(i) {
			rest = append(rest, line...)
		}
	}
	if err := os.WriteFile(path, rest, 0o600); err != nil {
		t.Fatal(err)
	}
	look()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLineTakenOut takes out each line in turn: the one after it is named, over
// the end of a day too. Nothing follows the last, so that nothing can tell.
func TestLineTakenOut(t *testing.T) {
	s := kept(t, 7)
	all := allLines(t, s)
	for n, l := range all {
		without(t, l.path, func(i int) bool { return i == l.at }, func() {
			v, err := s.Verify()
			if n == len(all)-1 {
				if err != nil || len(v.Damaged) != 0 {
					t.Errorf("the last line: %+v %v", v, err)
				}
				return
			}
			next := all[n+1]
			if next.path == l.path {
				next.at-- // it moved up
			}
			if err != nil || v.Receipts != 6 || len(v.Damaged) != 1 {
				t.Fatalf("line %d: %+v %v", n, v, err)
			}
			if f := v.Damaged[0]; f.Rule != memfile.RuleGap || f.Path != next.path || f.Line != next.at+1 {
				t.Errorf("line %d: %+v, want %+v", n, f, next)
			}
		})
	}
}

// TestDaysTakenOut: old days may be cleared; one in the middle is missed.
func TestDaysTakenOut(t *testing.T) {
	for i, want := range []int{0, 1, 0} {
		s := kept(t, 7)
		days, err := s.days()
		if err := errors.Join(err, os.Remove(days[i])); err != nil {
			t.Fatal(err)
		}
		if v, err := s.Verify(); err != nil || len(v.Damaged) != want {
			t.Errorf("without %s: %+v %v", days[i], v, err)
		}
	}
}

// TestLinesWithoutPrevious: lines that name none read back, and the chain goes
// on from them.
func TestLinesWithoutPrevious(t *testing.T) {
	s := Receipts{State: t.TempDir()}
	path := filepath.Join(s.State, receiptFolder, "2026", "11", "30.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	var old []byte
	for i := range 2 {
		line, err := memfile.FormatReceipt(someReceipt(i))
		if err != nil {
			t.Fatal(err)
		}
		old = append(old, line...)
	}
	if err := os.WriteFile(path, append(old, `{"gitmem":"receipt/1","id`...), 0o600); err != nil {
		t.Fatal(err)
	}
	late := someReceipt(2)
	late.Time = testDay
	if err := s.Append(late); err != nil {
		t.Fatal(err)
	}
	if v, err := s.Verify(); err != nil || v.Receipts != 3 || len(v.Damaged) != 1 || v.Damaged[0].Rule != memfile.RuleTorn {
		t.Errorf("%+v %v", v, err)
	}
	without(t, path, func(i int) bool { return i == 0 }, func() {
		if v, _ := s.Verify(); len(v.Damaged) != 1 {
			t.Errorf("nobody named the first: %+v", v)
		}
	})
	without(t, path, func(i int) bool { return i == 1 }, func() {
		if v, _ := s.Verify(); len(v.Damaged) != 2 || v.Damaged[1].Rule != memfile.RuleGap {
			t.Errorf("the newest that was whole is named over a torn one: %+v", v)
		}
	})
}
