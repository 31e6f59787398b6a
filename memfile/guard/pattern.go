package guard

import (
	"regexp"
	"sync"
)

var patterns sync.Map // of *regexp.Regexp by its text

// cached compiles a pattern the first time that it is needed in a process.
func cached(expr string) *regexp.Regexp {
	if re, ok := patterns.Load(expr); ok {
		return re.(*regexp.Regexp)
	}
	re, _ := patterns.LoadOrStore(expr, regexp.MustCompile(expr))
	return re.(*regexp.Regexp)
}
