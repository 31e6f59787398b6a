package agent_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/hooks/agent"
)

// callVariable makes the test binary a runner that tells the address in it who
// it is.
const callVariable = "GITMEM_TEST_CALL"

func TestMain(m *testing.M) {
	if address := os.Getenv(callVariable); address != "" {
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		c, err := net.Dial("tcp", address)
		if err != nil {
			os.Exit(1)
		}
		dir, _ := os.Getwd()
		fmt.Fprintf(c, "%s\n%s\n%s\n", own(), dir, strings.Join(os.Environ(), " "))
		_ = c.Close()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestARunnerGoesOnByItself(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CLAUDECODE", "1")
	if err := agent.Start(agent.Runner{Program: self, Dir: dir, Log: log, Environ: append(agent.Environ(os.Environ()), callVariable+"="+l.Addr().String())}); err != nil {
		t.Fatal(err)
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var said []string
	for s := bufio.NewScanner(c); s.Scan(); {
		said = append(said, s.Text())
	}
	real, _ := filepath.EvalSymlinks(dir)
	if len(said) != 3 || said[0] != "own session" || said[1] != dir && said[1] != real || strings.Contains(said[2], "CLAUDECODE") {
		t.Errorf("%q", said)
	}
	// It has written before it called.
	if data, err := os.ReadFile(log); err != nil || string(data) != "out\nerr\n" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestALogIsBounded(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	start := func() error {
		return agent.Start(agent.Runner{Program: filepath.Join(t.TempDir(), "none"), Log: log})
	}
	if err := os.WriteFile(log, make([]byte, agent.MaxLog), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := start(); err == nil {
		t.Fatal("a program that is not there was started")
	}
	if info, err := os.Stat(log); err != nil || info.Size() != 0 || info.Mode().Perm()&0o077 != 0 {
		t.Error(info, err)
	}
	if info, err := os.Stat(log + ".old"); err != nil || info.Size() != agent.MaxLog {
		t.Error(info, err)
	}
}

func TestALogIsNotWrittenThroughALink(t *testing.T) {
	target, log := filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "log")
	if err := os.Symlink(target, log); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if err := agent.Start(agent.Runner{Program: os.DevNull, Log: log}); err == nil || !strings.Contains(err.Error(), "not a plain file") {
		t.Error(err)
	}
	if _, err := os.Lstat(target); err == nil {
		t.Error("it was written")
	}
}

func TestTheEnvironmentOfARunner(t *testing.T) {
	got := agent.Environ([]string{
		"HOME=/h", "PATH=/bin", "LC_ALL=C", "XDG_STATE_HOME=/s", "https_proxy=http://p", "NO_PROXY=x", "GITMEM_LOCK_TIMEOUT_MS=1", "MY_KEY=secret",
		"CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "AI_AGENT=x", "GIT_DIR=/x", "GIT_INDEX_FILE=/y", "ANTHROPIC_API_KEY=other", "OPENAI_BASE_URL=u", "LD_PRELOAD=/evil.so", "broken",
	}, "MY_KEY")
	want := []string{"HOME=/h", "PATH=/bin", "LC_ALL=C", "XDG_STATE_HOME=/s", "https_proxy=http://p", "NO_PROXY=x", "GITMEM_LOCK_TIMEOUT_MS=1", "MY_KEY=secret"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
