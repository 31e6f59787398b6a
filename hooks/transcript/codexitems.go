package transcript

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gitmem/repo/session"
)

// item takes a response_item: what went to the model or came from it.
func (p *codex) item(t *talk, payload, time []byte) error {
	kind := word(member(payload, "type"))
	if kind == "" && member(payload, "role") != nil {
		kind = "message"
	}
	switch kind {
	case "message":
		return p.message(t, payload, time)
	case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "mcp_tool_call":
		c := codexCall(kind, payload)
		d := p.step(t, c.ID+c.Name, false, time)
		if c.ID == "" {
			c.ID = d.ID + "-" + strconv.Itoa(len(d.Tools))
		}
		d.call(c)
		p.Talks.touch(t, d)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "mcp_tool_call_output":
		p.Talks.answered(t, codexResult(payload))
	}
	return nil
}

func (p *codex) message(t *talk, payload, time []byte) error {
	raw := member(payload, "content")
	if raw == nil {
		return errLine("a message without content")
	}
	c := content(raw)
	if c.bad {
		return errLine("a message's content is neither text nor blocks")
	}
	switch word(member(payload, "role")) {
	case "user":
		p.user(t, c.text, c.cut, time, false)
	case "assistant":
		if c.text == "" {
			return nil
		}
		d := p.step(t, c.text, true, time)
		d.write(c.text, c.cut)
		p.Talks.touch(t, d)
		if word(member(payload, "phase")) == "final_answer" {
			p.Talks.finish(t, session.Final)
		}
	}
	return nil
}

// codexEvent names the events that tell something which no response_item does.
func codexEvent(kind string) bool {
	switch kind {
	case "user_message", "task_complete", "turn_complete", "turn_aborted", "thread_rolled_back", "patch_apply_end", "exec_command_end", "mcp_tool_call_end", "error":
		return true
	}
	return false
}

func (p *codex) event(t *talk, payload, time []byte) {
	switch word(member(payload, "type")) {
	case "user_message":
		s, cut := text(member(payload, "message"), session.MaxText)
		p.user(t, s, cut, time, true)
	case "task_complete", "turn_complete":
		if t.Current != nil && t.Current.End == session.Working && t.Current.answer() {
			p.Talks.finish(t, session.Final)
		}
	case "turn_aborted", "thread_rolled_back", "error":
		p.Talks.finish(t, session.Interrupted)
	default:
		p.Talks.answered(t, codexEnd(payload))
	}
}

// codexTools are the kinds of Codex's own tools.
func codexTools(name string) string {
	switch name {
	case "shell", "container.exec", "shell_command", "exec_command", "unified_exec", "local_shell_call":
		return session.Shell
	case "apply_patch":
		return session.Edit
	case "read_file", "list_dir", "view_image":
		return session.Read
	case "grep_files", "tool_search":
		return session.Search
	case "web_search", "web_search_call":
		return session.Web
	case "spawn_agent", "send_input", "wait_agent", "close_agent", "resume_agent", "spawn_agents_on_csv":
		return session.Agent
	}
	return session.Other
}

func codexCall(kind string, payload []byte) session.ToolCall {
	c := session.ToolCall{ID: word(member(payload, "call_id")), Name: word(member(payload, "name"))}
	if c.ID == "" {
		c.ID = word(member(payload, "id"))
	}
	if c.Name == "" {
		c.Name = kind
	}
	c.Kind = codexTools(c.Name)
	input, raw := codexInput(payload)
	switch server, ok := codexServer(word(member(payload, "namespace")), c.Name); {
	case ok && c.Kind == session.Other:
		c.Kind, c.Server = session.MCP, server
	case c.Kind == session.Shell:
		command, cut := codexCommand(input, member(payload, "action"))
		setCommand(&c, command, cut)
	case c.Kind == session.Edit:
		c.Artifacts = patched(raw)
		if len(c.Artifacts) > 0 {
			c.Target = c.Artifacts[0]
		}
	case c.Kind == session.Web:
		c.Target = bounded(mustText(member(member(payload, "action"), "query")), false, session.MaxTarget)
		if word(member(payload, "status")) == "completed" {
			c.Status = session.OK // it is answered beside the conversation
		}
	default:
		for _, name := range []string{"file_path", "path", "dir_path", "pattern", "query"} {
			if s := mustText(member(input, name)); s != "" && c.Target == "" {
				c.Target = bounded(s, false, session.MaxTarget)
			}
		}
	}
	return c
}

// codexInput is a call's input as an object, where it is one, and as text. It
// stands in a string in most kinds of calls.
func codexInput(payload []byte) (object []byte, raw string) {
	for _, name := range []string{"arguments", "input"} {
		v := member(payload, name)
		if isObject(v) {
			return v, mustText(member(v, "patch")) + mustText(member(v, "input"))
		}
		if s, _ := text(v, session.MaxText); s != "" {
			if json.Valid([]byte(s)) && isObject([]byte(s)) {
				object = []byte(s)
				return object, mustText(member(object, "patch")) + mustText(member(object, "input"))
			}
			return nil, s
		}
	}
	return nil, ""
}

// codexServer tells the server of an MCP tool, whose name begins with it.
func codexServer(namespace, name string) (string, bool) {
	for _, full := range []string{namespace, name} {
		if server, ok := mcpServer(full); ok {
			return server, true
		}
	}
	server, tool, ok := strings.Cut(name, "__")
	return server, ok && server != "" && tool != ""
}

// codexCommand is a shell call's command: a text, or a list of arguments.
func codexCommand(places ...[]byte) (string, bool) {
	for _, place := range places {
		for _, name := range []string{"cmd", "command"} {
			v := member(place, name)
			if s, cut := text(v, 256<<10); s != "" {
				return s, cut
			}
			var args []string
			elements(v, func(e []byte) { args = append(args, mustText(e)) })
			if len(args) == 3 && (args[1] == "-lc" || args[1] == "-c") {
				return args[2], false
			}
			if len(args) > 0 {
				return strings.Join(args, " "), false
			}
		}
	}
	return "", false
}

// patched are the files that a patch names.
func patched(patch string) []string {
	var files []string
	for line := range strings.Lines(patch) {
		for _, begin := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), begin); ok && len(files) < 64 {
				files = append(files, bounded(name, false, session.MaxTarget))
			}
		}
	}
	return files
}

// exited finds the exit code in the lines that Codex puts before an output.
var exited = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:Exit code:|Process exited with code|exit code:?) (-?\d{1,3})\b`)
})

func codexResult(payload []byte) result {
	r := result{call: word(member(payload, "call_id")), status: session.OK}
	v := member(payload, "output")
	s, _ := text(v, session.MaxText)
	switch {
	case isObject(v):
		s = mustText(member(v, "content"))
		if string(member(v, "success")) == "false" {
			r.status = session.Failed
		}
	case isObject([]byte(s)) && json.Valid([]byte(s)):
		inner := []byte(s)
		r.setExit(member(member(inner, "metadata"), "exit_code"))
		if o := member(inner, "output"); o != nil {
			s = mustText(o)
		}
	case s == "":
		s = content(v).text
	}
	head, _, _ := strings.Cut(s, "\nOutput:")
	if m := exited().FindStringSubmatch(head[:min(len(head), 512)]); m != nil && r.exit == nil {
		r.setExit([]byte(m[1]))
	}
	r.output = excerpt(s)
	return r
}

func (r *result) setExit(raw []byte) {
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return
	}
	if r.exit = &n; n != 0 {
		r.status = session.Failed
	}
}

// codexEnd is what an event tells of a call.
func codexEnd(payload []byte) result {
	r := result{call: word(member(payload, "call_id"))}
	switch word(member(payload, "type")) {
	case "exec_command_end":
		r.status = session.OK
		r.setExit(member(payload, "exit_code"))
	case "patch_apply_end":
		r.status = session.OK
		if string(member(payload, "success")) == "false" {
			r.status = session.Failed
		}
		members(member(payload, "changes"), func(k, _ []byte) bool {
			r.artifacts = append(r.artifacts, bounded(mustText(append(append([]byte{'"'}, k...), '"')), false, session.MaxTarget))
			return len(r.artifacts) < 64
		})
	case "mcp_tool_call_end":
		r.server, r.status = word(member(member(payload, "invocation"), "server")), session.OK
		outcome := member(payload, "result")
		if member(outcome, "Err") != nil || isTrue(member(member(outcome, "Ok"), "isError")) || isTrue(member(member(outcome, "Ok"), "is_error")) {
			r.status = session.Failed
		}
	}
	return r
}
