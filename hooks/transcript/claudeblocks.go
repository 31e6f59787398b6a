package transcript

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gitmem/repo/session"
)

// blocks is the content of a message.
type blocks struct {
	text    string
	cut     bool
	calls   []session.ToolCall
	results []result
	bad     bool
}

// content reads a message's content: a text, or blocks. Thinking and what is
// in images is not kept.
func content(raw []byte) (c blocks) {
	if len(raw) > 0 && raw[0] == '"' {
		c.text, c.cut = text(raw, session.MaxText)
		c.text = strings.TrimSpace(c.text)
		return c
	}
	var parts []string
	size := 0
	c.bad = !elements(raw, func(block []byte) {
		if !isObject(block) {
			c.bad = true
			return
		}
		kind := word(member(block, "type"))
		switch kind {
		case "text", "input_text", "output_text":
			s, cut := text(member(block, "text"), session.MaxText)
			if s = strings.TrimSpace(s); s != "" && !strings.HasPrefix(s, "<system-reminder>") && size <= session.MaxText {
				parts, size = append(parts, s), size+len(s)
			}
			c.cut = c.cut || cut
		case "image", "input_image":
			parts = append(parts, "[image]")
		case "tool_use", "server_tool_use", "mcp_tool_use":
			c.calls = append(c.calls, claudeCall(block))
		case "tool_result", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result":
			c.results = append(c.results, claudeResult(block))
		}
	}) || c.bad
	c.text = strings.Join(parts, "\n\n")
	return c
}

// claudeTools are the kinds of Claude Code's own tools, and the input that says
// what a call is about.
func claudeTools(name string) (kind, target string) {
	switch name {
	case "Bash", "PowerShell":
		return session.Shell, "command"
	case "Edit", "MultiEdit":
		return session.Edit, "file_path"
	case "NotebookEdit":
		return session.Edit, "notebook_path"
	case "Write":
		return session.Write, "file_path"
	case "Read", "NotebookRead":
		return session.Read, "file_path"
	case "LS":
		return session.Read, "path"
	case "Glob", "Grep":
		return session.Search, "pattern"
	case "ToolSearch":
		return session.Search, "query"
	case "WebFetch", "web_fetch":
		return session.Web, "url"
	case "WebSearch", "web_search":
		return session.Web, "query"
	case "Task", "Agent":
		return session.Agent, "description"
	case "ReadMcpResourceTool", "ListMcpResourcesTool":
		return session.MCP, "uri"
	}
	return session.Other, ""
}

func claudeCall(block []byte) session.ToolCall {
	var c session.ToolCall
	var input, server []byte
	members(block, func(k, v []byte) bool {
		switch string(k) {
		case "id":
			c.ID = word(v)
		case "name":
			c.Name = word(v)
		case "input":
			input = v
		case "server_name":
			server = v
		}
		return true
	})
	kind, target := claudeTools(c.Name)
	c.Kind = kind
	if s, ok := mcpServer(c.Name); ok {
		c.Kind, c.Server, target = session.MCP, s, ""
	}
	if s := word(server); s != "" {
		c.Kind, c.Server = session.MCP, s
	}
	if c.Name == "ReadMcpResourceTool" || c.Name == "ListMcpResourcesTool" {
		c.Server = word(member(input, "server"))
	}
	if target != "" {
		value, cut := text(member(input, target), 256<<10)
		c.Target = bounded(value, false, session.MaxTarget)
		if kind == session.Shell {
			setCommand(&c, value, cut)
		}
		if kind == session.Edit || kind == session.Write {
			c.Artifacts = []string{c.Target}
		}
	}
	return c
}

// mcpServer is the server in the name of an MCP tool: mcp__server__tool.
func mcpServer(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, "mcp__")
	server, _, _ := strings.Cut(rest, "__")
	return server, ok
}

// exitCode finds what Claude Code puts before the output of a command that failed.
var exitCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:Error: )?Exit code (\d{1,3})\b`) })

func claudeResult(block []byte) result {
	r := result{status: session.OK}
	members(block, func(k, v []byte) bool {
		switch string(k) {
		case "tool_use_id":
			r.call = word(v)
		case "is_error":
			if isTrue(v) {
				r.status = session.Failed
			}
		case "content":
			c := content(v)
			r.output = excerpt(c.text)
			if isObject(v) && strings.Contains(word(member(v, "type")), "error") {
				r.status = session.Failed
			}
		}
		return true
	})
	if m := exitCode().FindStringSubmatch(r.output); m != nil && r.status == session.Failed {
		if n, err := strconv.Atoi(m[1]); err == nil {
			r.exit = &n
		}
	}
	return r
}
