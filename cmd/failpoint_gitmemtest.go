//go:build gitmemtest && unix

package cmd

import (
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"gitmem/repo/gitdir"
)

// clock is pinned by GITMEM_NOW, a time by RFC 3339.
func clock(getenv func(string) string) func() time.Time {
	at, err := time.Parse(time.RFC3339, getenv("GITMEM_NOW"))
	if err != nil {
		return nil
	}
	return func() time.Time { return at }
}

// seed pins ids by GITMEM_SEED, a number.
func seed(getenv func(string) string) io.Reader {
	n, err := strconv.ParseUint(getenv("GITMEM_SEED"), 10, 64)
	if err != nil {
		return nil
	}
	var key [32]byte
	for i := range 8 {
		key[i] = byte(n >> (8 * i))
	}
	return rand.NewChaCha8(key)
}

// failpoint kills the process at the N-th passage of a named step, by
// GITMEM_FAILPOINT=<name>[:N]. The name any counts every step. With
// GITMEM_FAILPOINT_LOG the passages are appended to that file.
func failpoint(getenv func(string) string) gitdir.Probe {
	name, count, _ := strings.Cut(getenv("GITMEM_FAILPOINT"), ":")
	n, err := strconv.Atoi(count)
	if err != nil {
		n = 1
	}
	log := getenv("GITMEM_FAILPOINT_LOG")
	var mu sync.Mutex
	return func(step, path string) error {
		mu.Lock()
		defer mu.Unlock()
		if log != "" {
			logStep(log, step, path)
		}
		if step != name && name != "any" {
			return nil
		}
		if n--; n == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
}

func logStep(log, step, path string) {
	f, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString(step + "\t" + path + "\n")
}
