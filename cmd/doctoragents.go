package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"gitmem/hooks/agent/setup"
)

// doctorTime is what a program may take that the doctor starts.
const doctorTime = 5 * time.Second

// diagnoseAgents runs what agents run, for real, and looks at those that are
// set up for this user.
func (a *app) diagnoseAgents(ctx context.Context) []diagnosis {
	all := []diagnosis{a.diagnoseRun(ctx, "agent hook", a.tryHook)}
	if a.has("mcp") {
		all = append(all, a.diagnoseRun(ctx, "mcp server", a.tryServer))
	}
	for _, name := range setup.Agents() {
		if d, ok := a.diagnoseAgent(name); ok {
			all = append(all, d)
		}
	}
	return all
}

// has tells whether this program has a command.
func (a *app) has(name string) bool {
	for _, g := range commandGroups(a) {
		for _, c := range g.commands {
			if c.Name() == name {
				return true
			}
		}
	}
	return false
}

// diagnoseRun tries something in a folder without a store, with a private state
// of its own: no receipt and no note is left, and no work is begun.
func (a *app) diagnoseRun(ctx context.Context, check string, try func(*exec.Cmd) (string, error)) diagnosis {
	program, err := ownProgram()
	if err != nil {
		return ailing(check, err)
	}
	dir, err := os.MkdirTemp("", "gitmem-doctor-")
	if err != nil {
		return ailing(check, err)
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	c := exec.CommandContext(ctx, program)
	c.Dir, c.Env = dir, append(a.Environ[:len(a.Environ):len(a.Environ)], "XDG_STATE_HOME="+dir)
	says, err := try(c)
	if err != nil {
		return diagnosis{Check: check, State: faulty, Message: firstLine(err.Error()), Hint: "agents get nothing from gitmem until that is mended; they are not disturbed by it"}
	}
	return diagnosis{Check: check, State: sound, Message: says}
}

// tryHook runs a hook as Claude Code does.
func (a *app) tryHook(c *exec.Cmd) (string, error) {
	input, err := json.Marshal(map[string]string{"hook_event_name": "SessionStart", "source": "startup", "session_id": "gitmem-doctor", "cwd": c.Dir})
	if err != nil {
		return "", err
	}
	var complaints bytes.Buffer
	c.Args = append(c.Args, hookName, setup.ClaudeCode, "SessionStart")
	c.Stdin, c.Stderr = bytes.NewReader(input), &complaints
	start := time.Now()
	if _, err := c.Output(); err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
	}
	if complaints.Len() > 0 {
		return "", errors.New(complaints.String())
	}
	return fmt.Sprintf("SessionStart of %s ended with 0 after %d ms", setup.ClaudeCode, time.Since(start).Milliseconds()), nil
}

// tryServer begins a session with the MCP server as a client does.
func (a *app) tryServer(c *exec.Cmd) (string, error) {
	c.Args = append(c.Args, "mcp")
	in, err := c.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := c.Start(); err != nil {
		return "", err
	}
	_, asked := fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"gitmem-doctor","version":"1"}}}`)
	line, answered := bufio.NewReader(out).ReadBytes('\n')
	ended := errors.Join(in.Close(), c.Wait())
	var answer struct {
		Result struct {
			ProtocolVersion string `json:"protocolVersion"`
			ServerInfo      struct {
				Name string `json:"name"`
			} `json:"serverInfo"`
		} `json:"result"`
	}
	if err := json.Unmarshal(line, &answer); err != nil || answer.Result.ServerInfo.Name == "" {
		return "", errors.Join(errors.New("the server does not answer as one of MCP does"), asked, answered, ended)
	}
	return fmt.Sprintf("%s shook hands, protocol %s", answer.Result.ServerInfo.Name, answer.Result.ProtocolVersion), ended
}

// diagnoseAgent looks at an agent that is set up; false for one that is not.
func (a *app) diagnoseAgent(name string) (diagnosis, bool) {
	r, err := a.setupRequest(name, setup.User)
	if err != nil {
		return diagnosis{}, false
	}
	if ours, err := r.PlanRemove(); err == nil && len(ours) == 0 {
		return diagnosis{}, false
	}
	// Whether a block is up to date only setup can say, which renders it.
	r.Memory = r.StandingBlock()
	found, err := r.Check()
	if err != nil {
		return ailing(name, err), true
	}
	if len(found) == 0 {
		return diagnosis{Check: name, State: sound, Message: "set up for this user"}, true
	}
	return diagnosis{
		Check: name, State: remark, Message: found[0].Kind + ": " + found[0].Path + ": " + found[0].What,
		Hint: "`gitmem setup " + name + " --check` says everything",
	}, true
}
