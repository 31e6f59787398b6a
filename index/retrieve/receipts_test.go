package retrieve

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/memfile"
)

func someReceipt(i int) memfile.Receipt {
	return memfile.Receipt{
		ID: memfile.DeriveID(memfile.KindReceipt, fmt.Sprint(i)), Time: testDay.Add(time.Duration(i) * 7 * time.Hour),
		Session: "s1", Turn: fmt.Sprint(i), Text: fmt.Sprintf("text %d\n", i),
	}
}

func kept(t *testing.T, n int) Receipts {
	t.Helper()
	s := Receipts{State: t.TempDir()}
	for i := range n {
		if err := s.Append(someReceipt(i)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// turns lists the receipts as All gives them; what is damaged is an x.
func turns(s Receipts) string {
	var out []string
	for r, err := range s.All() {
		if err != nil {
			r.Turn = "x"
		}
		out = append(out, r.Turn)
	}
	return strings.Join(out, " ")
}

func TestReceiptsNewestFirst(t *testing.T) {
	s := kept(t, 7)
	if got := turns(s); got != "6 5 4 3 2 1 0" {
		t.Error(got)
	}
	for r := range s.All() {
		if r.Turn != "6" {
			t.Errorf("%+v", r)
		}
		break
	}
	days, err := s.days()
	if err != nil || len(days) != 3 {
		t.Errorf("%v %v", days, err)
	}
	v, err := s.Verify()
	if err != nil || v.Files != 3 || v.Receipts != 7 || len(v.Damaged) > 0 {
		t.Errorf("%+v %v", v, err)
	}
	if none := (Receipts{State: t.TempDir()}); turns(none) != "" {
		t.Error("receipts in an empty folder")
	}
}

func TestReceiptsArePrivate(t *testing.T) {
	s := kept(t, 1)
	_ = filepath.WalkDir(filepath.Join(s.State, receiptFolder), func(path string, e os.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s %v %v", path, info.Mode(), err)
		}
		return nil
	})
}

func TestFindReceipt(t *testing.T) {
	s := kept(t, 40)
	want := someReceipt(17)
	for _, prefix := range []string{string(want.ID), string(want.ID[:9])} {
		if got, err := s.Find(prefix); err != nil || got.ID != want.ID {
			t.Errorf("%s: %+v %v", prefix, got, err)
		}
		if text, err := s.Replay(prefix); err != nil || text != want.Text {
			t.Errorf("%q %v", text, err)
		}
	}
	var ambiguous *AmbiguousError
	if _, err := s.Find("r"); !errors.As(err, &ambiguous) || len(ambiguous.IDs) != 40 || ambiguous.IDs[0] != someReceipt(39).ID || err.Error() != "r: 40 receipts have ids that begin so" {
		t.Error(err)
	}
	for _, prefix := range []string{"", "rffff", "s1", "x", string(want.ID) + "0", `"`} {
		if _, err := s.Find(prefix); !errors.Is(err, ErrNoReceipt) {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}

// TestDamagedLines: the line is named, everything else is there.
func TestDamagedLines(t *testing.T) {
	s := kept(t, 3) // the third is of the next day
	path := filepath.Join(s.State, receiptFolder, "2026", "11", "30.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := strings.Replace(string(data), "text 1", "text 7", 1)
	if damaged == string(data) {
		t.Fatal("nothing changed")
	}
	if err := os.WriteFile(path, []byte("\n"+damaged+"hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := turns(s); got != "2 x x 0" {
		t.Error(got)
	}
	v, err := s.Verify()
	if err != nil || len(v.Damaged) != 2 || v.Receipts != 2 {
		t.Fatalf("%+v %v", v, err)
	}
	if f := v.Damaged[0]; f.Path != path || f.Line != 3 || f.Rule != memfile.RuleDigest {
		t.Errorf("%+v", f)
	}
	var fault *memfile.Fault
	if _, err := s.Replay(string(someReceipt(1).ID)); !errors.As(err, &fault) || fault.Line != 3 {
		t.Errorf("a damaged receipt was replayed: %v", err)
	}
	if got, err := s.Find(string(someReceipt(0).ID)); err != nil || got.Turn != "0" {
		t.Errorf("%+v %v", got, err)
	}
}

// TestTornLine cuts the last line at every byte, as a kill in the middle of the
// write leaves it: what was kept before stays, and what comes after is whole.
func TestTornLine(t *testing.T) {
	s := kept(t, 2)
	path := filepath.Join(s.State, receiptFolder, "2026", "11", "30.jsonl")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(whole), '\n') + 1
	for cut := first; cut <= len(whole); cut++ {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(someReceipt(1)); err != nil {
			t.Fatal(err)
		}
		want, broken := "1 x 0", 1
		switch cut {
		case first:
			want, broken = "1 0", 0
		case len(whole) - 1, len(whole): // only the line end is missing, or nothing
			want, broken = "1 1 0", 0
		}
		v, err := s.Verify()
		if got := turns(s); got != want || err != nil || len(v.Damaged) != broken {
			t.Fatalf("cut at %d: %s, want %s; %+v %v", cut, got, want, v, err)
		}
		if text, err := s.Replay(string(someReceipt(0).ID)); err != nil || text != "text 0\n" {
			t.Fatal(text, err)
		}
	}
}

// TestWriteThatIsRefused: what the disk refuses is an error, so that nothing is
// printed; the probe stands where the test build kills.
func TestWriteThatIsRefused(t *testing.T) {
	s := kept(t, 1)
	var steps []string
	for _, dead := range []string{"receipt.open", "receipt.write"} {
		s.Probe = func(step, path string) error {
			steps = append(steps, step)
			if step == dead {
				return errors.New("no space left")
			}
			return nil
		}
		if err := s.Append(someReceipt(1)); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: %v", dead, err)
		}
	}
	if got := strings.Join(steps, " "); got != "receipt.open receipt.open receipt.write" {
		t.Error(got)
	}
	if v, err := s.Verify(); err != nil || v.Receipts != 1 || len(v.Damaged) > 0 {
		t.Errorf("%+v %v", v, err)
	}
	path := filepath.Join(s.State, receiptFolder, "2026", "11", "30.jsonl")
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	s.Probe = nil
	if err := s.Append(someReceipt(1)); err == nil {
		t.Error("appended to a folder")
	}
	if err := s.Append(memfile.Receipt{ID: "e0123456789abcdef"}); err == nil {
		t.Error("kept what is no receipt")
	}
}

func TestManyWriters(t *testing.T) {
	s := Receipts{State: t.TempDir()}
	var group sync.WaitGroup
	for w := range 8 {
		group.Go(func() {
			for i := range 25 {
				r := someReceipt(w*25 + i)
				r.Time = testDay
				if err := s.Append(r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if v, err := s.Verify(); err != nil || v.Receipts != 200 || len(v.Damaged) > 0 {
		t.Errorf("%+v %v", v, err)
	}
}

// writerEnv makes the test binary the writer that TestKilledWriter kills.
const writerEnv = "GITMEM_TEST_RECEIPT_WRITER"

func TestMain(m *testing.M) {
	if state := os.Getenv(writerEnv); state != "" {
		writeForEver(state)
	}
	os.Exit(m.Run())
}

func writeForEver(state string) {
	s := Receipts{State: state}
	for i := 0; ; i++ {
		r := someReceipt(i)
		r.Time, r.Text = testDay, r.Text+strings.Repeat("x", 300_000)
		if err := s.Append(r); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(r.ID)
	}
}

// TestKilledWriter kills a real process while it writes: every receipt that it
// reported is there, and at most the one under way is torn.
func TestKilledWriter(t *testing.T) {
	for range 5 {
		s := Receipts{State: t.TempDir()}
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), writerEnv+"="+s.State)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		reported := map[memfile.ID]bool{}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			reported[memfile.ID(lines.Text())] = true
			if len(reported) == 20 {
				_ = child.Process.Kill() // what was printed by then is still read
			}
		}
		_ = child.Wait() // it was killed
		for r, err := range s.All() {
			if err == nil {
				delete(reported, r.ID)
			}
		}
		v, err := s.Verify()
		if len(reported) > 0 || err != nil || len(v.Damaged) > 1 || v.Receipts < 20 {
			t.Errorf("lost %v; %d kept, damaged %v, %v", reported, v.Receipts, v.Damaged, err)
		}
		r := someReceipt(9999)
		r.Time = testDay
		if err := s.Append(r); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Find(string(r.ID)); err != nil || got.Turn != "9999" {
			t.Errorf("%+v %v", got, err)
		}
	}
}
