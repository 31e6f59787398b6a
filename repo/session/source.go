package session

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Source is a transcript and the place up to which it was read.
type Source struct {
	Path   string `json:"path"`
	Format string `json:"format,omitempty"`
	Offset int64  `json:"offset"` // bytes that were read
	Line   int    `json:"line"`   // lines that were read
	// Unended means that the last line was whole but had no end yet.
	Unended bool `json:"unended,omitempty"`
	// Head and Tail are digests of bytes at the beginning and before Offset: a
	// file in which they differ is another one, and is read from its beginning.
	Head  string          `json:"head,omitempty"`
	Tail  string          `json:"tail,omitempty"`
	State json.RawMessage `json:"state,omitempty"` // the parser's
	// Sizes are those of the messages files that it fed: where one is smaller,
	// the messages were lost and the transcript is read again.
	Sizes    map[string]int64 `json:"sizes,omitempty"`
	Revision int              `json:"revision"` // one more with each batch
}

// maxSizes is how many sessions of one transcript are watched for lost messages.
const maxSizes = 256

func (o *Source) note(id string, size int64) {
	if o.Sizes == nil || len(o.Sizes) >= maxSizes {
		o.Sizes = map[string]int64{}
	}
	o.Sizes[id] = size
}

// Anew is the source as if nothing had been read.
func (o *Source) Anew() *Source {
	return &Source{Path: o.Path, Revision: o.Revision}
}

func (s *Shelf) sourcePath(path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(s.root, "sources", hex.EncodeToString(sum[:8])+".json")
}

// Source gives what was read of a transcript; nothing, for one that is new or
// whose messages were lost.
func (s *Shelf) Source(path string) (*Source, error) {
	o := &Source{Path: path}
	err := readJSON(s.sourcePath(path), o)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o = &Source{Path: path, Revision: o.Revision} // damaged: reading anew adds nothing twice
	}
	if o.Path != path {
		o = &Source{Path: path, Revision: o.Revision}
	}
	for id, size := range o.Sizes {
		info, err := os.Stat(filepath.Join(s.folder(id), messagesFile))
		if err == nil && info.Size() >= size {
			continue
		}
		if about, err := s.about(id); err != nil || about.Deleted.IsZero() {
			return o.Anew(), nil
		}
	}
	return o, nil
}

// unmoved reports where the source on disk is no longer the one that was loaded.
func (s *Shelf) unmoved(o *Source) error {
	if o == nil {
		return nil
	}
	present := Source{Path: o.Path}
	_ = readJSON(s.sourcePath(o.Path), &present) // a damaged one counts as none
	if present.Revision != o.Revision {
		return &MovedError{Path: o.Path}
	}
	return nil
}

func (s *Shelf) keepSource(o *Source) error {
	if o == nil {
		return nil
	}
	o.Revision++
	return s.saveJSON(s.sourcePath(o.Path), o)
}
