package gitdir

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"
)

// Open opens the git directory of a working tree: a main working tree, or a
// linked one. A form of repository that this package cannot write safely is
// refused with an *UnsupportedError that names the feature.
func Open(worktree string, probe Probe) (*Dir, error) {
	git, err := gitDirOf(worktree)
	if err != nil {
		return nil, err
	}
	common, err := commonDirOf(git)
	if err != nil {
		return nil, err
	}
	d := newDir(git, common, worktree)
	d.probe = probe
	if err := d.checkPlain(); err != nil {
		return nil, err
	}
	return d, d.checkForm()
}

// plain are the parts of a git directory that are read or written here: a name
// that ends in a slash is a folder.
var plain = []string{"objects/", "objects/pack/", "objects/info/", "refs/", "refs/heads/", "refs/gitmem/", "refs/gitmem/op/", "logs/", "logs/HEAD", "logs/refs/", "logs/refs/heads/", "gitmem/", "gitmem/stage/", "gitmem/displaced/", "gitmem/lock", "gitmem/owner", "info/", "HEAD", "index", "config", "packed-refs"}

// checkPlain refuses a git directory with a link or a device in it: following
// one would read or write outside of the store.
func (d *Dir) checkPlain() error {
	folders := []string{d.Common}
	if d.Git != d.Common {
		folders = append(folders, d.Git)
	}
	for _, folder := range folders {
		for _, name := range plain {
			path := filepath.Join(folder, filepath.FromSlash(name))
			info, err := os.Lstat(path)
			if isAbsent(err) {
				continue
			}
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, "/") && !info.IsDir() || !strings.HasSuffix(name, "/") && !info.Mode().IsRegular() {
				return &UnsupportedError{Feature: "link or device in its own folder, " + path + ",", Hint: "put a plain file or folder there"}
			}
		}
	}
	return nil
}

// gitDirOf finds the git directory that `.git` of a working tree is or names.
func gitDirOf(worktree string) (string, error) {
	dot := filepath.Join(worktree, ".git")
	info, err := os.Lstat(dot)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return dot, nil
	}
	if !info.Mode().IsRegular() {
		return "", &UnsupportedError{Feature: ".git as a symbolic link or device", Hint: dot + " must be a folder or a file"}
	}
	line, err := firstLine(dot)
	if err != nil {
		return "", err
	}
	target, ok := strings.CutPrefix(line, "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%s: not a git directory: it must begin with \"gitdir: \"", dot)
	}
	return resolveFrom(worktree, target), nil
}

// commonDirOf follows `commondir`, which linked working trees have.
func commonDirOf(git string) (string, error) {
	line, err := firstLine(filepath.Join(git, "commondir"))
	if errors.Is(err, fs.ErrNotExist) {
		return git, nil
	}
	if err != nil {
		return "", err
	}
	return resolveFrom(git, line), nil
}

func resolveFrom(base, target string) string {
	if filepath.IsAbs(target) {
		return filepath.Clean(target)
	}
	return filepath.Join(base, target)
}

func firstLine(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return strings.TrimRight(string(line), "\r"), nil
}

// supportedExtensions are the repository extensions that change nothing in
// what this package reads or writes.
var supportedExtensions = map[string]bool{"noop": true, "preciousobjects": true, "worktreeconfig": true}

// checkForm refuses by name what would be misread: other object formats,
// other reference storage, objects that are fetched when they are needed.
func (d *Dir) checkForm() error {
	cfg, err := d.Config()
	if err != nil {
		return err
	}
	for _, o := range cfg.Section("extensions").Options {
		if err := checkExtension(strings.ToLower(o.Key), o.Value); err != nil {
			return err
		}
	}
	if folder := cfg.Section("core").Option("worktree"); folder != "" && !SameFolder(resolveFrom(d.Git, folder), d.Worktree) {
		return &UnsupportedError{Feature: "core.worktree = " + folder, Hint: "a store's files stand beside its .git folder; unset it"}
	}
	if strings.EqualFold(cfg.Section("core").Option("bare"), "true") && d.Git == d.Common {
		return &UnsupportedError{Feature: "core.bare = true", Hint: "a bare repository has no files to manage; make a worktree of it"}
	}
	return nil
}

func checkExtension(key, value string) error {
	switch {
	case key == "objectformat" && strings.EqualFold(value, "sha1"):
	case key == "refstorage" && strings.EqualFold(value, "files"):
	case supportedExtensions[key]:
	default:
		return &UnsupportedError{Feature: fmt.Sprintf("extensions.%s = %s", key, value), Hint: "use a repository with SHA-1 objects, references in files and complete history"}
	}
	return nil
}

// SameFolder is true where two paths, links followed, are one folder.
func SameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Config reads the configuration of the common git directory, without the
// account's and the system's and without includes.
func (d *Dir) Config() (*config.Config, error) {
	path := filepath.Join(d.Common, "config")
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	cfg := config.New()
	if err := config.NewDecoder(bufio.NewReader(f)).Decode(cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return cfg, nil
}

// ReadIndex reads git's index of this working tree; an absent one is empty.
// The last one read is kept as long as the file is the same: git and gitmem
// replace it by renaming another over it.
func (d *Dir) ReadIndex() (*Index, error) {
	info, err := os.Lstat(d.IndexPath())
	if isAbsent(err) {
		return ParseIndex(nil)
	}
	if err != nil {
		return nil, err
	}
	d.indexRead.Lock()
	defer d.indexRead.Unlock()
	if last := d.lastIndex; last != nil && os.SameFile(last, info) && last.ModTime().Equal(info.ModTime()) && last.Size() == info.Size() {
		return d.index, nil
	}
	data, err := os.ReadFile(d.IndexPath())
	if err != nil {
		return nil, err
	}
	index, err := ParseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.IndexPath(), err)
	}
	d.lastIndex, d.index = info, index
	return index, nil
}

// IndexPath is the file of git's index.
func (d *Dir) IndexPath() string { return filepath.Join(d.Git, "index") }

// At is a named step between two changes of the disk.
func (d *Dir) At(step string) error { return d.probe.at(step, d.Common) }

// hit asks the probe before a system call that changes the disk.
func (d *Dir) hit(step, path string) error { return d.probe.at(step, path) }
