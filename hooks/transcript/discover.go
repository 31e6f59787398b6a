package transcript

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Places are where agents keep their transcripts.
type Places struct {
	Claude string // CLAUDE_CONFIG_DIR, or .claude in the home directory
	Codex  string // CODEX_HOME, or .codex in the home directory
}

// UsualPlaces are those of an account, by its environment.
func UsualPlaces(home string, env func(string) string) Places {
	p := Places{Claude: env("CLAUDE_CONFIG_DIR"), Codex: env("CODEX_HOME")}
	if p.Claude == "" {
		p.Claude = filepath.Join(home, ".claude")
	}
	if p.Codex == "" {
		p.Codex = filepath.Join(home, ".codex")
	}
	return p
}

// Found is a transcript.
type Found struct {
	Path, Format string
	Cwd          string // its recorded working directory
	Size         int64
	Changed      time.Time
}

// Discover finds the transcripts whose recorded working directory is one of
// some folders or lies in one, the oldest first; of files that did not change
// since a time, none. Files that cannot be read are named in the error and do
// not stop it.
func Discover(places Places, folders []string, since time.Time) ([]Found, error) {
	folders = canonical(folders)
	claude, err := claudeFiles(filepath.Join(places.Claude, "projects"), folders)
	var codex []string
	for _, name := range []string{"sessions", "archived_sessions"} {
		list, walkErr := rollouts(filepath.Join(places.Codex, name))
		codex, err = append(codex, list...), errors.Join(err, walkErr)
	}
	var found []Found
	for _, path := range append(claude, codex...) {
		if info, statErr := os.Stat(path); statErr == nil && info.ModTime().Before(since) {
			continue
		}
		f, lookErr := look(path)
		err = errors.Join(err, lookErr)
		if lookErr == nil && f.Format != "" && Within(f.Cwd, folders) {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int { return a.Changed.Compare(b.Changed) })
	return found, err
}

// canonical adds the folders that links lead to.
func canonical(folders []string) []string {
	list := slices.Clone(folders)
	for _, f := range folders {
		if real, err := filepath.EvalSymlinks(f); err == nil {
			list = once(list, real)
		}
	}
	return list
}

// Within reports whether a working directory is one of some folders or lies in one.
func Within(cwd string, folders []string) bool {
	if cwd == "" {
		return false
	}
	for _, folder := range folders {
		rel, err := filepath.Rel(filepath.Clean(folder), filepath.Clean(cwd))
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// claudeFolder is the name that Claude Code gives the folder of a working
// directory: another one may have the same.
func claudeFolder(cwd string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, cwd)
}

// claudeFiles are the transcripts, and those of subagents, in the folders that
// may belong to a working directory.
func claudeFiles(projects string, folders []string) ([]string, error) {
	entries, err := os.ReadDir(projects)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []string
	for _, e := range entries {
		if !slices.ContainsFunc(folders, func(f string) bool {
			rest, ok := strings.CutPrefix(e.Name(), claudeFolder(f))
			return ok && (rest == "" || rest[0] == '-')
		}) {
			continue
		}
		list, walkErr := jsonLines(filepath.Join(projects, e.Name()))
		files, err = append(files, list...), errors.Join(err, walkErr)
	}
	return files, err
}

func rollouts(folder string) ([]string, error) {
	list, err := jsonLines(folder)
	return slices.DeleteFunc(list, func(path string) bool { return !strings.HasPrefix(filepath.Base(path), "rollout-") }), err
}

func jsonLines(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".jsonl") {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// look reads a transcript's beginning: its format and its working directory.
func look(path string) (Found, error) {
	file, size, err := openPlain(path)
	if err != nil {
		return Found{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Found{}, err
	}
	f := Found{Path: path, Size: size, Changed: info.ModTime()}
	l := newLines(file, 0, min(size, 4<<20))
	l.limit, l.window = 4<<20, glance
	for range 256 {
		line, err := l.next()
		if line = trimmed(line, true); f.Format == "" {
			f.Format = detect(line)
		}
		members(line, func(k, v []byte) bool {
			switch string(k) {
			case "cwd":
				f.Cwd, _ = text(v, 4096)
			case "payload":
				f.Cwd, _ = text(member(v, "cwd"), 4096)
			}
			return f.Cwd == ""
		})
		if f.Cwd != "" && f.Format != "" || err != nil && !errors.Is(err, errTooLong) {
			break
		}
	}
	return f, nil
}
