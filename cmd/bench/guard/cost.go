package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"gitmem/cmd/bench"
	"gitmem/memfile/guard"
)

const (
	firstFlag = "first"
	processes = 21  // fresh ones, of which the median counts
	rounds    = 200 // warm scans, of which the median counts
)

// cleanText is a resident memory of about n bytes, with words such as token
// and key that make the secret rules look twice.
func cleanText(n int) string {
	const entries = "- Use pnpm, never npm, in this repository.\n- Run `make lint` before a commit; it takes twenty seconds.\n" +
		"- The token service caches keys for 5 minutes (see docs/auth.md).\n- Ask before a push to main.\n"
	return strings.Repeat(entries, 1+n/len(entries))[:n]
}

func timeOnce(text string) time.Duration {
	start := time.Now()
	guard.Scan(text, guard.Resident, guard.Options{Actor: "tool"})
	return time.Since(start)
}

// printCost times the scan of a short and of a full memory, the first one of a
// process and later ones.
func printCost(w io.Writer) {
	for _, size := range []int{200, 2000} {
		first, err := fresh(size)
		if err != nil {
			fmt.Fprintf(w, "scan of %4d bytes  not measured in a fresh process: %v\n", size, err)
			continue
		}
		text, warm := cleanText(size), make([]time.Duration, rounds)
		for i := range warm {
			warm[i] = timeOnce(text)
		}
		fmt.Fprintf(w, "scan of %4d bytes  %.2f ms as the first of a process, %.3f ms after\n", size, bench.Milliseconds(first), bench.Milliseconds(bench.Median(warm)))
	}
}

// fresh runs this program anew for each measurement.
func fresh(size int) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	times := make([]time.Duration, processes)
	for i := range times {
		out, err := exec.Command(self, "-"+firstFlag, "-size", strconv.Itoa(size)).Output()
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		if err != nil {
			return 0, err
		}
		times[i] = time.Duration(n)
	}
	return bench.Median(times), nil
}
