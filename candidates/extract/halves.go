package extract

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"gitmem/repo/session"
)

// half stands for what may be a part of a credential, which no rule knows by
// its part.
const half = "[removed: cut]"

// withoutHalves takes the words on both sides of a cut out of a text that was cut
// when it was taken in, and keys of several lines that it broke: redaction knows
// a credential only as a whole.
func withoutHalves(text string) string {
	parts := strings.Split(text, strings.TrimSpace(session.CutMarker))
	if len(parts) == 1 {
		return text
	}
	for i := range parts {
		if i > 0 {
			parts[i] = withoutFirst(keyEnd().ReplaceAllString(parts[i], half))
		}
		if i < len(parts)-1 {
			parts[i] = withoutLast(keyBegin().ReplaceAllString(parts[i], half))
		}
	}
	return strings.Join(parts, strings.TrimSpace(session.CutMarker))
}

// keyEnd is the rest of a private key whose beginning was cut off, keyBegin the
// beginning of one whose end was.
var (
	keyEnd = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:[^-]|-[^-])*-----END [A-Z ]*PRIVATE KEY-----`)
	})
	keyBegin = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-[^-])*-*\z`)
	})
)

// withoutFirst takes out the word with which a text begins.
func withoutFirst(text string) string {
	body := strings.TrimLeft(text, "\n")
	rest := strings.TrimLeftFunc(body, inCredential)
	if len(rest) == len(body) {
		return text
	}
	return text[:len(text)-len(body)] + half + rest
}

// withoutLast takes out the word with which a text ends.
func withoutLast(text string) string {
	body := strings.TrimRight(text, "\n")
	rest := strings.TrimRightFunc(body, inCredential)
	if len(rest) == len(body) {
		return text
	}
	return rest + half + text[len(body):]
}

// inCredential tells a character that a credential may hold.
func inCredential(r rune) bool { return r > ' ' && r < unicode.MaxASCII }
