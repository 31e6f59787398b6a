//go:build unix

package cmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// refusedWays are direct ways for an agent to decide that end with exit code 7
// and change nothing: a mark, or several, and words of the shell. See person.lay
// for the variables.
var refusedWays = []struct{ marks, command string }{
	// by the marks of each agent that is known
	{"CLAUDECODE=1", "gitmem approve $A --yes"},
	{"CLAUDE_CODE_ENTRYPOINT=cli", "gitmem approve $A --yes"},
	{"CODEX_SANDBOX=seatbelt", "gitmem approve $A --yes"},
	{"CODEX_THREAD_ID=t", "gitmem approve $A --yes"},
	{"CODEX_SANDBOX_NETWORK_DISABLED=1", "gitmem approve $A --yes"},
	{"CURSOR_AGENT=1", "gitmem approve $A --yes"},
	{"GEMINI_CLI=1", "gitmem approve $A --yes"},
	{"OPENCODE=1", "gitmem approve $A --yes"},
	{"CLINE_ACTIVE=true", "gitmem approve $A --yes"},
	{"AI_AGENT=some", "gitmem approve $A --yes"},
	{"", "gitmem approve $A --yes --agent claude-code"},
	{"", "gitmem --agent user approve $A --yes"},
	// each command that decides
	{"CLAUDECODE=1", "gitmem apply --yes"},
	{"CLAUDECODE=1", "gitmem review"},
	{"CLAUDECODE=1", "gitmem review --auto"},
	{"CLAUDECODE=1", "gitmem reject $A --yes"},
	{"CLAUDECODE=1", "gitmem undo $D --yes"},
	{"CLAUDECODE=1", "gitmem revive $D --yes"},
	{"CLAUDECODE=1", "gitmem adopt --yes"},
	{"CLAUDECODE=1", "gitmem edit"},
	{"CLAUDECODE=1", "gitmem edit $A --reason better"},
	{"CLAUDECODE=1", "gitmem recover resolve o0123456789abcdef --keep after --yes"},
	{"CLAUDECODE=1", "gitmem learn confirm $E --yes"},
	{"CLAUDECODE=1", "gitmem learn confirm --session s --yes"},
	{"CLAUDECODE=1", "gitmem learn solved $E 'So.' --yes"},
	{"CLAUDECODE=1", "gitmem learn forget $E --yes"},
	{"CLAUDECODE=1", "gitmem learn promote $E --yes"},
	{"CLAUDECODE=1", "gitmem learn feedback m1 positive 0 --session s"},
	{"CLAUDECODE=1", "gitmem trust --yes"},
	{"CLAUDECODE=1", "gitmem stores attach $STORE --yes"},
	{"CLAUDECODE=1", "gitmem stores forget $STORE --yes"},
	{"CLAUDECODE=1", "gitmem session delete s --derived clean --yes"},
	{"CLAUDECODE=1", "gitmem session policy s --generation enabled --yes"},
	{"CLAUDECODE=1", "gitmem session exclude s --yes"},
	{"CLAUDECODE=1", "gitmem off --yes"},
	{"CLAUDECODE=1", "gitmem hooks uninstall --yes"},
	{"CLAUDECODE=1", "gitmem setup claude-code --yes"},
	{"CLAUDECODE=1", "gitmem setup codex --remove --yes"},
	// settings that loosen
	{"CLAUDECODE=1", "gitmem config set approvals.from_agents allow --yes"},
	{"CLAUDECODE=1", "gitmem config set memory.promotion automatic --yes"},
	{"CLAUDECODE=1", "gitmem config set memory.auto_confidence 0 --yes"},
	{"CLAUDECODE=1", "gitmem config set approvals.require_signature false --yes"},
	{"CLAUDECODE=1", "gitmem config set approvals.allowed_signers /dev/null --yes"},
	{"CLAUDECODE=1", "GITMEM_APPROVALS_FROM_AGENTS=allow gitmem approve $A --yes"},
	{"CLAUDECODE=1", "mkdir -p $WORK/c/gitmem; echo 'approvals: {from_agents: allow}' > $WORK/c/gitmem/config.yaml; XDG_CONFIG_HOME=$WORK/c gitmem approve $A --yes"},
	// answers that are no authority
	{"CLAUDECODE=1", "yes | gitmem approve $A"},
	{"CLAUDECODE=1", "echo y | gitmem review"},
	{"CLAUDECODE=1", "gitmem approve $A --yes </dev/null"},
	{"CLAUDECODE=1", "gitmem approve $A --yes --json"},
	{"CLAUDECODE=1", "gitmem approve $A --dry-run"},
	{"CLAUDECODE=1", "gitmem --store $STORE approve $A --yes"},
	{"CLAUDECODE=1", "cd / && gitmem --store $STORE undo $D --yes"},
	{"CLAUDECODE=1", "gitmem approve $A $A $A --yes --quiet"},
	// another process, another name, part of the marks taken away
	{"CLAUDECODE=1", "sh -c 'sh -c \"gitmem approve $A --yes\"'"},
	{"CLAUDECODE=1", "setsid gitmem approve $A --yes"},
	{"CLAUDECODE=1", "nohup gitmem approve $A --yes"},
	{"CLAUDECODE=1", "echo 'gitmem approve '$A' --yes' > x.sh; sh x.sh"},
	{"CLAUDECODE=1", "git -c alias.ok='!gitmem approve '$A' --yes' ok; test $? -ne 0 && exit 7"},
	{"CLAUDECODE=1 CLAUDE_CODE_ENTRYPOINT=cli", "env -u CLAUDECODE gitmem approve $A --yes"},
	{"CLAUDECODE=1 CODEX_SANDBOX=seatbelt", "CLAUDECODE= gitmem approve $A --yes"},
	{"CLAUDECODE=1", "gitmem approve $A --yes --agent ''"},
	{"CLAUDECODE=1", "GIT_AUTHOR_NAME=Ada GIT_COMMITTER_NAME=Ada gitmem approve $A --yes"},
	{"CLAUDECODE=1", "GIT_DIR=$STORE/.git GIT_WORK_TREE=$STORE gitmem approve $A --yes"},
	// what a person said in private
	{"CLAUDECODE=1", "gitmem session show s"},
	{"CLAUDECODE=1", "gitmem receipt show r0123456789abcdef"},
	{"CLAUDECODE=1", "gitmem jobs show j0123456789abcdef"},
}

func TestAgentIsRefused(t *testing.T) {
	p := newPerson(t)
	p.lay()
	p.env = append(p.env, "WORK="+p.work)
	for _, words := range []string{sessionImport, "gitmem hooks install -q"} {
		if out, code := p.shell("", words); code != 0 {
			t.Fatal(out)
		}
	}
	before := p.everything()
	for _, w := range refusedWays {
		out, code := p.shell(w.marks, w.command)
		if code != 7 || !strings.Contains(out, "refused") && !strings.Contains(out, "person's decision") {
			t.Errorf("%s %s: exit code %d: %s", w.marks, w.command, code, out)
		}
		if now := p.everything(); now != before {
			t.Errorf("%s %s changed something:\n%s\nbefore:\n%s", w.marks, w.command, now, before)
			before = now
		}
	}
	// The same at a terminal.
	p.env = append(p.env, "CLAUDECODE=1")
	s := p.sit("approve", p.variable("A"))
	if code := s.ends(); code != 7 {
		t.Errorf("at a terminal: exit code %d: %s", code, s.text)
	}
}

// variable is the value of one in the environment of the shell.
func (p *person) variable(name string) (value string) {
	for _, entry := range p.env {
		if rest, ok := strings.CutPrefix(entry, name+"="); ok {
			value = rest
		}
	}
	return value
}

// everything is what an agent must not change.
func (p *person) everything() string {
	p.Helper()
	out, _ := p.shell("", `git -C $STORE rev-parse HEAD; git -C $STORE status --porcelain; cat $STORE/MEMORY.md $STORE/.git/hooks/pre-commit; ls $STORE/candidates
		cat $XDG_CONFIG_HOME/gitmem/config.yaml 2>/dev/null; git config --list --local; ls -a $HOME/.claude $HOME/.codex 2>/dev/null; gitmem session list; gitmem stores list`)
	return out
}

// shownWays are ways around the commands. None can be stopped by a program of
// the same account; each is kept from prompts where it can be, and shown: after
// the command that an agent runs, a command that a person runs says so.
var shownWays = []struct {
	name, command string
	look, says    string // a command of a person, and what it says
	prompts       bool   // its text may reach prompts: a decision that is recorded as one
}{
	// editing the memory
	{"append", "echo '- Sneaked in.' >> $STORE/MEMORY.md", "gitmem status", "hand edits that were not adopted", false},
	{"replace in place", "sed -i 's/This is applied/Sneaked in/' $STORE/MEMORY.md", "gitmem status", "hand edits that were not adopted", false},
	{"rename over it", "echo '- Sneaked in.' > new; mv new $STORE/MEMORY.md", "gitmem status", "hand edits that were not adopted", false},
	{"empty it", ": > $STORE/MEMORY.md", "gitmem status", "damaged|hand edits", false},
	{"delete it", "rm $STORE/MEMORY.md", "gitmem status", "damaged|hand edits", false},
	{"link it elsewhere", "echo '- Sneaked in.' > o; rm $STORE/MEMORY.md; ln -s $PWD/o $STORE/MEMORY.md", "gitmem status", "symbolic|symlink|link", false},
	{"hide it from git", "git -C $STORE update-index --assume-unchanged MEMORY.md; echo '- Sneaked in.' >> $STORE/MEMORY.md", "gitmem status", "hand edits that were not adopted", false},
	{"stage it", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE add -A", "gitmem status", "hand edits that were not adopted", false},
	// commits by hand
	{"commit", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qam x", "gitmem verify", "by hand, by Ada Lovelace, not adopted", false},
	{"commit without hooks", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qnam x", "gitmem status", "hand edits that were not adopted", false},
	{"commit with hooks installed", "gitmem hooks install -q; echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qam x", "gitmem verify", "by hand, by Ada Lovelace, not adopted", false},
	{"commit as somebody", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE -c user.name=gitmem commit -qam 'apply' --author 'Ada <ada@example.org>'", "gitmem verify", "not adopted", false},
	{"git variables", "echo '- Sneaked in.' >> $STORE/MEMORY.md; GIT_DIR=$STORE/.git GIT_WORK_TREE=$STORE git commit -qam x", "gitmem verify", "not adopted", false},
	{"forged trailers", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qam \"apply\n\nMemory-Op: apply\nMemory-Operation: o0123456789abcdef\nMemory-Actor: user\nMemory-Via: terminal\"", "gitmem verify", "[1-9] problem", false},
	{"forged trailers with the path", "B=$(git -C $STORE rev-parse HEAD:MEMORY.md); echo '- Sneaked in.' >> $STORE/MEMORY.md; " +
		"git -C $STORE commit -qam \"apply\n\nMemory-Op: apply\nMemory-Operation: o0123456789abcdef\nMemory-Path: MEMORY.md\nMemory-Before: $B\nMemory-After: $(git -C $STORE hash-object MEMORY.md)\nMemory-Actor: user\nMemory-Via: terminal\"", "gitmem verify", "[1-9] problem", true},
	{"the trailers of a settlement", "B=$(git -C $STORE rev-parse HEAD:MEMORY.md); echo '- Sneaked in.' >> $STORE/MEMORY.md; " +
		"git -C $STORE commit -qam \"settle\n\nMemory-Op: settle\nMemory-Operation: o0123456789abcdef\nMemory-Path: MEMORY.md\nMemory-Before: $B\nMemory-After: $(git -C $STORE hash-object MEMORY.md)\nMemory-Actor: system\"", "gitmem verify", "[1-9] problem", true},
	{"the trailers of a policy", "B=$(git -C $STORE rev-parse HEAD:MEMORY.md); echo '- Sneaked in.' >> $STORE/MEMORY.md; " +
		"git -C $STORE commit -qam \"apply\n\nMemory-Op: apply\nMemory-Operation: o0123456789abcdef\nMemory-Path: MEMORY.md\nMemory-Before: $B\nMemory-After: $(git -C $STORE hash-object MEMORY.md)\nMemory-Actor: system\nMemory-Via: policy\nMemory-Policy: automatic\"", "gitmem verify", "[1-9] problem", true},
	{"amend an operation", "echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qa --amend --no-edit", "gitmem verify", "[1-9] problem", false},
	{"plumbing", "git -C $STORE update-ref HEAD $(git -C $STORE commit-tree -p HEAD -m x $(git -C $STORE mktree </dev/null))", "gitmem status", "hand edits|damaged", false},
	{"another branch", "git -C $STORE switch -qc other; echo '- Sneaked in.' >> $STORE/MEMORY.md; git -C $STORE commit -qam x", "gitmem status", "HEAD of .* is on refs/heads/other", false},
	{"take the history back", "git -C $STORE reset -q --hard HEAD~2", "gitmem status", "the history of .* was replaced: commit", false},
	{"put another history there", "git -C $STORE commit -q --amend -m 'what was never said'", "gitmem status", "the history of .* was replaced: commit", false},
	// records
	{"write a decision", "sed -i 's/^decision:.*/decision: approve/' $STORE/candidates/$A.md", "gitmem status", "decision is written and not carried out", false},
	{"write it applied", "sed -i 's/^status: pending/status: applied/' $STORE/candidates/$A.md", "gitmem status", "invalid: .*candidates/", false},
	{"make it a person's", "sed -i 's/^actor: .*/actor: reflection/' $STORE/candidates/$A.md", "gitmem status", "invalid: .*candidates/", false},
	{"change what waits", "sed -i 's/Use pnpm/Sneaked in/' $STORE/candidates/$A.md", "gitmem status", "1 open candidate was edited by hand", false},
	{"change what waits, committed", "sed -i 's/Use pnpm/Sneaked in/' $STORE/candidates/$A.md; git -C $STORE commit -qam x", "gitmem log --op hand", "Ada Lovelace", false},
	{"a candidate of its own", "sed s/$A/c0123456789abcdef/ $STORE/candidates/$A.md > $STORE/candidates/c0123456789abcdef.md", "gitmem status", "invalid: .*was not made by gitmem", false},
	{"rewrite a settled one", "f=$(find $STORE/candidates -name $D.md); sed -i 's/by: user/by: tool/' $f; git -C $STORE commit -qam x", "gitmem verify", "[1-9] problem", false},
	{"delete a settled one", "f=$(find $STORE/candidates -name $D.md); git -C $STORE rm -q $f; git -C $STORE commit -qm x", "gitmem verify", "[1-9] problem", false},
	{"confirm by hand", "f=$(find $STORE/experiences -name $E.md); sed -i 's/^status: held/status: active/' $f; git -C $STORE commit -qam x", "gitmem verify", "[1-9] problem", false},
	{"confirm by hand, not committed", "f=$(find $STORE/experiences -name $E.md); sed -i 's/^status: held/status: active/' $f", "gitmem check", "experiences/.*status", false},
	// settings
	{"loosen in the store", "printf 'settings:\\n  memory: {promotion: automatic}\\n' >> $STORE/store.yaml; gitmem propose --action add --content 'Sneaked in.' --reason r --confidence 1", "gitmem config check", "memory.promotion", false},
	{"let agents decide in the store", "printf 'settings:\\n  approvals: {from_agents: allow}\\n' >> $STORE/store.yaml", "gitmem status", "approvals.from_agents cannot be set by a store", false},
	{
		"let agents decide in the own file", "mkdir -p $XDG_CONFIG_HOME/gitmem; echo 'approvals: {from_agents: allow}' > $XDG_CONFIG_HOME/gitmem/config.yaml; gitmem add 'Sneaked in.' --confidence 1 --reason r",
		"gitmem status", "1 decision was made by an agent", true,
	},
	{
		"promote in the own file", "mkdir -p $XDG_CONFIG_HOME/gitmem; echo 'memory: {promotion: automatic}' > $XDG_CONFIG_HOME/gitmem/config.yaml; gitmem add 'Sneaked in.' --confidence 1 --reason r",
		"gitmem status", "1 change was applied without a person", true,
	},
	// without the marks an agent is a person, who has no terminal
	{"without the mark", "env -u CLAUDECODE gitmem add 'Sneaked in.'", "gitmem log -n 1", "Ada Lovelace, flag", true},
	{"an empty environment", "env -i HOME=$HOME PATH=$PATH GIT_CONFIG_GLOBAL=$GIT_CONFIG_GLOBAL gitmem approve $A --yes", "gitmem blame", "approved by Ada Lovelace \\(flag\\)", true},
	// the project and the receipts
	{"bind it to nothing", "git config gitmem.store g0123456789abcdef", "gitmem status", "g0123456789abcdef", false},
	{"rewrite a receipt", "gitmem context >/dev/null; find $HOME/.local/state/gitmem -path '*receipts*' -type f | xargs sed -i 's/This is applied/Sneaked in/'", "gitmem receipt verify", "damaged|broken|digest", false},
}

func TestAgentIsShown(t *testing.T) {
	for i, w := range shownWays {
		t.Run(fmt.Sprint(i, " ", w.name), func(t *testing.T) {
			t.Parallel()
			p := newPerson(t)
			p.lay()
			p.run("gitmem", "status") // as at the start of a session
			said, _ := p.shell("CLAUDECODE=1", w.command)
			if out, _ := p.shell("", w.look); !regexp.MustCompile(w.says).MatchString(out) {
				t.Errorf("%s says nothing of it:\n%s\nto the agent was said:\n%s", w.look, out, said)
			}
			if out, _ := p.shell("CLAUDECODE=1", "gitmem context"); !w.prompts && strings.Contains(out, "Sneaked in") {
				t.Errorf("it is in the context:\n%s", out)
			}
		})
	}
}

// Where signatures are required, a decision without the marks is refused, and
// a commit by hand that looks like one is a problem.
func TestAgentCannotSign(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("no ssh-keygen on this machine")
	}
	for i, w := range []struct {
		command string
		says    string // by the command, or by verify
	}{
		{"env -u CLAUDECODE gitmem approve $A --yes", "cannot|could not sign"},
		{"git config --global commit.gpgsign false; env -u CLAUDECODE gitmem approve $A --yes", "git is not set up to sign"},
		{"git -C $STORE config commit.gpgsign false; env -u CLAUDECODE gitmem approve $A --yes", "git is not set up to sign"},
		{"ssh-keygen -q -t ed25519 -N '' -f mine; git config --global user.signingkey $PWD/mine; env -u CLAUDECODE gitmem approve $A --yes", "which does not stand in"},
		{"ssh-keygen -q -t ed25519 -N '' -f mine; printf '[user]\\nname=Ada\\nemail=ada@example.org\\nsigningkey=%s\\n[gpg]\\nformat=ssh\\n[commit]\\ngpgsign=true\\n' $PWD/mine > c; GIT_CONFIG_GLOBAL=$PWD/c env -u CLAUDECODE gitmem approve $A --yes", "which does not stand in"},
		{"GITMEM_APPROVALS_REQUIRE_SIGNATURE=false env -u CLAUDECODE gitmem approve $A --yes", "could not sign"},
		{"printf 'settings:\\n  approvals: {require_signature: false}\\n' >> $STORE/store.yaml; env -u CLAUDECODE gitmem approve $A --yes", "could not sign"},
		{
			"git config --global commit.gpgsign false; mkdir -p c/gitmem; XDG_CONFIG_HOME=$PWD/c env -u CLAUDECODE gitmem approve $A --yes; mv $XDG_CONFIG_HOME/gitmem o; env -u CLAUDECODE gitmem approve $A --yes; mv o $XDG_CONFIG_HOME/gitmem",
			"the decision apply by Ada Lovelace: it carries no ssh signature",
		},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := newPerson(t)
			p.lay()
			if out, code := p.shell("", signing+" && gitmem add 'Signed.'"); code != 0 {
				t.Fatal(out)
			}
			if err := os.Remove(filepath.Join(p.work, "home", "key")); err != nil { // the person's key is not here for an agent
				t.Fatal(err)
			}
			out, _ := p.shell("CLAUDECODE=1", w.command)
			verified, code := p.shell("", "gitmem verify")
			if !regexp.MustCompile(w.says).MatchString(out + verified) {
				t.Errorf("said: %s\nverify: %s", out, verified)
			}
			if applied := strings.Contains(p.memory(), "Use pnpm"); applied != (code == 9) {
				t.Errorf("applied: %v, verify: %d %s", applied, code, verified)
			}
		})
	}
}

// harmlessWays are commands that an agent may run: they read, or lay something
// before a person.
var harmlessWays = []string{
	"gitmem", "gitmem --help", "gitmem help", "gitmem help exit-codes", "gitmem --version", "gitmem version", "gitmem version --json",
	"gitmem approve --help", "gitmem learn help", "gitmem completion bash", "gitmem __complete show c",
	"gitmem status", "gitmem status --json", "gitmem --global init -q", "gitmem status --global", "gitmem path", "gitmem path --json",
	"gitmem list", "gitmem list --all", "gitmem list --json", "gitmem list --json=lines", "gitmem list --status applied", "gitmem list --no-color",
	"gitmem show $D", "gitmem show $A", "gitmem show $E", "gitmem show $D --json", "gitmem log", "gitmem log -n 1", "gitmem log --op apply", "gitmem log --id $D", "gitmem log --json",
	"gitmem blame", "gitmem blame --json", "gitmem blame --earlier 0", "gitmem diff", "gitmem diff --json", "gitmem why applied", "gitmem search applied", "gitmem search applied --json",
	"gitmem verify", "gitmem verify --json", "gitmem check", "gitmem check --json", "gitmem doctor", "gitmem export", "gitmem export --json",
	"gitmem context", "gitmem context --json", "gitmem receipt list", "gitmem receipt verify", "gitmem learn status", "gitmem learn status --all", "gitmem learn status --json",
	"gitmem session list", "gitmem jobs list", "gitmem index status", "gitmem config list", "gitmem config get memory.promotion", "gitmem config check", "gitmem stores list", "gitmem hooks status",
	"gitmem recover", "gitmem recover --dry-run", "gitmem add 'By the way.' --confidence 0.5 --reason r --dry-run",
	"gitmem propose --action add --content 'By the way.' --confidence 0.5 --reason r", "gitmem add 'And this.' --confidence 0.5 --reason r", "gitmem remove applied --confidence 0.5 --reason r",
	"gitmem learn note 'Noted.' --confidence 0.5", "gitmem learn issue 'It breaks.' --confidence 0.5",
	"git status", "git log", "git commit -q --allow-empty -m x", "git -C $STORE log -1", "cat $STORE/MEMORY.md", "ls $STORE", "grep -rn gitmem .", "echo approve",
}

func TestAgentMay(t *testing.T) {
	p := newPerson(t)
	p.lay()
	memory := p.memory()
	for _, words := range harmlessWays {
		if out, code := p.shell("CLAUDECODE=1", words); code != 0 && !(strings.HasPrefix(words, "grep") && code == 1) {
			t.Errorf("%s: exit code %d: %s", words, code, out)
		}
	}
	if now := p.memory(); now != memory {
		t.Errorf("the memory is\n%s\nand was\n%s", now, memory)
	}
	if out := p.run("gitmem", "log", "--json"); strings.Contains(out, `"via": "flag",\n    "author": "gitmem`) {
		t.Errorf("an agent decided: %s", out)
	}
	if out := p.run("gitmem", "status"); strings.Contains(out, "by an agent") || strings.Contains(out, "without a person") {
		t.Error(out)
	}
}

// The lists are as long as they are promised to be.
func TestWaysAreMany(t *testing.T) {
	if n := len(refusedWays) + len(shownWays); n < 60 {
		t.Errorf("%d direct ways to edit or decide", n)
	}
	if n := len(harmlessWays); n < 60 {
		t.Errorf("%d harmless commands", n)
	}
}
