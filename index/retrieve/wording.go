package retrieve

import (
	"fmt"
	"strconv"
)

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// share is how full a resident file is: "63% — 1,390/2,200 chars".
func share(n, limit int) string {
	percent := 0
	if limit > 0 {
		percent = min(100, n*100/limit)
	}
	return fmt.Sprintf("%d%% — %s/%s chars", percent, thousands(n), thousands(limit))
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
