package transcript_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// outline is a session in one line a message.
func outline(t testing.TB, s *session.Shelf, id string) string {
	t.Helper()
	var b strings.Builder
	for _, m := range messages(t, s, id) {
		fmt.Fprintf(&b, "%s %q", m.Role, m.Text)
		for _, f := range []struct {
			on   bool
			word string
		}{{m.Typed, "typed"}, {m.Aside, "aside"}, {m.Compaction, "compaction"}, {m.Copied, "copied"}, {m.End != "", m.End}} {
			if f.on {
				b.WriteString(" " + f.word)
			}
		}
		for _, c := range m.Tools {
			fmt.Fprintf(&b, " [%s %s %s", c.Kind, c.Name, c.Status)
			if c.Server != "" {
				b.WriteString(" server=" + c.Server)
			}
			if c.Exit != nil {
				fmt.Fprintf(&b, " exit=%d", *c.Exit)
			}
			if len(c.Artifacts) > 0 {
				fmt.Fprintf(&b, " wrote=%v", c.Artifacts)
			}
			if c.External() {
				b.WriteString(" external")
			}
			b.WriteString("]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func check(t *testing.T, format, id string, lines []string, want ...string) {
	t.Helper()
	s := newShelf(t)
	path := write(t, id+".jsonl", strings.Join(lines, "\n")+"\n")
	r := imported(t, s, transcript.Options{}, path)
	if r.Partial() {
		t.Fatalf("skipped %v", r.Skipped)
	}
	if src, err := s.Source(path); err != nil || src.Format != format {
		t.Fatalf("taken for %q, %v", src.Format, err)
	}
	if have := outline(t, s, id); have != strings.Join(want, "\n")+"\n" {
		t.Errorf("have\n%swant\n%s", have, strings.Join(want, "\n"))
	}
}

func claudeUser(uuid, content, more string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"sessionId":"s"%s,"message":{"role":"user","content":%s}}`, uuid, more, content)
}

func claudeSaid(uuid, id, blocks, stop string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"sessionId":"s","message":{"id":%q,"role":"assistant","stop_reason":%s,"content":[%s]}}`, uuid, id, stop, blocks)
}

func TestClaudeCode(t *testing.T) {
	check(t, transcript.ClaudeCode, "s", []string{
		claudeUser("1", `"please fix"`, ""),
		claudeSaid("2", "m1", `{"type":"thinking","thinking":"hidden"}`, "null"),
		claudeSaid("3", "m1", `{"type":"text","text":"Looking."}`, "null"),
		claudeSaid("3", "m1", `{"type":"text","text":"Looking."}`, "null"), // the same line twice
		claudeSaid("4", "m1", `{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"make"}},{"type":"tool_use","id":"c2","name":"Write","input":{"file_path":"/w/a.go"}}`, `"tool_use"`),
		claudeUser("5", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"Exit code 2\nno rule"}]`, ""),
		claudeUser("6", `[{"type":"tool_result","tool_use_id":"c2","content":[{"type":"text","text":"ok"}]}]`, ""),
		claudeUser("7", `"hook says no"`, `,"isMeta":true`),
		`{"type":"attachment","uuid":"8","sessionId":"s","attachment":{"type":"queued_command","prompt":"use pnpm","commandMode":"prompt"}}`,
		claudeSaid("9", "m2", `{"type":"tool_use","id":"c3","name":"WebFetch","input":{"url":"https://x"}},{"type":"tool_use","id":"c4","name":"mcp__gitmem__memory_propose","input":{}},{"type":"tool_use","id":"c5","name":"mcp__git__log","input":{}}`, "null"),
		claudeUser("10", `[{"type":"tool_result","tool_use_id":"c3","content":"page"},{"type":"tool_result","tool_use_id":"c4","content":"ok"},{"type":"tool_result","tool_use_id":"c5","is_error":true,"content":"no"}]`, ""),
		`{"type":"system","subtype":"compact_boundary","sessionId":"s","uuid":"11"}`,
		claudeUser("12", `"summary of it all"`, `,"isCompactSummary":true,"isVisibleInTranscriptOnly":true`),
		claudeSaid("13", "m3", `{"type":"text","text":"Done."}`, `"end_turn"`),
		claudeUser("14", `"<command-name>/clear</command-name>"`, ""),
		claudeUser("15", `"continue"`, ""),
		claudeSaid("16", "m4", `{"type":"tool_use","id":"c6","name":"Edit","input":{"file_path":"/w/b.go"}}`, "null"),
		claudeUser("17", `[{"type":"tool_result","tool_use_id":"c6","is_error":true,"content":"rejected"}]`, ""),
		claudeUser("18", `[{"type":"text","text":"[Request interrupted by user for tool use]"}]`, ""),
		claudeUser("19", `"continue"`, ""), // the same words again are another message
		claudeUser("20", `"from a machine"`, `,"origin":{"kind":"task-notification"}`),
	},
		`user "please fix" typed`,
		`assistant "Looking." [shell Bash error exit=2] [write Write ok wrote=[/w/a.go]]`,
		`user "use pnpm" typed aside`,
		`assistant "" [web WebFetch ok external] [mcp mcp__gitmem__memory_propose ok server=gitmem] [mcp mcp__git__log error server=git]`,
		`user "summary of it all" aside compaction`,
		`assistant "Done." final`,
		`user "<command-name>/clear</command-name>"`,
		`user "continue" typed`,
		`assistant "" interrupted [edit Edit error]`,
		`user "continue" typed`,
		`user "from a machine"`,
	)
}

func codexLine(kind, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-01-02T03:04:05Z","type":%q,"payload":%s}`, kind, payload)
}

func TestCodex(t *testing.T) {
	item := func(p string) string { return codexLine("response_item", p) }
	event := func(p string) string { return codexLine("event_msg", p) }
	user := func(s string) string {
		return item(fmt.Sprintf(`{"type":"message","role":"user","content":[{"type":"input_text","text":%q}]}`, s))
	}
	check(t, transcript.Codex, "t1", []string{
		codexLine("session_meta", `{"id":"t1","cwd":"/w","source":"cli"}`),
		user("# AGENTS.md instructions for /w"), user("<environment_context>\n</environment_context>"),
		user("fix it"), event(`{"type":"user_message","message":"fix it"}`),
		codexLine("turn_context", `{"cwd":"/w/sub"}`),
		item(`{"type":"reasoning","summary":[]}`),
		event(`{"type":"agent_message","message":"Looking."}`),
		item(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Looking."}]}`),
		item(`{"type":"function_call","call_id":"c1","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"make\"]}"}`),
		item(`{"type":"function_call","call_id":"c2","name":"exec_command","arguments":"{\"cmd\":\"curl -s https://x\"}"}`),
		item(`{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"boom\",\"metadata\":{\"exit_code\":2}}"}`),
		item(`{"type":"function_call_output","call_id":"c2","output":"Chunk ID: 1\nProcess exited with code 0\nOutput:\nExit code: 9"}`),
		item(`{"type":"custom_tool_call","call_id":"c3","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.go\n*** Add File: b.go\n*** End Patch"}`),
		event(`{"type":"patch_apply_end","call_id":"c3","success":true,"changes":{"/w/a.go":{},"/w/b.go":{}}}`),
		item(`{"type":"custom_tool_call_output","call_id":"c3","output":"done"}`),
		item(`{"type":"function_call","call_id":"c4","name":"docs__find","arguments":"{}"}`),
		item(`{"type":"function_call_output","call_id":"c4","output":"text"}`),
		item(`{"type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}}`),
		item(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}`),
		event(`{"type":"task_complete","last_agent_message":"Done."}`),
		user("fix it"), event(`{"type":"user_message","message":"fix it"}`),
		item(`{"type":"function_call","call_id":"c5","name":"shell","arguments":"{}"}`),
		event(`{"type":"turn_aborted","reason":"interrupted"}`),
		item(`{"type":"of_the_future"}`), codexLine("world_state", `{}`),
		user("not typed, no event"),
		codexLine("compacted", `{"message":"so far"}`),
	},
		`user "fix it" typed`,
		`assistant "Looking." [shell shell error exit=2] [shell exec_command ok exit=0 external]`,
		`assistant "" [edit apply_patch ok wrote=[a.go b.go]]`,
		`assistant "" [mcp docs__find ok server=docs external]`,
		`assistant "" [web web_search_call ok external]`,
		`assistant "Done." final`,
		`user "fix it" typed`,
		`assistant "" interrupted [shell shell unknown]`,
		`user "not typed, no event"`,
		`user "so far" aside compaction`,
	)
}

func TestGeneric(t *testing.T) {
	check(t, transcript.Generic, "g", []string{
		`{"type":"session","id":"g","agent":"mine","cwd":"/w","title":"T"}`,
		`{"type":"message","id":"1","role":"user","text":"go","typed":true,"time":"2026-01-02T03:04:05Z"}`,
		`{"type":"message","id":"2","role":"assistant","tools":[{"id":"c","name":"run","kind":"shell","command":"ssh host"},{"id":"d","name":"q","server":"gitmem"}]}`,
		`{"type":"result","call":"c","status":"error","exit":255}`,
		`{"type":"result","call":"d","status":"ok"}`,
		`{"type":"message","id":"3","role":"assistant","text":"ready"}`,
		`{"type":"end","id":"3","end":"final"}`,
		`{"type":"later"}`,
	},
		`user "go" typed`,
		`assistant "" [shell run error exit=255 external] [mcp q ok server=gitmem]`,
		`assistant "ready" final`,
	)
}

func TestSubagentsAndForks(t *testing.T) {
	s := newShelf(t)
	parent := claudeUser("1", `"go"`, "") + "\n" + claudeSaid("2", "m1", `{"type":"text","text":"Done."}`, `"end_turn"`) + "\n"
	sub := `{"type":"user","uuid":"x","sessionId":"s","agentId":"a1","isSidechain":true,"message":{"content":"look"}}` + "\n" +
		`{"type":"assistant","uuid":"y","sessionId":"s","agentId":"a1","isSidechain":true,"message":{"id":"n","content":[{"type":"tool_use","id":"c","name":"WebSearch","input":{"query":"q"}}]}}` + "\n" +
		`{"type":"user","uuid":"z","sessionId":"s","agentId":"a1","isSidechain":true,"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"r"}]}}` + "\n"
	fork := strings.ReplaceAll(parent, `"sessionId":"s"`, `"sessionId":"f"`) + strings.ReplaceAll(claudeUser("9", `"other way"`, ""), `"sessionId":"s"`, `"sessionId":"f"`) + "\n"
	imported(t, s, transcript.Options{}, write(t, "s.jsonl", parent))
	imported(t, s, transcript.Options{}, write(t, "agent-a1.jsonl", sub))
	imported(t, s, transcript.Options{}, write(t, "f.jsonl", fork))
	if have := outline(t, s, "f"); have != "user \"go\" typed copied\nassistant \"Done.\" copied final\nuser \"other way\" typed\n" {
		t.Errorf("fork:\n%s", have)
	}
	if have := outline(t, s, "s.agent-a1"); !strings.HasPrefix(have, "user \"look\"\n") {
		t.Errorf("a subagent's task was typed by nobody:\n%s", have)
	}
	for id, want := range map[string]bool{"s": true, "s.agent-a1": true, "f": false} {
		about, err := s.Find(id)
		if id == "f" && (about.Parent != "s" || about.Relation != session.Fork) {
			t.Errorf("the fork's origin: %+v", about)
		}
		if err != nil || about.External != want {
			t.Errorf("%s: %+v, %v", id, about, err)
		}
	}
}

func TestEndedMakesAnAnswerFinal(t *testing.T) {
	path := write(t, "s.jsonl", claudeUser("1", `"go"`, "")+"\n"+claudeSaid("2", "m1", `{"type":"text","text":"Done."}`, "null")+"\n")
	s := newShelf(t)
	follow(t, s, path, transcript.Options{})
	if m, err := s.Message("s", "m1"); err != nil || m.End != session.Working {
		t.Fatal(m, err)
	}
	if r := follow(t, s, path, transcript.Options{Ended: true}); r.Revised != 1 {
		t.Fatalf("%+v", r)
	}
	if m, err := s.Message("s", "m1"); err != nil || m.End != session.Final {
		t.Fatal(m, err)
	}
}

func TestOnlyWhatBelongs(t *testing.T) {
	path := write(t, "s.jsonl", `{"type":"session","id":"in","cwd":"/w/sub"}`+"\n"+said(1)+`{"type":"session","id":"out","cwd":"/elsewhere"}`+"\n"+said(2))
	s := newShelf(t)
	r := imported(t, s, transcript.Options{Belongs: func(cwd string) bool { return transcript.Within(cwd, []string{"/w"}) }}, path)
	if r.Messages != 1 || fmt.Sprint(r.Elsewhere) != "[out]" {
		t.Fatalf("%+v", r)
	}
}

func TestDiscover(t *testing.T) {
	home := t.TempDir()
	put := func(path, cwd string) {
		full := filepath.Join(home, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		line := strings.Replace(claudeUser("1", `"go"`, ""), `"uuid"`, fmt.Sprintf(`"cwd":%q,"uuid"`, cwd), 1)
		if strings.Contains(path, "rollout-") {
			line = codexLine("session_meta", fmt.Sprintf(`{"id":"x","cwd":%q}`, cwd))
		}
		if err := os.WriteFile(full, []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(".claude/projects/-w-app/1.jsonl", "/w/app")
	put(".claude/projects/-w-app/1/subagents/agent-2.jsonl", "/w/app")
	put(".claude/projects/-w-app-two/3.jsonl", "/w/app-two") // a folder beside, not within
	put(".claude/projects/-w-app-sub/4.jsonl", "/w/app/sub")
	put(".codex/sessions/2026/01/02/rollout-5.jsonl", "/w/app")
	put(".codex/archived_sessions/rollout-6.jsonl", "/other")
	found, err := transcript.Discover(transcript.UsualPlaces(home, func(string) string { return "" }), []string{"/w/app"}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, f := range found {
		names[filepath.Base(f.Path)] = f.Format
	}
	if fmt.Sprint(names) != "map[1.jsonl:claude-code 4.jsonl:claude-code agent-2.jsonl:claude-code rollout-5.jsonl:codex]" {
		t.Error(names)
	}
	if err := os.Chtimes(found[0].Path, time.Unix(1000, 0), time.Unix(1000, 0)); err != nil {
		t.Fatal(err)
	}
	if later, err := transcript.Discover(transcript.UsualPlaces(home, func(string) string { return "" }), []string{"/w/app"}, time.Unix(2000, 0)); err != nil || len(later) != len(found)-1 {
		t.Error(later, err)
	}
}

func TestFollowStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := transcript.Follow(ctx, newShelf(t), write(t, "s.jsonl", said(1)), transcript.Options{}); err == nil {
		t.Fatal("it read on")
	}
}

// A result that comes behind the next message still finds its call.
func TestLateResults(t *testing.T) {
	check(t, transcript.ClaudeCode, "s", []string{
		claudeUser("1", `"go"`, ""),
		claudeSaid("2", "m1", `{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"make"}}`, "null"),
		claudeSaid("3", "m2", `{"type":"tool_use","id":"c2","name":"Read","input":{"file_path":"a"}}`, "null"),
		claudeUser("4", `[{"type":"tool_result","tool_use_id":"c2","content":"text"}]`, ""),
		claudeUser("5", `[{"type":"tool_result","tool_use_id":"c1","content":"built"}]`, ""),
		claudeUser("6", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"again"}]`, ""), // the first one counts
	},
		`user "go" typed`,
		`assistant "" [shell Bash ok]`,
		`assistant "" [read Read ok]`,
	)
}

// What a stop hook sends back goes on with the turn: an answer before it was none.
func TestAnAnswerThatWentOn(t *testing.T) {
	check(t, transcript.ClaudeCode, "s", []string{
		claudeUser("1", `"go"`, ""),
		claudeSaid("2", "m1", `{"type":"text","text":"Done."}`, `"end_turn"`),
		`{"type":"system","subtype":"stop_hook_summary","sessionId":"s","uuid":"3"}`,
		claudeUser("4", `"Stop hook feedback: run the tests"`, `,"isMeta":true`),
		claudeSaid("5", "m2", `{"type":"text","text":"Now done."}`, "null"),
		`{"type":"system","subtype":"turn_duration","sessionId":"s","uuid":"6"}`,
		`{"type":"assistant","uuid":"8","sessionId":"s","isApiErrorMessage":true,"message":{"id":"m3","content":[{"type":"text","text":"API Error"}]}}`,
	},
		`user "go" typed`,
		`assistant "Done."`,
		`assistant "Now done."`,
		`assistant "API Error" interrupted`,
	)
}

func TestAByteOrderMark(t *testing.T) {
	check(t, transcript.Generic, "s", []string{"\uFEFF" + strings.TrimSpace(said(1))}, `user "short 1"`)
}
