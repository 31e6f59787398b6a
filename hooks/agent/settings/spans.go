package settings

import (
	"regexp"
	"strings"
	"sync"
)

// atPath is an @ at the beginning of a word, with what a client could take for a
// path behind it.
var atPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(^|[\\s(\\[{<\"'*_:,;|>-])@([^\\s`\"'<>|()\\[\\]{}*]*[^\\s`\"'<>|()\\[\\]{}*.,;:!?])")
})

// CodeSpans puts every @path outside of code into a code span, so that no client
// opens the file and reads it into the prompt. Where a line holds half of a code
// span, it cannot be told what is code: there the @ becomes a word.
func CodeSpans(text string) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		b.WriteString(spanLine(line))
	}
	return b.String()
}

func spanLine(line string) string {
	pieces := strings.Split(line, "`")
	if len(pieces)%2 == 0 || strings.Contains(line, "``") {
		return atPath().ReplaceAllString(line, "$1(at)$2")
	}
	for i := 0; i < len(pieces); i += 2 {
		pieces[i] = atPath().ReplaceAllString(pieces[i], "$1`@$2`")
	}
	return strings.Join(pieces, "`")
}
