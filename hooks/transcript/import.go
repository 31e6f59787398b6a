package transcript

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/repo/session"
)

// Wake is how many bytes are read at a time, and by one Follow, where nothing
// else is said. The line that is begun is read to its end.
const Wake = 8 << 20

// Options are what reading transcripts needs besides files.
type Options struct {
	Format string // "": told from the lines
	Limit  int64  // bytes of one Follow and between two savings of the place; 0: Wake
	// Ended means that nobody writes the file at the moment: an answer at its
	// end is final. Without it that is known from the lines that follow it.
	Ended bool
	// Belongs says whether sessions of a working directory are taken; nil: all.
	// A session without one is taken.
	Belongs  func(cwd string) bool
	Progress func(done, total int64) // bytes of the present file; may be nil
}

// Follow reads what was added to a transcript since it was last read, up to the
// limit, and says whether there is more. A line at the end without its end
// waits, unless it is whole.
func Follow(ctx context.Context, shelf *session.Shelf, path string, o Options) (Report, bool, error) {
	for attempt := 0; ; attempt++ {
		var r Report
		more, err := follow(ctx, shelf, path, o, &r)
		var moved *session.MovedError
		if !errors.As(err, &moved) || attempt == 3 {
			return r, more, err
		}
	}
}

func follow(ctx context.Context, shelf *session.Shelf, path string, o Options, r *Report) (bool, error) {
	f, err := open(shelf, path, o, false)
	if err != nil || f == nil {
		return false, err
	}
	defer f.close()
	r.Files++
	return f.wake(ctx, r)
}

// Import reads transcripts from their beginning to their end; folders stand for
// the .jsonl files in them. What is known already is not added again, so that
// doing it twice changes nothing and reports the same lines. A file that cannot
// be read is named in the error and does not stop the others.
func Import(ctx context.Context, shelf *session.Shelf, paths []string, o Options) (Report, error) {
	var r Report
	files, err := expand(paths)
	for _, path := range files {
		if ctx.Err() != nil {
			return r, errors.Join(err, ctx.Err())
		}
		err = errors.Join(err, importFile(ctx, shelf, path, o, &r))
	}
	return r, err
}

func importFile(ctx context.Context, shelf *session.Shelf, path string, o Options, r *Report) error {
	f, err := open(shelf, path, o, true)
	if err != nil {
		return err
	}
	r.Files++
	if f == nil {
		return nil
	}
	defer f.close()
	for more := true; more; {
		if more, err = f.wake(ctx, r); err != nil {
			return err
		}
	}
	if f.unended {
		r.skip(f.source.Path, f.source.Line+1, "the last line is not complete")
	}
	return nil
}

// expand puts the files of folders in their place, in the order of their names.
func expand(paths []string) ([]string, error) {
	var files []string
	var failed error
	for _, path := range paths {
		err := filepath.WalkDir(path, func(full string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				failed = errors.Join(failed, err)
			case full == path && !e.IsDir(), e.Type().IsRegular() && strings.HasSuffix(full, ".jsonl"):
				files = append(files, full)
			}
			return nil
		})
		failed = errors.Join(failed, err)
	}
	return files, failed
}

// following is one transcript while it is read.
type following struct {
	shelf   *session.Shelf
	o       Options
	file    *os.File
	size    int64
	source  *session.Source
	lines   *lines
	parser  parser
	unended bool // the file ends within a line
}

// open begins to read a transcript from its beginning, or from where it was
// left; nil for one without a line.
func open(shelf *session.Shelf, path string, o Options, anew bool) (*following, error) {
	if o.Limit <= 0 {
		o.Limit = Wake
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	f := &following{shelf: shelf, o: o}
	if f.file, f.size, err = openPlain(full); err != nil {
		return nil, err
	}
	if err = f.begin(full, anew); err != nil || f.parser == nil {
		return nil, errors.Join(err, f.file.Close())
	}
	return f, nil
}

func openPlain(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("not a plain file")}
	}
	if err != nil {
		return nil, 0, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err = file.Stat(); err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

func (f *following) close() { _ = f.file.Close() }

// begin finds the place to go on from, and the format.
func (f *following) begin(path string, anew bool) error {
	source, err := f.shelf.Source(path)
	if err != nil {
		return err
	}
	if anew || !f.same(source) || f.o.Format != "" && f.o.Format != source.Format {
		source = source.Anew()
	}
	if source.Format == "" {
		if source.Format = f.o.Format; source.Format == "" {
			format, empty := f.detect()
			if empty {
				return nil
			}
			if format == "" {
				return &fs.PathError{Op: "import", Path: path, Err: ErrFormat}
			}
			source.Format = format
		}
	}
	f.source = source
	f.lines = newLines(f.file, source.Offset, f.size)
	f.parser = newParser(source.Format, strings.TrimSuffix(filepath.Base(path), ".jsonl"), source.State)
	return nil
}

// detect tells the format from the first lines that have one, and whether
// there is any line at all.
func (f *following) detect() (format string, empty bool) {
	l := newLines(f.file, 0, f.size)
	l.window = glance
	empty = true
	for range 256 {
		line, err := l.next()
		if line = trimmed(line, true); len(line) > 0 || errors.Is(err, errTooLong) {
			empty = false
		}
		if format = detect(line); format != "" {
			return format, false
		}
		if err != nil && !errors.Is(err, errTooLong) {
			break
		}
	}
	return "", empty
}

// trimmed takes white space, and a byte order mark, away from a line.
func trimmed(line []byte, first bool) []byte {
	if first {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	return bytes.Trim(line, " \t\r\n")
}

// belongs takes out what is told of sessions of other working directories.
func (f *following) belongs(b *session.Batch, r *Report) {
	if f.o.Belongs == nil {
		return
	}
	foreign := func(c session.Conversation) bool {
		if c.Cwd == "" || f.o.Belongs(c.Cwd) {
			return false
		}
		r.Elsewhere = once(r.Elsewhere, c.ID)
		return true
	}
	b.Entries = slices.DeleteFunc(b.Entries, func(e session.Entry) bool { return foreign(e.Conversation) })
	b.Talks = slices.DeleteFunc(b.Talks, foreign)
}
