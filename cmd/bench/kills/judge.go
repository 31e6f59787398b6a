package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// commits counts the operations of a kind.
func (k *killer) commits(kind string) (int, error) {
	op := map[string]string{"add": "apply", "approve": "apply"}[kind]
	if op == "" {
		op = kind
	}
	out, err := k.Run("git", "log", "--format=%H", "--grep=^Memory-Op: "+op+"$")
	return len(strings.Fields(out)), err
}

// judge compares the history, the files and what was reported.
func (k *killer) judge(kind, marker string, made int, reported bool) error {
	memory, err := os.ReadFile(filepath.Join(k.Root, "MEMORY.md"))
	if err != nil {
		return err
	}
	stands := strings.Count(string(memory), "- "+marker+"\n")
	switch {
	case made > 1:
		return fmt.Errorf("%d commits of one command", made)
	case reported && made != 1:
		return fmt.Errorf("it was reported and has %d commits", made)
	case stands > 1:
		return fmt.Errorf("the entry stands %d times", stands)
	}
	want := map[string]int{"add": made, "approve": made, "undo": 1 - made, "reject": 0, "adopt": 1, "import": 0}[kind]
	if stands != want {
		return fmt.Errorf("%d commits, and the entry stands %d times", made, stands)
	}
	if kind == "adopt" && made == 0 { // the hand edit stands, as it must; take it in before the next round
		if _, err := k.Run(k.program, "-q", "adopt", "--yes"); err != nil {
			return err
		}
	}
	return k.clean()
}

// clean asks git, and looks for what a crash could leave.
func (k *killer) clean() error {
	status, err := k.Run("git", "status", "--porcelain")
	if err == nil && status != "" {
		err = fmt.Errorf("git status: %s", status)
	}
	if err != nil {
		return err
	}
	refs, err := k.Run("git", "for-each-ref", "refs/gitmem")
	if err == nil && refs != "" {
		err = fmt.Errorf("left behind: %s", refs)
	}
	for _, pattern := range []string{"*.lock", "refs/heads/*.lock", "objects/pack/*.keep", "gitmem/stage/*"} {
		if left, _ := filepath.Glob(filepath.Join(k.Root, ".git", pattern)); len(left) > 0 {
			return fmt.Errorf("left behind: %v", left)
		}
	}
	return err
}
