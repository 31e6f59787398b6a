package retrieve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/memfile"
)

// previous names the newest line before the one that is to be written, as
// memfile.Receipt.Previous has it. An earlier day that cannot be read is passed
// over: no turn waits for it.
func (s Receipts) previous(f *os.File, path string) (string, error) {
	digest, err := lastDigest(f)
	if digest != "" || err != nil {
		return digest, err
	}
	days, _ := s.days()
	for _, day := range slices.Backward(days) {
		if day >= path {
			continue
		}
		if digest := lastDigestIn(day); digest != "" {
			return s.called(day) + " " + digest, nil
		}
	}
	return "", nil
}

// called is what the file of a day is called: 2026/11/30.
func (s Receipts) called(path string) string {
	name, _ := filepath.Rel(filepath.Join(s.State, receiptFolder), path)
	return strings.TrimSuffix(filepath.ToSlash(name), ".jsonl")
}

func lastDigestIn(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	digest, _ := lastDigest(f)
	return digest
}

// lastDigest is that of the last line of a file that is not torn; empty where
// there is none. Only where the last line is torn is more read than its end.
func lastDigest(f *os.File) (string, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return "", err
	}
	tail := make([]byte, min(info.Size(), int64(memfile.ReceiptTail)))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return "", err
	}
	if digest, ok := memfile.ReceiptDigest(tail); ok {
		return digest, nil
	}
	last := ""
	err = eachLine(f.Name(), func(l numbered) {
		if digest, ok := memfile.ReceiptDigest(l.data); ok {
			last = digest
		}
	})
	return last, err
}

// chain follows the lines of all files, the oldest first.
type chain struct {
	oldest string          // day of the first file
	seen   map[string]bool // digests of the lines so far
}

// add takes the next line. A line that is damaged, but still ends in its
// digest, is no gap.
func (c *chain) add(l numbered) {
	if digest, ok := memfile.ReceiptDigest(l.data); ok {
		c.seen[digest] = true
	}
}

// broken reports whether the line that a receipt names before it is gone. Whole
// days may be missing at the beginning, where somebody cleared what was old.
func (c *chain) broken(r memfile.Receipt) bool {
	day, digest, first := strings.Cut(r.Previous, " ")
	if !first {
		day, digest = c.oldest, r.Previous
	}
	return digest != "" && day >= c.oldest && !c.seen[digest]
}
