package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gitmem/candidates"
)

// mayDecide refuses a deciding command under an agent before anything else is
// looked at, and says by which way the decision comes if it is given.
func (a *app) mayDecide(command string) (candidates.Actor, error) {
	return a.decider(command, a.via())
}

// via is how a person answers: at a terminal, or by a flag or a pipe.
func (a *app) via() string {
	if a.TerminalIn && !a.globals.yes {
		return candidates.ViaTerminal
	}
	return candidates.ViaFlag
}

// confirm asks a question whose effect was shown. On a terminal a person
// answers; without one --yes must have, else the command ends with exit 2. A
// dry run asks nothing.
func (a *app) confirm(question string) (bool, error) {
	if a.globals.yes || a.globals.dryRun {
		return true, nil
	}
	if !a.TerminalIn {
		return false, &answerNeeded{question: question}
	}
	answer, err := a.ask(question + " [y/N] ")
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	answer = strings.ToLower(answer)
	return answer == "y" || answer == "yes", err
}

// ask prints a question and reads the line that answers it, io.EOF where
// nobody does any more.
func (a *app) ask(question string) (string, error) {
	fmt.Fprint(a.Err, question)
	line, err := a.readLine()
	if err != nil || !a.TerminalIn {
		fmt.Fprintln(a.Err)
	}
	return strings.TrimSpace(line), err
}

// answerNeeded says that a question had nobody to answer it.
type answerNeeded struct {
	question string
	hint     string // how it is answered, if not with --yes
}

func (e *answerNeeded) Error() string {
	return "an answer is needed and there is no terminal: " + e.question
}
