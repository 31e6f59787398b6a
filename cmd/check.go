package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/hooks/precommit"
	"gitmem/repo"
)

type checkOptions struct {
	staged       bool
	requireStore bool
	files        []string
}

func newCheck(a *app) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check [FILE…]",
		Short: "Say what is wrong in files, by path, line and column",
		Long: `Say what is wrong in files, one "path:line:column: message" each: exit 5, or 7 where the guard refuses a text.

Without FILE it is the whole store. A FILE of a store is judged by the rules of that store; any other is taken
for one that a project gives to agents, such as AGENTS.md, CLAUDE.md or SKILL.md. --staged checks the bytes that
are about to be committed, as the pre-commit hook does: in a store every staged file, in a project those three.`,
		RunE: func(_ *cobra.Command, args []string) error {
			o.files = args
			return a.runCheck(o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.staged, "staged", false, "check what is being committed here, not the working files")
	f.BoolVar(&o.requireStore, "require-store", false, "fail where there is no store, instead of checking as in a project")
	return c
}

func (a *app) runCheck(o checkOptions) error {
	switch {
	case o.staged && len(o.files) > 0:
		return usagef("--staged: checks what is being committed; it takes no FILE")
	case o.staged:
		return a.checkStaged(o.requireStore)
	case len(o.files) == 0:
		return a.checkStore()
	}
	return a.checkNamed(o)
}

// checked collects what a check found.
type checked struct {
	valid, invalid int
	problems       []candidates.Problem
}

func (k *checked) add(problems []candidates.Problem) {
	if len(problems) == 0 {
		k.valid++
		return
	}
	k.invalid++
	k.problems = append(k.problems, problems...)
}

func (k *checked) count() string {
	return fmt.Sprintf("%s valid, %d invalid", counted(k.valid, "file", "files"), k.invalid)
}

// checkStore checks every file of the store, and that commits are checked.
func (a *app) checkStore() error {
	d, err := a.desk()
	if err != nil {
		return err
	}
	var k checked
	if err := d.CheckFiles(func(_ string, problems []candidates.Problem) { k.add(problems) }); err != nil {
		return err
	}
	err = a.report(k.problems)
	a.tell("%s", k.count())
	a.tellInactive(d.Store)
	return err
}

// tellInactive says that commits by hand are not checked, if they are not.
func (a *app) tellInactive(s *repo.Store) {
	status, err := precommit.Of(s, a.env, 0).Look()
	switch {
	case err != nil:
		a.notice("hook inactive: " + visible(err.Error()))
	case !status.Active:
		a.notice("hook inactive: " + visible(status.Reason) + "; `gitmem hooks install` makes git check commits by hand")
	}
}

// foundFault is one fault as check prints it.
type foundFault struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// report prints problems on stdout, their hints on stderr, and ends with the
// code of the worst.
func (a *app) report(problems []candidates.Problem) error {
	faults := faultsOf(problems)
	if a.asJSON() {
		if err := printList(a, faults); err != nil {
			return err
		}
	} else {
		a.printProblems(problems)
	}
	return ending(problems)
}

// ending is how a check ends: 7 where the guard refuses something, 5 for any
// other fault.
func ending(problems []candidates.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	for _, p := range problems {
		if p.Guard {
			return exit(exitRefused)
		}
	}
	return exit(exitInvalid)
}

func faultsOf(problems []candidates.Problem) []foundFault {
	faults := make([]foundFault, len(problems))
	for i, p := range problems {
		faults[i] = foundFault{Path: p.Path, Line: p.Line, Column: p.Column, Rule: p.Rule, Message: p.Message}
	}
	return faults
}

func (a *app) printProblems(problems []candidates.Problem) {
	for _, p := range problems {
		a.say("%s", visibleName(p.Error()))
	}
	for _, p := range problems {
		if p.Hint != "" {
			a.notice("hint: " + visible(p.Hint))
		}
	}
}

// visibleName shows a line that holds a file's name: there is no control
// character in it that a terminal would obey, a line end and a tab included.
func visibleName(line string) string {
	return visible(strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(line))
}
