package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Project is what surrounds a directory: a git working tree, a bare
// repository, or a plain folder. All paths are absolute, without symbolic links.
type Project struct {
	Folder string // top of this working tree; the repository itself where it is bare; else the directory
	Git    string // git directory of this working tree, "" without git
	Common string // the git directory that all its working trees share, "" without git
	Main   string // the folder that stands for the project in every one of its working trees

	above []string // without git: the directory and those above it up to where the search stopped
}

// FindProject looks upwards from a directory, which may be reached through
// links. It stops at a git top level, below the home directory (a home that is
// itself a repository is not the project of what lies in it), and where the
// owner changes. The caller's GIT_DIR and the like are not obeyed.
func FindProject(dir string, env Env) (Project, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return Project{}, err
	}
	if start, err = filepath.EvalSymlinks(start); err != nil {
		return Project{}, err
	}
	edge := newEdge(start, env)
	plain := Project{Folder: start, Main: start}
	for at := start; ; at = filepath.Dir(at) {
		project, ok, err := gitProject(at)
		if err != nil || ok {
			return project, err
		}
		plain.above = append(plain.above, at)
		if edge.reached(at) {
			return plain, nil
		}
	}
}

// edge says where a search upwards ends.
type edge struct {
	homes []string
	owner owner
}

func newEdge(start string, env Env) edge {
	e := edge{}
	for _, home := range []string{env.Home, env.AccountHome} {
		if home != "" {
			e.homes = append(e.homes, canonical(home))
		}
	}
	e.owner, _ = ownerOf(start)
	return e
}

// reached tells whether the folder above this one is out of bounds.
func (e edge) reached(at string) bool {
	up := filepath.Dir(at)
	if up == at {
		return true
	}
	for _, home := range e.homes {
		if up == home || at == home {
			return true
		}
	}
	owner, err := ownerOf(up)
	return err != nil || owner != e.owner
}

// gitProject looks at one folder: a working tree, or a git directory itself.
func gitProject(at string) (Project, bool, error) {
	dot := filepath.Join(at, ".git")
	info, err := os.Stat(dot)
	switch {
	case err == nil && info.Mode().IsRegular():
		git, err := followGitFile(dot)
		if err != nil {
			return Project{}, false, err
		}
		return newProject(at, git)
	case err == nil && info.IsDir():
		if git := canonical(dot); isGitDir(git) {
			return newProject(at, git)
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return Project{}, false, err
	}
	if isGitDir(at) {
		return newProject(workTreeOf(at), at)
	}
	return Project{}, false, nil
}

// followGitFile reads the `.git` file of a linked working tree or a submodule.
func followGitFile(dot string) (string, error) {
	target, err := pointer(dot, "gitdir:")
	if err != nil {
		return "", err
	}
	if target = canonical(target); !isGitDir(target) {
		return "", fmt.Errorf("%s: names a git directory that is not there: %w", dot, ErrNoStore)
	}
	return target, nil
}

// pointer reads a file of one line that names a path, relative to its folder.
func pointer(file, prefix string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	line, ok := strings.CutPrefix(string(data), prefix)
	line = strings.TrimSpace(line)
	if !ok || line == "" || strings.ContainsAny(line, "\n\x00") {
		return "", fmt.Errorf("%s: does not name a git directory: %w", file, ErrNoStore)
	}
	return resolve(filepath.Dir(file), line), nil
}

// isGitDir tells what git accepts as a git directory: HEAD, and objects and
// refs in it or in the common one.
func isGitDir(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	common, err := commonOf(dir)
	return err == nil && isFolder(filepath.Join(common, "objects")) && isFolder(filepath.Join(common, "refs"))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// commonOf gives the git directory that all working trees of a repository share.
func commonOf(git string) (string, error) {
	common, err := pointer(filepath.Join(git, "commondir"), "")
	if errors.Is(err, fs.ErrNotExist) {
		return git, nil
	}
	if err != nil {
		return "", err
	}
	return canonical(common), nil
}

// workTreeOf finds the working tree of a git directory that was itself the
// place to start from: hooks run there.
func workTreeOf(git string) string {
	if back, err := pointer(filepath.Join(git, "gitdir"), ""); err == nil {
		return canonical(filepath.Dir(back))
	}
	if filepath.Base(git) == ".git" {
		return filepath.Dir(git)
	}
	return git
}

func newProject(folder, git string) (Project, bool, error) {
	common, err := commonOf(git)
	if err != nil {
		return Project{}, false, err
	}
	return Project{Folder: folder, Git: git, Common: common, Main: mainFolder(folder, git, common)}, true, nil
}

// mainFolder finds the working tree that the others were made from; of a bare
// repository it is the repository.
func mainFolder(folder, git, common string) string {
	switch {
	case filepath.Base(common) == ".git":
		return filepath.Dir(common)
	case git == common:
		return folder
	}
	if file, err := readGitConfig(filepath.Join(common, "config")); err == nil {
		if v, ok := file.last("core.worktree"); ok { // a submodule
			return canonical(resolve(common, v.value))
		}
	}
	return common
}

func resolve(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

// Name is what people call the project: the name of its main folder, or, of a
// bare repository, the name without ".git"; one that is hidden, such as .bare,
// has that of the folder around it.
func (p Project) Name() string {
	folder := p.Main
	name := strings.TrimSuffix(filepath.Base(folder), ".git")
	if strings.HasPrefix(filepath.Base(folder), ".") && p.Common != "" {
		name = filepath.Base(filepath.Dir(folder))
	}
	return name
}
