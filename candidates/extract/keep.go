package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo/durable"
)

// Folder is where the requests lie in a store's private folder.
const Folder = "requests"

// Kinds of the records that are kept of each call of a model.
const (
	RequestKind = "learning.extraction.request"
	OutcomeKind = "learning.extraction.outcome"
)

// Request is what was asked, kept before the model is called. It names the
// session's messages by their place, see Sources.
type Request struct {
	Kind      string            `json:"kind"`
	Job       memfile.ID        `json:"job"`
	Attempt   int               `json:"attempt"`
	Call      int               `json:"call"` // 1, and 2 where the form of the answer was mended
	Extractor string            `json:"extractor"`
	Model     string            `json:"model"` // as learning.extractor_model names it
	Time      time.Time         `json:"time"`
	Digest    string            `json:"digest"` // of all that decides the answer
	Tools     []string          `json:"tools"`  // always empty: none is offered
	Sources   map[string]string `json:"sources"`
	Cut       Cut               `json:"cut,omitzero"`
	Request   model.Request     `json:"request"`
}

// Outcome is what came back, kept before anything is made of it.
type Outcome struct {
	Kind    string       `json:"kind"`
	Job     memfile.ID   `json:"job"`
	Attempt int          `json:"attempt"`
	Call    int          `json:"call"`
	Status  string       `json:"status"` // completed or failed
	Time    time.Time    `json:"time"`
	Answer  model.Answer `json:"answer"`
	Digest  string       `json:"digest,omitempty"` // of the answer's text
	// Error and Detail say why it failed: one word, and a sentence.
	Error  string `json:"error,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// keyless is true for a call that failed for want of a key.
func (o Outcome) keyless() bool { return o.Error == "auth" || o.Error == "key" }

// Words of an outcome's status.
const (
	Completed = "completed"
	Failed    = "failed"
)

// Requests are the records of one store, a folder for each session. They hold
// what was said and never leave this machine.
type Requests struct {
	Root string
	// Probe stands before every change of the disk; its error stops the work
	// there. Nil asks nothing.
	Probe func(step, path string) error
}

// folder is where the records of a job lie.
func (r Requests) folder(session string, job memfile.ID) string {
	return filepath.Join(r.ofSession(session), string(job))
}

func (r Requests) ofSession(session string) string {
	sum := sha256.Sum256([]byte(session))
	return filepath.Join(r.Root, hex.EncodeToString(sum[:8]))
}

// save keeps one record durably.
func (r Requests) save(dir, name string, record any) error {
	data, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return err
	}
	if err := durable.MakeFolder(dir); err != nil {
		return err
	}
	file := filepath.Join(dir, name)
	if r.Probe != nil {
		if err := r.Probe("requests.save", file); err != nil {
			return err
		}
	}
	return durable.Replace(file, append(data, '\n'), 0o600)
}

func recordName(run, call int, what string) string {
	return fmt.Sprintf("%03d-%d.%s.json", run, call, what)
}

// Kept is one call of a model: what was asked, and, unless the process ended
// before, what came back.
type Kept struct {
	Request Request
	Outcome *Outcome

	run int // the number in the names of its files
}

// run is the number under which the calls of an attempt are kept. It is a new
// one, since an attempt that a person interrupted counts again; only an attempt
// that found no key makes room for the next, so that a wake a minute fills no
// disk.
func (r Requests) run(job memfile.ID) (int, error) {
	kept, err := r.Of(job)
	if err != nil || len(kept) == 0 {
		return 1, err
	}
	last := kept[len(kept)-1]
	if o := last.Outcome; o != nil && o.keyless() {
		return last.run, nil
	}
	return last.run + 1, nil
}

// Of gives the calls of a job, the oldest first.
func (r Requests) Of(job memfile.ID) ([]Kept, error) {
	names, err := fs.Glob(os.DirFS(r.Root), path.Join("*", string(job), "*.request.json")) // a root may hold signs of a pattern
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []Kept
	for _, name := range names {
		var k Kept
		if _, err := fmt.Sscanf(path.Base(name), "%d-", &k.run); err != nil {
			continue // none of ours
		}
		name = filepath.Join(r.Root, filepath.FromSlash(name))
		if err := load(name, &k.Request); err != nil {
			return out, err
		}
		var o Outcome
		switch err := load(strings.TrimSuffix(name, ".request.json")+".outcome.json", &o); {
		case err == nil:
			k.Outcome = &o
		case !errors.Is(err, fs.ErrNotExist):
			return out, err
		}
		out = append(out, k)
	}
	return out, nil
}

func load(file string, into any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: it cannot be read: %w", file, err)
	}
	return nil
}

// Drop takes away what was kept of a session: it holds what was said there.
func (r Requests) Drop(session string) error {
	if r.Probe != nil {
		if err := r.Probe("requests.drop", r.ofSession(session)); err != nil {
			return err
		}
	}
	return os.RemoveAll(r.ofSession(session))
}
