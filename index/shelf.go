package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gitmem/index/corpus"
)

// A shelf is a folder of generations: the index folder of a store, or a private
// one beside it.
//
//	g-7/             a generation; nothing in it is ever changed
//	  corpus/        bleve's files; absent where no document is
//	  manifest       of which files it is made
//	  marker         what stands in the folder; written last
//	.new-…           a generation that is being written, under the lock
//	lock
type shelf struct {
	dir     string
	private bool   // of this process alone
	release func() // unlocks a private one
}

// Names in a shelf.
const (
	generationPrefix = "g-"
	newPrefix        = ".new-"
	buildPrefix      = ".build-" // corpus.Build works there
	lockName         = "lock"
	corpusName       = "corpus"
	manifestName     = "manifest"
	markerName       = "marker"
)

// keptGenerations are the newest ones that stay: a reader may be about to open
// the one that it has just seen.
const keptGenerations = 2

func (s shelf) lock() string { return filepath.Join(s.dir, lockName) }

func (s shelf) path(generation int) string {
	return filepath.Join(s.dir, generationPrefix+strconv.Itoa(generation))
}

// numbers lists the generations, the newest first. A shelf that does not exist has none.
func (s shelf) numbers() ([]int, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []int
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), generationPrefix)
		if n, err := strconv.Atoi(number); ok && err == nil && n > 0 && strconv.Itoa(n) == number {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all, nil
}

// generation is one that is open for reading.
type generation struct {
	number   int
	dir      string
	manifest *manifest
	corpus   *corpus.Corpus
	users    int         // searches under way, and the index while it holds it
	private  bool        // not on the store's own shelf
	under    *generation // below an overlay: what it lies over
}

// openAttempts is how often a generation may vanish while it is opened before
// the shelf counts as unreadable.
const openAttempts = 20

// newest opens the newest generation; nil where there is none. held is the one
// that is open already. The error is *corpus.DamagedError where the newest one
// is not as it was written.
func (s shelf) newest(held *generation) (*generation, error) {
	var err error
	for range openAttempts {
		var numbers []int
		if numbers, err = s.numbers(); err != nil || len(numbers) == 0 {
			return nil, err
		}
		if held != nil && held.number == numbers[0] {
			return held, nil
		}
		var g *generation
		if g, err = s.open(numbers[0]); err == nil {
			return g, nil
		}
		if _, gone := os.Lstat(s.path(numbers[0])); !errors.Is(gone, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, err
}

// open opens one generation, after a look at all its files: bleve must never
// see a damaged one.
func (s shelf) open(number int) (*generation, error) {
	g := &generation{number: number, dir: s.path(number), private: s.private}
	if err := checkMarker(g.dir, false); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(g.dir, manifestName))
	if err != nil {
		return nil, err
	}
	if g.manifest, err = decodeManifest(data); err != nil {
		return nil, &corpus.DamagedError{Dir: g.dir, Reason: err.Error()}
	}
	g.corpus, err = corpus.Open(filepath.Join(g.dir, corpusName), g.manifest.stats)
	return g, err
}

// bytes is the size of a generation on the disk.
func (g *generation) bytes() (int64, error) {
	m, err := readMarker(g.dir)
	var sum int64
	for _, f := range m.Files {
		sum += f.Size
	}
	return sum, err
}

// publish makes a finished folder the generation with a number, in one step.
func (s shelf) publish(folder string, number int) error {
	if err := os.Rename(folder, s.path(number)); err != nil {
		return fmt.Errorf("%s: %w", s.dir, err)
	}
	return syncPath(s.dir)
}

// sweep removes old generations and what a dead writer left. Only who holds the
// lock may. What cannot be removed, since somebody on Windows has it open, is
// left for the next time.
func (s shelf) sweep() {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), newPrefix) || strings.HasPrefix(e.Name(), buildPrefix) {
			_ = os.RemoveAll(filepath.Join(s.dir, e.Name()))
		}
	}
	numbers, _ := s.numbers()
	for _, n := range numbers[min(len(numbers), keptGenerations):] {
		_ = os.RemoveAll(s.path(n))
	}
}

// syncPath brings a file, or the names in a folder, to the disk. Where folders
// cannot be synced it does nothing.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if info, serr := os.Stat(path); err != nil && serr == nil && info.IsDir() && cannotSyncFolders {
		return nil
	}
	return err
}
