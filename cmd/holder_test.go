package cmd_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gitmem/index"
	"gitmem/repo"
)

// hold starts a process that holds the index of STORE and does not let go: open
// for reading, or besides with the lock of those that write it. It sets HOLDER
// to its process id.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 1 && (args[0] == "reading" || args[0] == "writing"), "hold reading|writing")
	holder := exec.Command("holder", ts.Getenv("STORE"), args[0])
	holder.Stderr = os.Stderr
	for _, name := range []string{"HOME", "PATH", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"} {
		holder.Env = append(holder.Env, name+"="+ts.Getenv(name))
	}
	out, err := holder.StdoutPipe()
	ts.Check(err)
	ts.Check(holder.Start())
	ts.Defer(func() {
		_ = holder.Process.Kill()
		_ = holder.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "holding\n" {
		ts.Fatalf("the holder says %q: %v", line, err)
	}
	ts.Setenv("HOLDER", strconv.Itoa(holder.Process.Pid))
}

// holder is the program of that process.
func holder() {
	s, err := repo.Open(os.Args[1], repo.Options{Env: repo.ReadEnv(os.Getenv)})
	if err == nil {
		ix := index.Open(s, index.Options{})
		_, err = ix.Search(context.Background(), index.Query{Text: "pnpm"})
	}
	if err == nil && os.Args[2] == "writing" {
		_, err = repo.TryLockFile(context.Background(), filepath.Join(s.State, "index", "lock"), time.Second)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("holding")
	time.Sleep(time.Hour)
}
