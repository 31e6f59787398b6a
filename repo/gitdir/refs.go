package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

// Head is where HEAD stands. Branch is a full name such as refs/heads/main,
// empty when HEAD is detached; Hash is zero on a branch without a commit.
type Head struct {
	Branch string
	Hash   Hash
}

// Ref is a name and the object that it points to.
type Ref struct {
	Name string
	Hash Hash
}

// Head reads HEAD and the branch that it names.
func (d *Dir) Head() (Head, error) {
	path := filepath.Join(d.Git, "HEAD")
	line, err := firstLine(path)
	if err != nil {
		return Head{}, err
	}
	if branch, ok := strings.CutPrefix(line, "ref: "); ok {
		hash, _, err := d.Ref(strings.TrimSpace(branch))
		return Head{Branch: strings.TrimSpace(branch), Hash: hash}, err
	}
	hash, err := parseHash(line)
	if err != nil {
		return Head{}, fmt.Errorf("%s: %w", path, err)
	}
	return Head{Hash: hash}, nil
}

// Ref reads one reference: the loose file first, then packed-refs. A missing
// one is not an error.
func (d *Dir) Ref(name string) (Hash, bool, error) {
	path := d.refPath(name)
	line, err := firstLine(path)
	if err == nil {
		hash, err := parseHash(line)
		if err != nil {
			return Hash{}, false, fmt.Errorf("%s: %w", path, err)
		}
		return hash, true, nil
	}
	if !isAbsent(err) {
		return Hash{}, false, err
	}
	packed, err := d.packedRefs()
	if err != nil {
		return Hash{}, false, err
	}
	for _, r := range packed {
		if r.Name == name {
			return r.Hash, true, nil
		}
	}
	return Hash{}, false, nil
}

// Refs lists the references below a prefix that ends in a slash, by name. A
// loose one hides a packed one of the same name.
func (d *Dir) Refs(prefix string) ([]Ref, error) {
	packed, err := d.packedRefs()
	if err != nil {
		return nil, err
	}
	found := map[string]Hash{}
	for _, r := range packed {
		if strings.HasPrefix(r.Name, prefix) {
			found[r.Name] = r.Hash
		}
	}
	names, err := os.ReadDir(d.refPath(prefix))
	if err != nil && !isAbsent(err) {
		return nil, err
	}
	for _, n := range names {
		name := prefix + n.Name()
		if n.IsDir() || strings.HasSuffix(name, ".lock") {
			continue
		}
		hash, ok, err := d.Ref(name)
		if err != nil {
			return nil, err
		}
		if ok {
			found[name] = hash
		}
	}
	return sortedRefs(found), nil
}

func sortedRefs(found map[string]Hash) []Ref {
	refs := make([]Ref, 0, len(found))
	for name, hash := range found {
		refs = append(refs, Ref{Name: name, Hash: hash})
	}
	sort.Slice(refs, func(i, j int) bool { return refs[i].Name < refs[j].Name })
	return refs
}

// packedRefs reads packed-refs; peeled lines and comments are passed over.
func (d *Dir) packedRefs() ([]Ref, error) {
	data, err := os.ReadFile(d.packedPath())
	if isAbsent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var refs []Ref
	for line := range bytes.Lines(data) {
		hex, name, ok := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
		if !ok || hex == "#" || strings.HasPrefix(hex, "^") {
			continue
		}
		if hash, err := parseHash(hex); err == nil {
			refs = append(refs, Ref{Name: name, Hash: hash})
		}
	}
	return refs, nil
}

// PlaceRef moves a file with the value of a reference to its place. git removes
// folders of references that are empty: one that vanishes is made again.
func (d *Dir) PlaceRef(step, value, name string) error {
	path := d.refPath(name)
	for range 20 {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := d.Rename(step, value, path); !isAbsent(err) {
			return err
		}
	}
	return fmt.Errorf("%s: its folder vanishes again and again", path)
}

// SyncRef brings a reference that was just placed to the disk, and folders
// besides. Where git has packed it meanwhile, it is packed-refs that counts.
func (d *Dir) SyncRef(name string, besides ...string) error {
	folder := filepath.Dir(d.refPath(name))
	err := d.Sync(append(besides, folder, filepath.Dir(folder))...)
	if !isAbsent(err) {
		return err
	}
	if _, ok, rerr := d.Ref(name); rerr != nil || !ok {
		return errors.Join(err, rerr)
	}
	return d.Sync(append(besides, d.packedPath(), d.Common)...)
}

// DeleteRef removes a reference from packed-refs and from the loose files,
// in git's order, so that it cannot come back. wait bounds the locks.
func (d *Dir) DeleteRef(name string, wait time.Duration) error {
	deadline := time.Now().Add(wait)
	lock, err := d.TakeLock(d.refPath(name)+".lock", deadline)
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := d.dropPacked(name, deadline); err != nil {
		return err
	}
	if err := d.hit("ref.unlink", d.refPath(name)); err != nil {
		return err
	}
	if err := os.Remove(d.refPath(name)); err != nil && !isAbsent(err) {
		return err
	}
	return nil
}

// dropPacked rewrites packed-refs without one name, under git's own lock.
func (d *Dir) dropPacked(name string, deadline time.Time) error {
	data, err := os.ReadFile(d.packedPath())
	if isAbsent(err) || (err == nil && !bytes.Contains(data, []byte(" "+name+"\n"))) {
		return nil
	}
	if err != nil {
		return err
	}
	lock, err := d.TakeLock(d.packedPath()+".lock", deadline)
	if err != nil {
		return err
	}
	defer lock.Release()
	if data, err = os.ReadFile(d.packedPath()); err != nil {
		return err
	}
	next := filepath.Join(d.Private(), "packed-refs")
	if err := d.WriteDurable(next, withoutRef(data, name), 0o644); err != nil {
		return err
	}
	if err := d.Rename("refs.packed", next, d.packedPath()); err != nil {
		return err
	}
	return d.Sync(d.Common)
}

// withoutRef cuts the line of one reference and the peeled line under it.
func withoutRef(data []byte, name string) []byte {
	var out []byte
	cut := false
	for line := range bytes.Lines(data) {
		peeled := line[0] == '^'
		if !peeled {
			cut = bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte(" "+name))
		}
		if !cut {
			out = append(out, line...)
		}
	}
	return out
}

// RefPath is the file that a loose reference of the common directory has.
func (d *Dir) RefPath(name string) string { return d.refPath(name) }

func (d *Dir) refPath(name string) string { return filepath.Join(d.Common, filepath.FromSlash(name)) }

func (d *Dir) packedPath() string { return filepath.Join(d.Common, "packed-refs") }

func parseHash(hex string) (Hash, error) {
	hex = strings.TrimSpace(hex)
	if !plumbing.IsHash(hex) {
		return Hash{}, fmt.Errorf("not an object id: %.60q (an empty or damaged reference; `git fsck` and the reflog name the last good one)", hex)
	}
	return plumbing.NewHash(hex), nil
}

// isAbsent is true where a path does not exist, or a folder on the way is a file.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir)
}
