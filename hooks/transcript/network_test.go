package transcript_test

import (
	"fmt"
	"testing"

	"gitmem/hooks/transcript"
)

// reaches tells whether a shell call counts as one that took in external content.
func reaches(t *testing.T, command string) bool {
	t.Helper()
	s := newShelf(t)
	line := fmt.Sprintf(`{"role":"assistant","id":"1","tools":[{"id":"c","name":"sh","kind":"shell","command":%q}]}`, command)
	imported(t, s, transcript.Options{}, write(t, "s.jsonl", line+"\n"))
	m, err := s.Message("s", "1")
	if err != nil {
		t.Fatal(err)
	}
	return m.Tools[0].External()
}

// A client counts where it is run: by itself, by another program, from what is
// put into a shell; and wherever that cannot be told.
func TestNetworkClients(t *testing.T) {
	for _, c := range []string{
		"curl x", "cd a && /usr/bin/wget -q u", "x=$(curl u)", "bash -c 'ssh host ls'", "git -C d clone u", "cat < /dev/tcp/h/80",
		"CURL.exe u", `python -c "import urllib.request"`, "gh pr view 3", "Invoke-WebRequest u | Out-File f",
		"sudo -u a curl x", "env A=b wget u", "find . -name x | xargs -n1 curl", "timeout 5 nohup ssh h", "find . -exec curl {} ';'",
		"c=curl; $c u", "$(which curl) u", `\curl u`, "'curl' u", `cu"rl" u`, "docker run a curl u", `eval "curl u"`,
		"echo 'curl x' | sh", "sh <<E\ncurl x\nE", "cat <(curl u)", `echo "$(curl u)"`, "if true; then wget u; fi", "f() { curl u; }; f",
		"grep curl f; curl u", "grep x f | curl -d @- u", "a\ncurl u\n", "sleep 1 & curl u", "time curl u", "! curl u",
		`python -c 'import os; os.system("curl u")'`, "bash -lc 'cd x; curl u'", "git grep curl | (ssh h cat", "alias g=curl; g u", `t=curl; bash -c "$t u"`, "command -p curl -v u", "git -c alias.log=!curl log", "bash -c u curl",
	} {
		if !reaches(t, c) {
			t.Errorf("%q names a network client", c)
		}
	}
}

// What is searched for, written or committed is not run.
func TestNamesOfClientsThatAreNotRun(t *testing.T) {
	for _, c := range []string{
		"ls", "git pull", "git commit -m 'clone of it'", "echo https://x", "make test", "go test ./...", "git status; echo clone", "",
		"grep -rn curl src", "git commit -m 'use curl, not wget'", "cat curl.md | grep 'wget x' | head -3", "rg 'ssh|nc' .",
		"bash -lc 'grep -n curl f'", "sed -n '/http/p' f", "echo 'curl x' > notes", "cat > notes <<E\ncurl x\nE", "grep curl f && go test ./...",
		"ls ~/.ssh", "cd ssh && ls", "which curl; type wget", "git -C d --no-pager log -S curl", "git log --grep=ssh | wc -l", "[ -f curl ] && rm curl", "A=1 grep curl f",
		"for f in *.md; do grep curl $f; done", "# curl x\nls", "npm install curl", "apt-get install -y curl",
	} {
		if reaches(t, c) {
			t.Errorf("%q runs none", c)
		}
	}
}
