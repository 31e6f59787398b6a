//go:build unix

package cmd_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
)

// decidingCommands are commands that decide, and what they need before: words of
// the shell, in which $A is an open candidate, $D an applied one and $E a held
// experience. Each ends in a commit of the operation op.
var decidingCommands = []struct{ op, before, command string }{
	{"apply", "", "gitmem approve $A --yes"},
	{"apply", "", "gitmem add 'Run make lint.' --confidence 0.9 --reason seen"},
	{"apply", "", "gitmem replace applied 'Another.' --confidence 0.9 --reason seen"},
	{"apply", "", "gitmem remove applied --confidence 0.9 --reason seen"},
	{"apply", "sed -i 's/^decision:.*/decision: approve/' $STORE/candidates/$A.md", "gitmem apply --yes"},
	{"apply", "", "echo y | gitmem review"},
	{"reject", "", "gitmem reject $A --yes"},
	{"undo", "", "gitmem undo $D --yes"},
	{"revive", "gitmem reject $A --yes", "gitmem revive $A --yes"},
	{"adopt", "echo '- By hand.' >> $STORE/MEMORY.md", "gitmem adopt --yes"},
	{"adopt", `printf '#!/bin/sh\necho "- Edited." >> "$1"\n' > ed; chmod 755 ed`, "EDITOR=$PWD/ed gitmem edit"},
	{"edit", "", "gitmem edit $A --reason 'a better one'"},
	{"confirm", "", "gitmem learn confirm $E --yes"},
	{"forget", "", "gitmem learn forget $E --yes"},
	{"solve", "E=$(gitmem learn issue 'It hangs.' | grep -o 'e[0-9a-f]\\{16\\}')", "gitmem learn solved $E 'Restart it.' --yes"},
	{"promote", "gitmem learn confirm $E --yes", "gitmem learn promote $E --yes"},
	{"detach", sessionImport + "; gitmem learn record --kind outcome --title 'It builds' --summary 'It builds.' --session s --message m1", "gitmem session delete s --derived keep --yes"},
}

// byEditor are the commands that carry out what was written into a file.
var byEditor = []string{"gitmem apply --yes", "EDITOR=$PWD/ed gitmem edit"}

// sessionImport reads a conversation in.
const sessionImport = `printf '%s\n' '{"type":"user","uuid":"m1","sessionId":"s","timestamp":"2026-12-01T07:40:00Z","message":{"role":"user","content":"install"}}' > talk.jsonl && gitmem session import -q $PWD/talk.jsonl`

// notWalked are deciding operations that no command line reaches here, and why.
var notWalked = map[string]string{
	"resolve": "it needs a crash; see the package candidates", "revoke": "nothing does it yet", "purge": "nothing does it yet",
}

// However something is decided, the commit says how, and, where an agent did,
// which one.
func TestEveryDecisionSaysHow(t *testing.T) {
	walked := map[string]bool{}
	for _, d := range decidingCommands {
		walked[d.op] = true
		if !repo.Decides(memfile.Message{Op: d.op, Actor: memfile.ActorUser}) {
			t.Errorf("%s is no decision", d.op)
		}
	}
	p := newPerson(t)
	for _, op := range strings.Fields(p.run("gitmem", "__complete", "log", "--op", "")) {
		if repo.Decides(memfile.Message{Op: op, Actor: memfile.ActorUser}) && !walked[op] && notWalked[op] == "" {
			t.Errorf("no command here decides by %s", op)
		}
	}
	t.Run("person", func(t *testing.T) {
		walkDecisions(t, "", map[string]string{"Memory-Actor": "user", "Memory-Via": "flag", "Memory-Agent": ""})
	})
	t.Run("agent", func(t *testing.T) {
		walkDecisions(t, "mkdir -p $XDG_CONFIG_HOME/gitmem; echo 'approvals: {from_agents: allow}' > $XDG_CONFIG_HOME/gitmem/config.yaml",
			map[string]string{"Memory-Actor": "tool", "Memory-Via": "flag", "Memory-Agent": "claude-code"})
	})
	t.Run("signed", func(t *testing.T) {
		if _, err := exec.LookPath("ssh-keygen"); err != nil {
			t.Skip("no ssh-keygen on this machine")
		}
		walkDecisions(t, signing, map[string]string{"Memory-Actor": "user", "Memory-Via": "signed", "Memory-Agent": ""})
	})
}

// signing makes a key, allows it, and requires it.
const signing = `ssh-keygen -q -t ed25519 -N '' -f $HOME/key &&
	echo "ada@example.org $(cat $HOME/key.pub)" > $HOME/signers &&
	git config --global gpg.format ssh && git config --global user.signingkey $HOME/key && git config --global commit.gpgsign true &&
	mkdir -p $XDG_CONFIG_HOME/gitmem && printf 'approvals:\n  require_signature: true\n  allowed_signers: ~/signers\n' > $XDG_CONFIG_HOME/gitmem/config.yaml`

// walkDecisions makes every decision, each in surroundings of its own.
func walkDecisions(t *testing.T, settings string, want map[string]string) {
	for i, d := range decidingCommands {
		t.Run(fmt.Sprint(i, " ", d.op), func(t *testing.T) {
			t.Parallel()
			p := newPerson(t)
			p.shell("", settings)
			p.lay()
			mark := ""
			if want["Memory-Actor"] == "tool" {
				mark = "CLAUDECODE=1"
			}
			p.shell("", d.before)
			if out, code := p.shell(mark, d.command); code != 0 {
				t.Fatalf("exit code %d: %s", code, out)
			}
			want := maps.Clone(want)
			want["Memory-Op"] = d.op
			if want["Memory-Via"] == "flag" && slices.Contains(byEditor, d.command) {
				want["Memory-Via"] = "editor"
			}
			for key, value := range want {
				got := strings.TrimSpace(p.run("git", "-C", p.store, "log", "-1", "--format=%(trailers:key="+key+",valueonly)"))
				if got != value {
					t.Errorf("%s: %q, want %q", key, got, value)
				}
			}
			if want["Memory-Via"] == "signed" {
				p.run("git", "-C", p.store, "-c", "gpg.ssh.allowedSignersFile="+filepath.Join(p.work, "home", "signers"), "verify-commit", "HEAD")
			}
			p.run("gitmem", "verify")
		})
	}
}

// lay makes what a decision can be about, and names it in the environment of
// the shell.
func (p *person) lay() {
	p.Helper()
	p.shell("", "echo x > file; git add file; git commit -qm x --no-gpg-sign")
	p.env = append(p.env, "STORE="+p.store, "A="+p.propose("Use pnpm."))
	applied := regexp.MustCompile(`c[0-9a-f]{16}`).FindString(p.run("gitmem", "add", "This is applied."))
	held, code := p.shell("CODEX_SANDBOX=1", "gitmem learn note 'Seen in the log.' --confidence 0.7")
	if code != 0 {
		p.Fatal(held)
	}
	p.env = append(p.env, "D="+applied, "E="+regexp.MustCompile(`e[0-9a-f]{16}`).FindString(held))
}

// shell runs words of a shell in the project, with a variable more, and gives
// everything that was said and the exit code. What it exports it keeps.
func (p *person) shell(variable, words string) (string, int) {
	p.Helper()
	kept := filepath.Join(p.work, "kept")
	c := p.command("sh", "-c", words+"\ncode=$?\necho \"E=$E\" > "+kept+"\nexit $code")
	if variable != "" {
		c.Env = append(slices.Clone(c.Env), strings.Fields(variable)...)
	}
	out, err := c.CombinedOutput()
	code := c.ProcessState.ExitCode()
	if err != nil && code < 0 {
		p.Fatal(err)
	}
	if data, err := os.ReadFile(kept); err == nil && strings.TrimSpace(string(data)) != "E=" {
		p.env = append(p.env, strings.TrimSpace(string(data)))
	}
	return string(out), code
}
