package agent_test

import (
	"encoding/json"
	"testing"

	"gitmem/hooks/agent"
	"gitmem/hooks/transcript"
)

var guarded = agent.Guarded{
	Stores:   []string{"/home/ada/.local/share/gitmem/projects/app-g1", "/work/app/.gitmem"},
	Deciding: [][]string{{"approve"}, {"edit"}, {"learn", "confirm"}, {"config", "set"}},
	Cwd:      "/work/app", Home: "/home/ada", Calls: transcript.Calls,
}

func bash(command string) agent.Input {
	text, _ := json.Marshal(map[string]string{"command": command, "description": "gitmem approve"})
	return agent.Input{Tool: "Bash", ToolInput: string(text)}
}

func file(tool, path string) agent.Input {
	text, _ := json.Marshal(map[string]string{"file_path": path, "content": "/home/ada/.local/share/gitmem/projects/app-g1"})
	return agent.Input{Tool: tool, ToolInput: string(text)}
}

func TestWhatIsDenied(t *testing.T) {
	for _, in := range []agent.Input{
		file("Edit", "/home/ada/.local/share/gitmem/projects/app-g1/MEMORY.md"),
		file("Write", "~/.local/share/gitmem/projects/app-g1/candidates/c1.md"),
		file("Read", "/work/app/.gitmem/MEMORY.md"), file("Edit", ".gitmem/MEMORY.md"),
		bash("echo x >> $HOME/.local/share/gitmem/projects/app-g1/MEMORY.md"),
		bash(`sed -i s/a/b/ "/home/ada/.local/share/gitmem/projects/app-g1/MEMORY.md"`),
		bash("git -C /home/ada/.local/share//gitmem/projects/app-g1 commit -am x"),
		bash("cd .gitmem && git log"),
		bash("gitmem approve c1 --yes"), bash("gitmem --store x approve c1"), bash("gitmem --yes approve c1"),
		bash("true && gitmem approve c1"), bash("(gitmem approve c1)"), bash("x=$(gitmem approve c1)"),
		bash("env -u CLAUDECODE gitmem approve c1"), bash("CLAUDECODE= gitmem approve c1"), bash("sudo -u ada gitmem approve c1"),
		bash("echo c1 | xargs gitmem approve"), bash("bash -c 'gitmem approve c1'"), bash("sh -lc \"gitmem approve c1\""), bash("eval 'gitmem approve c1'"),
		bash("/usr/local/bin/gitmem approve c1"), bash("gitmem.exe approve c1"), bash("gitmem learn confirm e1"), bash("gitmem config set a b"),
		bash("if true; then gitmem edit c1; fi"), bash("for i in 1 2; do gitmem approve c$i; done"),
		{Tool: "shell", ToolInput: `{"command":["bash","-lc","gitmem approve c1"]}`},
		{Tool: "apply_patch", ToolInput: `{"input":"*** Update File: /work/app/.gitmem/MEMORY.md\n+x"}`},
		{Tool: "MultiEdit", ToolInput: `{"edits":[{"file_path":"/work/app/.gitmem/x"}]}`},
	} {
		if guarded.Judge(in) == "" {
			t.Errorf("passes: %s %s", in.Tool, in.ToolInput)
		}
	}
}

func TestWhatPasses(t *testing.T) {
	for _, in := range []agent.Input{
		{},
		{Tool: "Bash", ToolInput: "{"},
		{Tool: "Bash", ToolInput: "[1]"},
		{Tool: "Bash", ToolInput: `{"command":7}`},
		file("Edit", "/work/app/main.go"), file("Write", "/home/ada/notes.md"), file("Read", "/work/app/.gitmem-notes"),
		file("Edit", "/work/app/.gitmemory/x"), file("Edit", "/home/ada/.local/share/gitmem/projects/app-g12/MEMORY.md"),
		bash("gitmem list"), bash("gitmem status --json"), bash("gitmem search approve"), bash("gitmem show c1"), bash("gitmem propose --action add --content approve"),
		bash("gitmem learn note approve"), bash("gitmem config get memory.promotion"), bash("gitmem add 'Run gitmem approve never.'"),
		bash("git commit -m 'gitmem approve docs'"), bash("grep -rn 'gitmem approve' docs"), bash("echo gitmem approve"), bash("echo 'gitmem edit'"),
		bash("go test ./cmd -run approve"), bash("cat README.md | head"), bash("rg gitmem"), bash("which gitmem"), bash("man gitmem"),
		bash("ls ~/.local/share"), bash("git -C /work/app status"), bash("cd /work && ls"), bash("gitmemory approve"), bash("my-gitmem approve"),
		bash("npm run approve"), bash("vim gitmem/approve.go"), bash("git add gitmem && git commit -m approve"),
		bash("if then fi gitmemx approve"),
		{Tool: "mcp__gitmem__memory_propose", ToolInput: `{"action":"add","content":"gitmem approve","reason":"x"}`},
		{Tool: "Task", ToolInput: `{"prompt":"look into /work/app/.gitmem","description":"gitmem approve"}`},
		{Tool: "Grep", ToolInput: `{"pattern":"approve","path":"/work/app/src"}`},
	} {
		if why := guarded.Judge(in); why != "" {
			t.Errorf("%s %s: %s", in.Tool, in.ToolInput, why)
		}
	}
}

func TestOutput(t *testing.T) {
	start, _ := agent.Find(agent.ClaudeCode, "SessionStart")
	before, _ := agent.Find(agent.Codex, "PreToolUse")
	for want, got := range map[string][]byte{
		"": agent.Output{}.Bytes(start),
		`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"<a> & \"b\""}}` + "\n": agent.Output{Context: `<a> & "b"`}.Bytes(start),
		`{"systemMessage":"2 wait"}` + "\n": agent.Output{Notice: "2 wait"}.Bytes(start),
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}` + "\n": agent.Output{Deny: "no"}.Bytes(before),
	} {
		if string(got) != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
