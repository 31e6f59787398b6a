package guard

import (
	"bufio"
	"fmt"
	"os"
	"testing"
)

func TestProbe(t *testing.T) {
	f, _ := os.Open("/tmp/t1/probe.txt")
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if sc.Text() == "" {
			continue
		}
		fmt.Printf("%-40s | %s\n", rulesIn(sc.Text()), sc.Text())
	}
}
