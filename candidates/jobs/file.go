package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/memfile"
	"gitmem/repo/durable"
)

// format is the version of the file of a job. What a newer gitmem wrote is
// left alone rather than written without what it means.
const format = "queue/1"

type file struct {
	Gitmem string `json:"gitmem"`
	Job
}

func encode(j Job) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(file{format, j}); err != nil {
		return nil, err
	}
	if b.Len() > MaxFile {
		return nil, &InvalidError{"job", ErrTooLarge.Error()}
	}
	return b.Bytes(), nil
}

func decode(data []byte) (Job, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return Job{}, fmt.Errorf("not a job: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Job{}, errors.New("not a job: something stands behind it")
	}
	if f.Gitmem != format {
		return Job{}, fmt.Errorf("format %q, %s is expected", text(f.Gitmem), format)
	}
	return f.Job, f.Job.broken()
}

// read reads a job. The error is ErrNotFound where there is none, a Bad where
// its file is no use.
func (q *Queue) read(id memfile.ID) (Job, error) {
	path := q.path(id)
	data, err := readPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Job{}, fmt.Errorf("%s: %w", id, ErrNotFound)
	}
	var j Job
	if err == nil {
		j, err = decode(data)
	}
	if err == nil && j.ID != id {
		err = fmt.Errorf("it holds the job %s", j.ID)
	}
	if err != nil {
		return Job{}, Bad{Path: path, Err: err}
	}
	return j, nil
}

// readPlain reads a plain file and nothing else: no link is followed, and
// nothing is opened that could block. A rename can put another file there
// between the look and the opening; then it looks again.
func readPlain(path string) ([]byte, error) {
	for range 100 {
		before, err := os.Lstat(path)
		switch {
		case err != nil:
			return nil, bare(err)
		case !before.Mode().IsRegular():
			return nil, ErrNotPlain
		}
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, bare(err)
		}
		after, err := f.Stat()
		if err == nil && !os.SameFile(before, after) {
			f.Close()
			continue
		}
		data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
		if err = errors.Join(err, f.Close()); err == nil && len(data) > MaxFile {
			err = ErrTooLarge
		}
		return data, err
	}
	return nil, ErrNotPlain
}

// bare is an error without the path, which stands before it already.
func bare(err error) error {
	var system *fs.PathError
	if errors.As(err, &system) {
		return system.Err
	}
	return err
}

// names are the ids that have a file, and the files that claim to be a job's
// and have no such name.
func (q *Queue) names() (ids []memfile.ID, bad []Bad, err error) {
	there, err := q.present()
	if err != nil || !there {
		return nil, nil, err
	}
	entries, err := os.ReadDir(q.folder)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), fileEnd)
		if !ok || strings.HasPrefix(name, ".") {
			continue
		}
		id, err := memfile.ParseID(name)
		if err != nil || id.Kind() != memfile.KindJob {
			bad = append(bad, Bad{Path: filepath.Join(q.folder, e.Name()), Err: errors.New("no name of a job")})
			continue
		}
		ids = append(ids, id)
	}
	return ids, bad, nil
}

// replace writes the file of a job anew. The caller holds the lock, and has
// read it as a plain file; a rename follows no link.
func (q *Queue) replace(j Job) error {
	temp, path, err := q.beside(j)
	if err != nil {
		return err
	}
	if err := q.at("queue.rename", path); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return q.sync()
}

// beside writes a job into a file that has not taken its place yet.
func (q *Queue) beside(j Job) (temp, path string, err error) {
	path = q.path(j.ID)
	if err := j.broken(); err != nil {
		return "", "", err
	}
	data, err := encode(j)
	if err == nil {
		err = q.at("queue.write", path)
	}
	if err == nil {
		temp, err = durable.Beside(path, data, 0o600)
	}
	return temp, path, err
}

func (q *Queue) remove(id memfile.ID) error {
	path := q.path(id)
	if err := q.at("queue.remove", path); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return q.sync()
}

func (q *Queue) sync() error {
	if err := q.at("queue.sync", q.folder); err != nil {
		return err
	}
	return durable.SyncFolder(q.folder)
}
