package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gitmem/hooks/agent/settings"
	"gitmem/memfile"
	"gitmem/repo/durable"
)

// note is what is remembered of a file that gitmem changed. It holds none of
// the person's own text but what an older entry of gitmem's was replaced for.
type note struct {
	Path string `json:"path"`
	// After is the digest of the file as gitmem left it. Only of those bytes Undo is
	// right; "" where they were changed in place and only Remove can mend them.
	After   string            `json:"after,omitempty"`
	Undo    []settings.Splice `json:"undo,omitempty"`
	Created bool              `json:"created,omitempty"` // gitmem made the file
	Folder  bool              `json:"folder,omitempty"`  // and the folder in which it lies
}

// notes are those of all files.
type notes struct {
	path string
	list []note
}

const notesVersion = 1

type notesFile struct {
	Version int    `json:"version"`
	Files   []note `json:"files"`
}

// readNotes reads the notes of an account. Ones that cannot be read are an
// error: without them a file could not be given back as it was.
func readNotes(state string) (*notes, error) {
	n := &notes{path: filepath.Join(state, "setup.json")}
	data, err := os.ReadFile(n.path)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return nil, err
	}
	var file notesFile
	if err := json.Unmarshal(data, &file); err != nil || file.Version != notesVersion {
		return nil, &memfile.Fault{
			Path: n.path, Rule: settings.RuleSyntax, Message: "not the notes of setup, or those of another version",
			Hint: "take it away; gitmem then removes its entries without it, though perhaps not to the last byte",
		}
	}
	n.list = file.Files
	return n, nil
}

func (n *notes) of(path string) note {
	i := slices.IndexFunc(n.list, func(e note) bool { return e.Path == path })
	if i < 0 {
		return note{Path: path}
	}
	return n.list[i]
}

// keep remembers a note, and forget does away with one.
func (n *notes) keep(e note) error {
	n.drop(e.Path)
	n.list = append(n.list, e)
	return n.write()
}

func (n *notes) forget(path string) error {
	n.drop(path)
	return n.write()
}

func (n *notes) drop(path string) {
	n.list = slices.DeleteFunc(n.list, func(e note) bool { return e.Path == path })
}

func (n *notes) write() error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(notesFile{notesVersion, n.list}); err != nil {
		return fmt.Errorf("%s: %w", n.path, err)
	}
	return durable.Replace(n.path, b.Bytes(), 0o600)
}

// base gives what a file was before gitmem changed it; false where somebody
// changed it since.
func (e note) base(data []byte) ([]byte, bool) {
	if e.After == "" || e.After != memfile.Digest(data) {
		return nil, false
	}
	return settings.Apply(data, e.Undo)
}
