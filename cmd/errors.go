package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/memfile/guard"
)

var errInterrupted = errors.New("interrupted")

// errHeldNowhere says that `why` found nothing.
var errHeldNowhere = errors.New("no receipt, nothing in memory, no experience and no candidate holds this")

// foreignError keeps from an agent what somebody else's store says.
type foreignError struct{ root string }

func (e *foreignError) Error() string {
	return e.root + ": this account did not make this store, and nobody trusted it; nothing of it is handed to an agent"
}

// complaint is everything that is told about an error.
type complaint struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Hint    string `json:"hint,omitempty"`
	// Present is the feedback that stands, where another was expected.
	Present *feedbackJSON `json:"present,omitempty"`
}

// fail prints an error and returns the exit code of its kind.
func (a *app) fail(err error) int {
	var silent exit
	if errors.As(err, &silent) {
		return int(silent)
	}
	c := explain(err)
	if a.globals.json != "" {
		line, _ := json.Marshal(c)
		fmt.Fprintln(a.Err, string(line))
		return c.Code
	}
	fmt.Fprintln(a.Err, a.red(c.Message, a.TerminalErr))
	if c.Hint != "" {
		fmt.Fprintln(a.Err, "hint: "+c.Hint)
	}
	return c.Code
}

// explain finds the code, the place and the hint of an error.
func explain(err error) complaint {
	c := complaint{Message: firstLine(err.Error())}
	c.Code, c.Hint = classify(err)
	var fault *memfile.Fault
	if errors.As(err, &fault) {
		c.Path, c.Line, c.Column = fault.Path, fault.Line, fault.Column
		if c.Hint == "" {
			c.Hint = fault.Hint
		}
	}
	var stale *evidence.StaleError
	if errors.As(err, &stale) {
		present := newFeedbackJSON(stale.Present)
		c.Present = &present
	}
	var refused *guard.RefusedError
	if errors.As(err, &refused) && len(refused.Findings) > 0 {
		f := refused.Findings[0]
		c.Path, c.Line, c.Column = refused.Path, f.Line, f.Column
	}
	return c
}

// firstLine keeps an error on one line; what joined errors add goes behind it.
func firstLine(s string) string { return strings.Join(strings.Split(strings.TrimSpace(s), "\n"), "; ") }

// classify is the one switch from errors to exit codes and hints.
func classify(err error) (int, string) {
	for _, known := range []func(error) (int, string, bool){classifySetup, classifyJobs, classifyLearning, classifySession, classifyIndex, classifyUse, classifyRefusal, classifyState, classifyStore, classifyInput} {
		if code, hint, ok := known(err); ok {
			return code, hint
		}
	}
	return exitUnexpected, ""
}
