package precommit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"gitmem/repo"
)

// State says what stands under the name of a hook.
type State string

// The states.
const (
	Absent  State = "absent"
	Ours    State = "installed"
	Foreign State = "foreign"
)

// Hook is one hook as it stands.
type Hook struct {
	Name       string `json:"name"`
	State      State  `json:"state"`
	Executable bool   `json:"executable"`
	Chained    bool   `json:"chained"`           // a foreign hook is called first
	Program    string `json:"program,omitempty"` // that ours calls

	text []byte
}

// Status is whether commits in the store are checked.
type Status struct {
	Active bool   `json:"active"`
	Folder string `json:"folder"` // where git looks
	Reason string `json:"reason"` // why they are not active, "" where they are
	Hooks  []Hook `json:"hooks"`
}

// Look says what git would run. Active means: git finds our pre-commit hook in
// the folder where it looks, and may run it.
func (h Hooks) Look() (Status, error) {
	folder, err := repo.HooksFolder(h.Worktree, h.Common, h.Env)
	if err != nil {
		return Status{}, err
	}
	s := Status{Folder: folder}
	for i := len(names) - 1; i >= 0; i-- {
		hook, err := h.look(folder, names[i])
		if err != nil {
			return s, err
		}
		s.Hooks = append(s.Hooks, hook)
	}
	s.Reason = s.Hooks[0].inactive(folder)
	s.Active = s.Reason == ""
	return s, nil
}

// inactive says why git does not run the hook as ours.
func (k Hook) inactive(folder string) string {
	switch {
	case k.State == Absent:
		return fmt.Sprintf("git looks for hooks in %s, and there is no %s", folder, k.Name)
	case k.State == Foreign:
		return fmt.Sprintf("git looks for hooks in %s, and the %s there is not gitmem's", folder, k.Name)
	case !k.Executable:
		return filepath.Join(folder, k.Name) + " is not executable, so git passes it by"
	}
	return ""
}

// look reads one hook in a folder.
func (h Hooks) look(folder, name string) (Hook, error) {
	path := filepath.Join(folder, name)
	hook := Hook{Name: name, State: Absent, Chained: exists(path + chainedSuffix)}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return hook, nil
	}
	if err != nil {
		return hook, err
	}
	if info.IsDir() {
		return hook, &OccupiedError{Path: path, Reason: "is a folder; git expects a hook there"}
	}
	hook.State = Foreign
	hook.Executable = info.Mode().Perm()&0o111 != 0 || runtime.GOOS == "windows"
	if !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return hook, nil
	}
	if hook.text, err = os.ReadFile(path); err != nil {
		return hook, err
	}
	if isOurs(hook.text) {
		hook.State, hook.Program = Ours, programOf(hook.text)
	}
	return hook, nil
}

// programOf reads the path that script wrote.
func programOf(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if word, ok := strings.CutPrefix(strings.TrimSpace(line), "gitmem='"); ok {
			return strings.ReplaceAll(strings.TrimSuffix(word, "'"), `'\''`, "'")
		}
	}
	return ""
}
