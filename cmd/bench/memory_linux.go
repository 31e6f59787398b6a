package bench

import (
	"os"
	"syscall"
)

// PeakMemory is the largest resident set of a finished command, in bytes; 0
// where the platform does not tell.
func PeakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss * 1024
}
