package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"gitmem/cmd/bench"
)

// Limits of a process that imports, in bytes.
const (
	largeLimit = 100 << 20 // for a file of 1 GB with lines of up to 8 MiB
	longLimit  = 512 << 20 // for one line of 70 MiB
)

// large imports one large file, with lines from 1 KiB to 8 MiB.
func large(path string, megabytes int) (bool, error) {
	if megabytes == 0 {
		return true, nil
	}
	messages := 0
	err := written(path, func(w *bufio.Writer) error {
		fill := strings.Repeat("all work and no play ", 8<<20/21)
		for size, n := 0, 0; size < megabytes<<20; n++ {
			length := 1024 << (n % 14)
			if length > 8<<20-200 {
				length = 8<<20 - 200
			}
			kind := "assistant"
			if n%3 == 0 {
				kind = "user"
			}
			if _, err := fmt.Fprintf(w, `{"type":%q,"uuid":"u%d","sessionId":"s","message":{"role":%q,"content":[{"type":"text","text":"%s"}]}}`+"\n", kind, n, kind, fill[:length]); err != nil {
				return err
			}
			messages++
			size += length
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	defer os.Remove(path)
	peak, said, err := imported(path)
	if err != nil {
		return false, err
	}
	fmt.Printf("a file of %d MiB, %d messages, lines of up to 8 MiB: %d MiB of memory\n", megabytes, messages, peak>>20)
	if want := fmt.Sprintf("%d 0 0", messages); said != want {
		return false, fmt.Errorf("the import said %q, not %q", said, want)
	}
	return bench.Ratio{Name: "peak memory / 100 MiB", Got: float64(peak) / largeLimit, Target: 1}.Print(), nil
}

// longLine imports a file in which one line is longer than a line may be.
func longLine(path string) (bool, error) {
	err := written(path, func(w *bufio.Writer) error {
		for n, size := range []int{10, 10, 10, 16 << 20, 10, 10, 10, 70 << 20, 10} {
			if _, err := fmt.Fprintf(w, `{"id":"u%d","role":"user","text":"%s"}`+"\n", n, strings.Repeat("x", size)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	peak, said, err := imported(path)
	if err != nil {
		return false, err
	}
	fmt.Printf("a line of 16 MiB and one of 70 MiB: %d MiB of memory\n", peak>>20)
	if want := "8 1 8"; said != want { // eight messages; one line skipped, the eighth
		return false, fmt.Errorf("the import said %q, not %q", said, want)
	}
	return bench.Ratio{Name: "peak memory / 512 MiB", Got: float64(peak) / longLimit, Target: 1}.Print(), nil
}

func written(path string, fill func(*bufio.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := fill(w); err != nil {
		return err
	}
	return w.Flush()
}

// imported imports a file in a process of its own and gives that one's peak memory.
func imported(path string) (peak int64, said string, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, "", err
	}
	cmd := exec.Command(self, "-import", path)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, "", err
	}
	return bench.PeakMemory(cmd.ProcessState), strings.TrimSpace(string(out)), nil
}
