package transcript

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"

	"gitmem/repo/session"
)

// wake reads lines up to the limit, adds what they say to the sessions, and
// then keeps the place. It says whether there is more.
func (f *following) wake(ctx context.Context, r *Report) (more bool, err error) {
	from := f.lines.place()
	if more, err = f.take(ctx, from+f.o.Limit, r); err != nil {
		return false, err
	}
	ts := f.parser.conversations()
	if !more && f.o.Ended {
		for _, t := range ts.List {
			if t.Current != nil && t.Current.answer() && t.Current.End == session.Working {
				ts.finish(t, session.Final)
			}
		}
	}
	b := session.Batch{Source: f.source}
	b.Entries, b.Talks = ts.entries()
	place := f.lines.place()
	if place == f.source.Offset && len(b.Entries) == 0 && len(b.Talks) == 0 {
		return false, nil
	}
	f.belongs(&b, r)
	if err := f.mark(place); err != nil {
		return false, err
	}
	added, err := f.shelf.Append(ctx, b)
	r.added(added)
	r.Bytes += place - from
	if f.o.Progress != nil && err == nil {
		f.o.Progress(place, f.size)
	}
	return more, err
}

// take gives lines to the parser until a place is reached.
func (f *following) take(ctx context.Context, until int64, r *Report) (more bool, err error) {
	for f.lines.place() < until {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		line, err := f.lines.next()
		switch {
		case err == io.EOF:
			return false, nil
		case errors.Is(err, errUnended):
			f.takeUnended(line, r)
			return false, nil
		case errors.Is(err, errTooLong):
			f.source.Line++
			f.source.Unended = false
			r.skip(f.source.Path, f.source.Line, "longer than 32 MiB")
			continue
		case err != nil:
			return false, err
		}
		f.takeLine(line, r)
	}
	return f.lines.place() < f.size, nil
}

func (f *following) takeLine(line []byte, r *Report) {
	continued := f.source.Unended // what ends here was counted already
	f.source.Unended = false
	if !continued {
		f.source.Line++
		r.Lines++
	}
	line = trimmed(line, f.source.Line == 1)
	if len(line) == 0 {
		return
	}
	if err := f.parse(line); err != nil {
		r.skip(f.source.Path, f.source.Line, err.Error())
	}
}

// takeUnended takes a line without its end where it is whole; nothing can be
// added to an object that is closed.
func (f *following) takeUnended(line []byte, r *Report) {
	read := int64(len(line))
	line = trimmed(line, f.source.Line == 0)
	if len(line) == 0 {
		return
	}
	if line[0] != '{' || !json.Valid(line) {
		f.unended = true
		return
	}
	f.takeLine(line, r)
	f.source.Unended = true
	f.lines = newLines(f.file, f.lines.place()+read, f.size)
}

func (f *following) parse(line []byte) error {
	if line[0] != '{' {
		return errLine("not a JSON object")
	}
	return f.parser.take(line, f.source.Line)
}

// mark writes down the place that was reached, and what the file is known by.
func (f *following) mark(place int64) error {
	f.source.Offset = place
	var err error
	if f.source.Head, err = f.digest(0, min(place, markSize)); err != nil {
		return err
	}
	if f.source.Tail, err = f.digest(max(0, place-markSize), place); err != nil {
		return err
	}
	f.source.State, err = json.Marshal(f.parser)
	return err
}

// markSize is how much at the beginning of a file, and before the place that
// was reached, is compared.
const markSize = 1024

func (f *following) digest(from, to int64) (string, error) {
	b := make([]byte, to-from)
	if _, err := f.file.ReadAt(b, from); err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), nil
}

// same is true where the file goes on behind what was read of it.
func (f *following) same(o *session.Source) bool {
	if o.Offset == 0 {
		return true
	}
	if o.Offset > f.size {
		return false
	}
	head, err := f.digest(0, min(o.Offset, markSize))
	if err != nil || head != o.Head {
		return false
	}
	tail, err := f.digest(max(0, o.Offset-markSize), o.Offset)
	return err == nil && tail == o.Tail
}
