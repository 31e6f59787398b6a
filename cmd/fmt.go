package cmd

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/durable"
)

func newFmt(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "fmt [FILE…]",
		Short: "Mend what editors do to files: byte order marks, CRLF, a missing final line end",
		Long: `Mend what editors do to files: byte order marks, CRLF, a missing final line end. No other byte changes.
Without FILE it is MEMORY.md, store.yaml, the open candidates, the experiences and the feedback of the store. A file that
is not UTF-8 is refused.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.runFmt(args) },
	}
}

// mendedFile is one file as fmt prints it.
type mendedFile struct {
	Path string   `json:"path"`
	Did  []string `json:"did"`
}

func (a *app) runFmt(names []string) error {
	m := mending{app: a}
	if len(names) == 0 {
		d, err := a.desk()
		if err != nil {
			return err
		}
		m.store(d.Store)
	}
	for _, name := range names {
		full := a.abs(name)
		read, err := a.fmtReader(name, full)
		if err == nil {
			err = m.file(name, full, read)
		}
		m.bad = errors.Join(m.bad, err)
	}
	if err := a.printMended(m.done); err != nil {
		return err
	}
	return m.bad
}

// mending collects what was mended, and what could not be.
type mending struct {
	app  *app
	done []mendedFile
	bad  error
}

// store mends every file of a store in which a person writes.
func (m *mending) store(s *repo.Store) {
	for _, name := range writtenByHand(s.Root) {
		rel, err := filepath.Rel(s.Root, name)
		if err == nil {
			err = m.file(name, name, func() ([]byte, error) { return s.Read(filepath.ToSlash(rel)) })
		}
		m.bad = errors.Join(m.bad, err)
	}
}

func (a *app) printMended(done []mendedFile) error {
	if a.asJSON() {
		return printList(a, done)
	}
	for _, m := range done {
		a.say("%s: %s", visibleName(m.Path), strings.Join(m.Did, ", "))
	}
	return nil
}

// writtenByHand lists the files of a store in which a person writes.
func writtenByHand(root string) []string {
	names := []string{filepath.Join(root, repo.StoreFileName), filepath.Join(root, candidates.ResidentPath)}
	for _, pattern := range []string{
		candidates.Folder + "/c*.md", memfile.ExperienceFolder + "/*/*/*/e*.md", memfile.FeedbackFolder + "/*/*.yaml",
	} {
		found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))) // the patterns are sound
		names = append(names, found...)
	}
	there := names[:0]
	for _, name := range names {
		if _, err := os.Lstat(name); err == nil {
			there = append(there, name)
		}
	}
	return there
}

// file mends one file, unless somebody saves it at the same moment.
func (m *mending) file(name, full string, read func() ([]byte, error)) error {
	data, err := read()
	if err != nil {
		return err
	}
	mended, did, err := memfile.Mend(name, data)
	if err != nil || len(did) == 0 {
		return err
	}
	if !m.app.globals.dryRun {
		if again, err := read(); err != nil || !bytes.Equal(again, data) {
			return errors.Join(err, &repo.ConflictError{Path: name, Reason: "it was saved at the same moment; nothing was changed"})
		}
		if err := durable.Replace(full, mended, 0o644); err != nil {
			return err
		}
	}
	m.done = append(m.done, mendedFile{Path: name, Did: did})
	return nil
}

// fmtReader gives how a file is read: in a store without following links, and
// no record that is settled.
func (a *app) fmtReader(name, full string) (func() ([]byte, error), error) {
	d, err := a.deskAround(full)
	if isNoStore(err) {
		return func() ([]byte, error) { return readFile(name, full) }, nil
	}
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(d.Store.Root, realPath(full))
	if err != nil {
		return nil, err
	}
	rel = filepath.ToSlash(rel)
	if strings.HasPrefix(rel, candidates.Folder+"/") && path.Dir(rel) != candidates.Folder {
		return nil, &fs.PathError{Op: "fmt", Path: name, Err: errSettledRecord}
	}
	return func() ([]byte, error) { return d.Store.Read(rel) }, nil
}

var errSettledRecord = errors.New("a settled candidate is a record and is not changed")
