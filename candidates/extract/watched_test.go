package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gitmem/candidates/model/modeltest"
)

// A whole run changes the private queue, the kept requests, caches and what its
// commit holds, and nothing else in the home, the project or the store. Its only
// connection goes to the configured address, and no remote is asked.
func TestWhatARunChanges(t *testing.T) {
	b := newBench(t)
	remote := filepath.Join(b.home, "remote.git")
	b.git("init", "-q", "--bare", remote)
	b.git("remote", "add", "origin", remote)
	project := filepath.Join(b.home, "app")
	b.must(os.MkdirAll(project, 0o755))
	b.gitIn(project, "init", "-q")
	b.must(os.WriteFile(filepath.Join(project, "go.mod"), []byte("module app\n"), 0o644))
	b.hand("Use node 22.")
	b.must(os.MkdirAll(filepath.Join(b.root, ".git", "hooks"), 0o755))
	for _, hook := range []string{"pre-commit", "post-commit", "commit-msg", "reference-transaction"} {
		b.must(os.WriteFile(filepath.Join(b.root, ".git", "hooks", hook), []byte("#!/bin/sh\ntouch \"$HOME/hook-ran\"\n"), 0o755))
	}
	p, s := b.wire(modeltest.OpenAI, true, modeltest.Always(good()))
	before := files(t, b.home)
	_, err := p.Admit("s-talk")
	b.must(err)
	b.clock.sleep(7 * 3600e9)
	report, err := p.Run(ctx, 5)
	b.must(err)
	if len(report.Done) != 1 || report.Done[0].Err != nil || len(s.Sent()) != 1 || s.Sent()[0].Path != "/v1/chat/completions" {
		t.Fatalf("%+v, %d requests", report, len(s.Sent()))
	}
	committed := strings.Fields(b.git("show", "--name-only", "--format=", "HEAD"))
	for _, name := range changed(before, files(t, b.home)) {
		if rel, ok := strings.CutPrefix(name, "store/"); ok && slices.Contains(committed, rel) {
			continue
		}
		if !mayChange().MatchString(name) {
			t.Errorf("%s was changed", name)
		}
	}
	if len(committed) != 3 {
		t.Errorf("the commit holds %v", committed)
	}
	b.sound()
}

// mayChange are the private files of a run, and those in which git keeps a commit.
func mayChange() *regexp.Regexp {
	private := `\.local/state/gitmem/[^/]+/(queue|requests)/.*|\.local/state/gitmem/[^/]+/caches/.*|\.local/state/gitmem/[^/]+/[a-z-]*lock`
	git := `store/\.git/(objects/.*|index|logs/HEAD|logs/refs/heads/[^/]+|refs/heads/[^/]+|gitmem/.*|gitmem[^/]*)`
	return regexp.MustCompile(`^(` + private + `|` + git + `)$`)
}

// changed names the files in which two states differ.
func changed(before, after map[string]string) []string {
	var out []string
	for name, text := range after {
		if was, ok := before[name]; !ok || was != text {
			out = append(out, name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// X06: what was refused or taken out is stored nowhere. The secret of the
// transcript is in no request, record, job file or commit, whatever was answered.
func TestSecretOfTheTranscriptIsStoredNowhere(t *testing.T) {
	b := newBench(t)
	talk := pnpmTalk()
	talk[1].Tools[0].Command, talk[1].Tools[0].Output = "NPM_TOKEN="+token+" npm i", "401 for "+token+"\nno package-lock.json"
	talk[1].Tools[0].Target, talk[4].Text = "https://ann:"+token+"@npm.example", "Installed with "+token+"."
	b.talk("s-secret", talk...)
	p, s := b.wire(modeltest.OpenAI, true, modeltest.InTurn(modeltest.Reply{Status: 500, Message: "cannot parse " + token}, good()))
	for range 2 {
		_, err := p.Reflect(ctx, "s-secret", ScopeTurn)
		b.must(err)
	}
	if len(s.Sent()) != 2 || len(b.settled()) != 1 {
		t.Fatalf("%d requests, %+v", len(s.Sent()), b.settled())
	}
	for _, sent := range s.Sent() {
		if strings.Contains(string(sent.Body), token) {
			t.Error("a request was sent with the secret")
		}
	}
	for name, text := range files(t, b.home) {
		if strings.Contains(text, token) && !strings.Contains(name, "/sessions/") {
			t.Errorf("%s holds the secret", name)
		}
	}
	if strings.Contains(b.git("log", "--all", "-p"), token) || strings.Contains(b.git("cat-file", "--batch-all-objects", "--batch", "--buffer"), token) {
		t.Error("an object of the store holds the secret")
	}
	b.sound()
}
