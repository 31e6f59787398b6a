package turns_test

import (
	"fmt"
	"strings"
	"testing"

	"gitmem/candidates/extract/turns"
	"gitmem/repo/session"
)

// call makes a call of words: kind, target, status, output. A target that begins
// with "+" was written or changed.
func call(words string) session.ToolCall {
	f := append(strings.SplitN(words, " ", 4), "", "", "")
	c := session.ToolCall{ID: words, Name: f[0], Kind: f[0], Target: strings.ReplaceAll(strings.TrimPrefix(f[1], "+"), "…", session.CutMarker), Output: f[3]}
	c.Status = map[string]string{"ok": session.OK, "bad": session.Failed, "?": session.Unknown}[f[2]]
	if f[0] == session.Shell {
		c.Command = c.Target
	}
	if strings.HasPrefix(f[1], "+") {
		c.Artifacts = []string{c.Target}
	}
	if code, ok := strings.CutPrefix(f[3], "exit "); ok {
		n := 0
		fmt.Sscan(code, &n)
		c.Exit, c.Output = &n, ""
	}
	if f[0] == session.MCP {
		c.Server, c.Target = f[1], ""
	}
	return c
}

// turn is a complete turn with calls, each in a message of its own; a call that
// begins with "|" is made together with the one before it.
func turn(calls ...string) turns.Turn {
	t := turns.Turn{Session: about("codex"), State: turns.Complete}
	t.Messages = append(t.Messages, session.Message{ID: "u", Role: session.User, Typed: true, Text: "do it"})
	for _, words := range calls {
		if together, ok := strings.CutPrefix(words, "|"); ok {
			m := &t.Messages[len(t.Messages)-1]
			m.Tools = append(m.Tools, call(together))
			continue
		}
		t.Messages = append(t.Messages, session.Message{ID: words, Role: session.Assistant, Tools: []session.ToolCall{call(words)}})
	}
	t.Messages = append(t.Messages, session.Message{ID: "answer", Role: session.Assistant, Text: "Done.", End: session.Final})
	return t
}

func TestReasons(t *testing.T) {
	type r = turns.Reasons
	for _, c := range []struct {
		name  string
		calls []string
		want  r
	}{
		{"words only", nil, r{}},
		{"a call that went well", []string{"shell ls ok"}, r{ToolCall: true}},
		{"a call that failed", []string{"shell ls bad"}, r{ToolCall: true}},
		{"a call of which nothing is known", []string{"shell ls ?"}, r{}},
		{"a call that a person refused", []string{"shell ls bad The user doesn't want to proceed with this tool use. The"}, r{}},
		{"a file written", []string{"write +a.go ok"}, r{ToolCall: true, Artifact: true}},
		{"a file not written", []string{"write +a.go bad", "write +b.go ?"}, r{ToolCall: true}},
		{"a file only named", []string{"read a.go ok"}, r{ToolCall: true}},
		{"recovered", []string{"shell make bad", "read go.mod ok", "shell make ok"}, r{ToolCall: true, Recovered: true}},
		{"recovered in one message", []string{"shell make bad", "|read go.mod ok", "|shell make ok"}, r{ToolCall: true, Recovered: true}},
		{"repeated at once", []string{"shell make bad", "shell make ok"}, r{ToolCall: true}},
		{"repeated at once, twice", []string{"shell make bad", "shell make bad", "shell make ok"}, r{ToolCall: true}},
		{"repeated at once, then again later", []string{"shell make bad", "shell make ok", "read a ok", "shell make ok"}, r{ToolCall: true}},
		{"failed before and behind another call", []string{"shell make bad", "read a ok", "shell make bad", "shell make ok"}, r{ToolCall: true, Recovered: true}},
		{"another target", []string{"shell make bad", "read a ok", "shell ls ok"}, r{ToolCall: true}},
		{"another tool", []string{"edit a bad", "read b ok", "write a ok"}, r{ToolCall: true}},
		{"the other way round", []string{"shell make ok", "read a ok", "shell make bad"}, r{ToolCall: true}},
		{"about nothing", []string{"other  bad", "read a ok", "other  ok"}, r{ToolCall: true}},
		{"about a cut command", []string{"shell x… bad", "read a ok", "shell x… ok"}, r{ToolCall: true}},
		{"refused by a person, then let", []string{"shell make bad exec command rejected by user", "read a ok", "shell make ok"}, r{ToolCall: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			one := turn(c.calls...)
			if got := one.Reasons(nil); got != c.want {
				t.Errorf("%+v", got)
			}
			if why, worth := one.Worth(nil); worth != c.want.Any() && !strings.Contains(why, "failed in the end") {
				t.Errorf("worth %v: %s", worth, why)
			}
		})
	}
}

func TestFeedbackIsOnAnAgentsMessage(t *testing.T) {
	one := turn()
	for id, want := range map[string]bool{"answer": true, "u": false, "other": false} {
		got := one.Reasons(func(m string) bool { return m == id })
		if got.Feedback != want || got.Any() != want {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

func TestOnlyCompleteTurnsAreWorthIt(t *testing.T) {
	for state, want := range map[string]string{turns.Complete: "", turns.Interrupted: "the turn was interrupted", turns.Open: "the turn is not over"} {
		one := turn("write +a ok")
		one.State = state
		if why, worth := one.Worth(func(string) bool { return true }); why != want || worth != (want == "") {
			t.Errorf("%s: %q, %v", state, why, worth)
		}
	}
	if why, worth := turn().Worth(nil); worth || why != "no tool call, correction or feedback" {
		t.Errorf("%q, %v", why, worth)
	}
}

func TestFaultsOfTheEnvironment(t *testing.T) {
	const missing, network = "only a fault of the environment: a command or a package is missing", "only a fault of the environment: the network cannot be reached"
	const failed = "every command failed in the end"
	for _, c := range []struct {
		name  string
		calls []string
		want  string
	}{
		{"nothing done", nil, ""},
		{"only read", []string{"read a ok", "search b bad"}, ""},
		{"a command is missing", []string{"shell pnpm bad sh: pnpm: Command not found"}, missing},
		{"told by the exit code", []string{"shell pnpm bad exit 127"}, missing},
		{"looked around first", []string{"read a ok", "mcp gitmem ok", "shell pnpm bad exit 127"}, missing},
		{"two faults, in either order", []string{"shell a bad exit 127", "mcp files bad ECONNREFUSED"}, missing},
		{"two faults, the other way", []string{"mcp files bad ECONNREFUSED", "shell a bad exit 127"}, missing},
		{"no network", []string{"web https://a.example bad getaddrinfo ENOTFOUND a.example"}, network},
		{"a fault that went away", []string{"shell pnpm bad exit 127", "shell npm ok", "shell pnpm ok"}, ""},
		{"a fault beside work", []string{"shell pnpm bad exit 127", "shell npm ok"}, ""},
		{"a fault beside a file", []string{"mcp files bad ECONNREFUSED", "write +a ok"}, ""},
		{"words of a fault in what went well", []string{"shell log ok command not found"}, ""},
		{"tests that fail", []string{"shell test bad FAIL: 2 of 3"}, failed},
		{"tests that fail, after they passed", []string{"shell test ok", "shell test bad FAIL"}, failed},
		{"a command that went well", []string{"shell ls ok", "shell test bad FAIL"}, ""},
		{"a file written and every command failing", []string{"write +a ok", "shell test bad FAIL"}, failed},
		{"a call that failed and is no command", []string{"edit a bad no match"}, ""},
		{"refused by a person", []string{"shell a bad The user doesn't want to take this action right now", "shell ls ok"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			one := turn(c.calls...)
			if why, only := one.EnvironmentOnly(); why != c.want || only != (c.want != "") {
				t.Errorf("%q, %v", why, only)
			}
			why, worth := one.Worth(nil)
			if len(c.calls) > 0 && (why != c.want || worth != (c.want == "")) {
				t.Errorf("worth %v: %q", worth, why)
			}
			if why, worth := one.Worth(func(string) bool { return true }); !worth {
				t.Errorf("with feedback: %q", why)
			}
			one.Follows, one.Messages[0].Text = true, "You forgot the test"
			if why, worth := one.Worth(nil); !worth {
				t.Errorf("with a correction: %q", why)
			}
		})
	}
}

// More commands than are told apart show no fault alone: what became of the rest
// is not known.
func TestManyCommandsShowNoFaultAlone(t *testing.T) {
	for n, want := range map[int]bool{1 << 16: true, 1<<16 + 1: false} {
		one := turn()
		one.Messages[1].Tools = make([]session.ToolCall, n)
		for i := range one.Messages[1].Tools {
			one.Messages[1].Tools[i] = call(fmt.Sprintf("shell run-%d bad FAIL", i))
		}
		if why, only := one.EnvironmentOnly(); only != want {
			t.Errorf("%d commands: %q, %v", n, why, only)
		}
	}
}

func TestExternalContent(t *testing.T) {
	for words, want := range map[string]bool{
		"web https://a.example ok": true, "web https://a.example bad": false, "mcp files ok": true, "mcp files bad": false,
		"mcp gitmem ok": false, "shell ls ok": false, "write +a ok": false,
	} {
		if got := turn(words).External(); got != want {
			t.Errorf("%s: %v", words, got)
		}
	}
	one := turn("shell get bad")
	one.Messages[1].Tools[0].Network = true
	if !one.External() {
		t.Error("a network client in a command that failed")
	}
}
