package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// EachSize measures for every number of a list such as "100,1000" and says whether all targets were met.
func EachSize(list string, measure func(files int) (met bool, err error)) (bool, error) {
	all := true
	for size := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return false, err
		}
		met, err := measure(n)
		if err != nil {
			return false, err
		}
		all = all && met
	}
	return all, nil
}

// Status prints the error, if there is one, and gives the exit code of a benchmark: 1 after an error or a missed target.
func Status(met bool, err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !met {
		return 1
	}
	return 0
}

// Programs compiles the empty program, whose time is that of a start-up, and gitmem itself, into the home.
func (b *Bench) Programs() (empty, gitmem string, err error) {
	if empty, err = b.build("./cmd/bench/empty"); err != nil {
		return "", "", err
	}
	gitmem, err = b.build("./cmd/gitmem")
	return empty, gitmem, err
}

// build compiles a program of this module into the home and returns its path.
func (b *Bench) build(pkg string) (string, error) {
	path := filepath.Join(b.Home, filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", path, pkg)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go build %s: %w", pkg, err)
	}
	return path, nil
}
