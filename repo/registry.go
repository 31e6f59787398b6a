package repo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"gitmem/memfile"
	"gitmem/repo/durable"
	"gitmem/repo/gitdir"
)

// registryFormat is the first value in the file. There was no other.
const registryFormat = "registry/1"

// Known is what this account knows of stores and project folders: private
// state, never committed. It is not needed to find a project that git binds.
type Known struct {
	Stores []KnownStore
}

// KnownStore is one store at one place; a copy elsewhere with the same id is
// another one.
type KnownStore struct {
	ID       memfile.ID     `json:"id"`
	Root     string         `json:"root"`
	Name     string         `json:"name,omitempty"`
	Scope    string         `json:"scope,omitempty"`
	Created  bool           `json:"created,omitempty"` // this account made it
	Folder   string         `json:"folder,omitempty"`  // number of the folder that it made, where the system has one
	Trusted  *Trust         `json:"trusted,omitempty"`
	Projects []KnownProject `json:"projects,omitempty"`
}

// KnownProject is a folder that a store serves. Without git, Git is empty.
type KnownProject struct {
	Folder string `json:"folder"`
	Git    string `json:"git,omitempty"` // the common git directory
}

// Trust says that a person was shown what a foreign store holds: the digest of
// it, and when.
type Trust struct {
	Digest string    `json:"digest"`
	At     time.Time `json:"at"`
}

// registryHead is the first line of the file; each further line is one store.
type registryHead struct {
	Gitmem string `json:"gitmem"`
}

// ReadRegistry reads what is known. A missing file is empty; a damaged one is a
// *memfile.Fault that says what to do.
func ReadRegistry(env Env) (*Known, error) {
	return readRegistry(env, func([]byte) bool { return true })
}

// knownAbout reads only the lines that hold one of some texts: an id, a path.
// It makes finding a store independent of how many there are.
func knownAbout(env Env, texts ...string) (*Known, error) {
	quoted := make([][]byte, len(texts))
	for i, text := range texts {
		quoted[i], _ = json.Marshal(text) // a string is always written the same way
	}
	return readRegistry(env, func(line []byte) bool {
		return slices.ContainsFunc(quoted, func(text []byte) bool { return bytes.Contains(line, text) })
	})
}

func readRegistry(env Env, wanted func(line []byte) bool) (*Known, error) {
	if err := env.check(); err != nil {
		return nil, err
	}
	path := env.RegistryFile()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Known{}, nil
	}
	if err != nil {
		return nil, err
	}
	return parseRegistry(path, data, wanted)
}

func parseRegistry(path string, data []byte, wanted func(line []byte) bool) (*Known, error) {
	known, number := &Known{}, 0
	for line := range bytes.Lines(data) {
		var err error
		if number++; number == 1 {
			err = checkHead(line)
		} else if wanted(line) {
			err = known.parseLine(line)
		}
		if err != nil {
			return nil, registryFault(path, number, err)
		}
	}
	if number == 0 {
		return nil, registryFault(path, 0, io.ErrUnexpectedEOF)
	}
	return known, nil
}

func checkHead(line []byte) error {
	var head registryHead
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	if head.Gitmem != registryFormat {
		return fmt.Errorf("its format is not %s: an older gitmem cannot read what a newer one wrote", registryFormat)
	}
	return nil
}

func (k *Known) parseLine(line []byte) error {
	var s KnownStore
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return err
	}
	if id, err := memfile.ParseID(string(s.ID)); err != nil || id.Kind() != memfile.KindStore || !filepath.IsAbs(s.Root) {
		return errors.New("a store has no id or no absolute root")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) || !bytes.HasSuffix(line, []byte("\n")) {
		return errors.New("a line does not end where its store ends")
	}
	k.Stores = append(k.Stores, s)
	return nil
}

func registryFault(path string, line int, err error) error {
	fault := &memfile.Fault{
		Path: path, Line: line, Rule: "registry", Message: "the registry of stores is damaged: " + err.Error(),
		Hint: "move the file away; projects with git stay bound, the others and trust need `gitmem stores attach` and `gitmem trust` again",
	}
	if line > 0 {
		fault.Column = 1
	}
	return fault
}

// ChangeRegistry reads what is known, lets change alter it, and writes it
// durably, all under one lock, for which it waits at most so long; then the
// error is a *gitdir.LockedError. An error of change leaves the file as it was.
func ChangeRegistry(env Env, wait time.Duration, change func(*Known) error) error {
	if err := env.check(); err != nil {
		return err
	}
	path := env.RegistryFile()
	if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	lock, err := lockRegistry(path+".lock", wait)
	if err != nil {
		return err
	}
	defer lock.Close()
	known, err := ReadRegistry(env)
	if err != nil {
		return err
	}
	if err := change(known); err != nil {
		return err
	}
	return known.write(path)
}

func lockRegistry(path string, wait time.Duration) (*flock.Flock, error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if !ok && err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		ok, err = lock.TryLockContext(ctx, bindingPoll)
	}
	switch {
	case ok:
		return lock, nil
	case err == nil || errors.Is(err, context.DeadlineExceeded):
		return nil, &gitdir.LockedError{Path: path, Owner: "gitmem", Age: ageOf(path)}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

func (k *Known) write(path string) error {
	slices.SortFunc(k.Stores, func(a, b KnownStore) int {
		return bytes.Compare([]byte(string(a.ID)+a.Root), []byte(string(b.ID)+b.Root))
	})
	head, err := json.Marshal(registryHead{Gitmem: registryFormat})
	if err != nil {
		return err
	}
	data := append(head, '\n')
	for _, s := range k.Stores {
		line, err := json.Marshal(s)
		if err != nil {
			return err
		}
		data = append(append(data, line...), '\n')
	}
	if former, err := os.ReadFile(path); err == nil && bytes.Equal(former, data) {
		return nil
	}
	return durable.Replace(path, data, 0o600)
}
