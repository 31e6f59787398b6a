package cmd_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// want ends a story that uses a command in another way than it is meant.
func want(ts *testscript.TestScript, ok bool, usage string) {
	if !ok {
		ts.Fatalf("usage: %s", usage)
	}
}

func project(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 1, "project NAME")
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(ts.Exec("git", "init", "-q", dir))
	ts.Check(ts.Chdir(dir))
	ts.Check(ts.Exec("gitmem", "init", "-q"))
	ts.Check(ts.Exec("gitmem", "path"))
	take(ts, false, []string{"STORE"})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) > 1, "exits CODE PROGRAM ARGUMENT…")
	code, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		got = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
}

func candidateID(ts *testscript.TestScript, neg bool, args []string) { idOf(ts, neg, "c", args) }

func experienceID(ts *testscript.TestScript, neg bool, args []string) { idOf(ts, neg, "e", args) }

func idOf(ts *testscript.TestScript, neg bool, letter string, args []string) {
	want(ts, !neg && (len(args) == 1 || len(args) == 2), "id|eid NAME [N]")
	n := 1
	if len(args) == 2 {
		var err error
		n, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	ids := regexp.MustCompile(`\b`+letter+`[0-9a-f]{16}\b`).FindAllString(ts.ReadFile("stdout"), -1)
	if len(ids) < n {
		ts.Fatalf("stdout holds %d ids that begin with %s", len(ids), letter)
	}
	ts.Setenv(args[0], ids[n-1])
}

func take(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 1, "take NAME")
	ts.Setenv(args[0], strings.TrimRight(ts.ReadFile("stdout"), "\r\n"))
}

func field(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "field NAME PATH")
	var at any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &at))
	for _, step := range strings.Split(args[1], ".") {
		switch here := at.(type) {
		case map[string]any:
			value, ok := here[step]
			if !ok {
				ts.Fatalf("%s: there is no %q", args[1], step)
			}
			at = value
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(here) {
				ts.Fatalf("%s: there is no %q in a list of %d", args[1], step, len(here))
			}
			at = here[i]
		default:
			ts.Fatalf("%s: nothing lies below %v", args[1], at)
		}
	}
	if text, ok := at.(string); ok {
		ts.Setenv(args[0], text)
		return
	}
	text, err := json.Marshal(at)
	ts.Check(err)
	ts.Setenv(args[0], string(text))
}

func is(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, len(args) == 2, "[!] is A B")
	if (args[0] == args[1]) == neg {
		ts.Fatalf("%q and %q", args[0], args[1])
	}
}

func lines(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "lines FILE N")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); got != n {
		ts.Fatalf("%s has %d lines, want %d", args[0], got, n)
	}
}
