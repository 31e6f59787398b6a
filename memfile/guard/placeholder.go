package guard

import "strings"

// standIns are words, in small letters, of which values are made up that only
// show where a secret would go.
var standIns = [...]string{
	"p@ssw0rd", "passw0rd", "p@ssword", "placeholder", "development", "production", "passphrase", "undefined", "changeme", "password", "redacted", "username",
	"deadbeef", "cafebabe", "postgres", "localhost", "database", "example", "testing", "rabbitmq", "anthropic", "supabase", "welcome",
	"letmein", "battery", "correct", "replace", "removed", "default", "service", "encoded", "staging", "mariadb", "bearer",
	"apikey", "sample", "secret", "passwd", "client", "qwerty", "insert", "change", "hidden", "masked", "random", "secure", "strong",
	"string", "staple", "openai", "github", "stripe", "google", "access", "dummy", "token", "admin", "guest", "login", "mysql", "redis",
	"mongo", "minio", "horse", "value", "false", "empty", "super", "local", "enter", "hash", "fake", "mock", "test", "demo", "your",
	"here", "pass", "user", "root", "auth", "todo", "none", "null", "true", "some", "long", "very", "prod", "live", "real", "base",
	"temp", "this", "that", "with", "from", "foo", "bar", "baz", "qux", "put", "pwd", "api", "key", "tbd", "nil", "xxx", "abc", "env",
	"dev", "app", "new", "old", "not", "and", "for", "the", "our", "jwt", "my", "me", "db",
}

// placeholder reports whether a value stands for a secret instead of being
// one: a variable, a name in brackets, the documented examples of a service,
// or words, repeats and counted-up characters that leave next to nothing else.
// A word inside something random excuses nothing.
func placeholder(value string) bool {
	if reference(value) || elided(value) {
		return true
	}
	all := count(value)
	rest := count(withoutRuns(withoutWords(lowerASCII(value))))
	return rest <= 4 || rest < 10 && 2*rest < all
}

// elided: the documented examples of a service, or cut short.
func elided(v string) bool {
	return strings.HasSuffix(v, "EXAMPLE") || strings.HasSuffix(v, "EXAMPLEKEY") || strings.HasSuffix(v, "...") || strings.HasSuffix(v, "…")
}

// plainName: a single word of small letters, maybe with a capital in front.
func plainName(v string) bool {
	return len(v) < 20 && strings.Trim(v[min(1, len(v)):], "abcdefghijklmnopqrstuvwxyz") == ""
}

// reference reports whether the value names a variable or a field to fill in.
func reference(v string) bool {
	for _, mark := range []string{"${", "{{", "$(", "<", "%(", "[removed"} {
		if strings.Contains(v, mark) {
			return true
		}
	}
	if len(v) < 2 {
		return true
	}
	first, last := v[0], v[len(v)-1]
	switch first {
	case '$':
		return isAlnum(rune(v[1])) && strings.IndexByte(v[1:], '$') < 0 || v[1] == '_'
	case '{', '[', '%', '@':
		return last == '}' || last == ']' || last == '%' || last == '@'
	}
	return false
}

func withoutWords(s string) string {
	for _, w := range standIns {
		if strings.Contains(s, w) {
			s = strings.ReplaceAll(s, w, " ")
		}
	}
	return s
}

// withoutRuns blanks what repeats one character four times or more, and what
// counts up for three characters or more, also interleaved as in 1a2b3c.
func withoutRuns(s string) string {
	drop := make([]bool, len(s))
	mark := func(stride, step, least int) {
		for i := 0; i < len(s); {
			j := i
			for j+stride < len(s) && int(s[j+stride])-int(s[j]) == step && isAlnum(rune(s[j])) {
				j++
			}
			if j-i+stride >= least {
				for k := i; k < j+stride; k++ {
					drop[k] = true
				}
			}
			i = max(j, i+1)
		}
	}
	mark(1, 0, 4)
	mark(1, 1, 3)
	mark(2, 1, 6)
	out := []byte(s)
	for i := range out {
		if drop[i] {
			out[i] = ' '
		}
	}
	return string(out)
}

// count is the number of letters and digits.
func count(s string) int {
	n := 0
	for _, r := range s {
		if isAlnum(r) || r >= 0x80 {
			n++
		}
	}
	return n
}
