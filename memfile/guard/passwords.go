package guard

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// ownRule finds credentials that the published rules leave out.
type ownRule struct {
	kind     string
	keywords []string // in small letters; the pattern is tried where one stands
	pattern  string   // begins at the keyword
	group    int      // that holds the secret; 0: the first that is not empty
	before   func(text string) bool
	real     func(value string, groups []string) bool
}

const (
	assigned = "[\"'`]{0,2}\\]?\\s{0,3}(?:=>|:=|={1,2}|:|\\b(?:is|was)\\b:?)\\s{0,3}"
	set      = assigned + "|\\s+to\\s+[\"'`]?"
	aValue   = "(?:\"([^\"\\n]+)\"|'([^'\\n]+)'|`([^`\\n]+)`|([^\\s\"'`,;<>(){}\\[\\]]{6,}))"
)

var ownRules = [...]ownRule{
	{
		kind: "private-key", keywords: []string{"-----begin"},
		pattern: `-----BEGIN[ A-Z0-9_-]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|[\s"'+])*[A-Za-z0-9+/=]{20,}(?:(?:\\[nr]|[\s"'+])+[A-Za-z0-9+/=]{20,})*`,
	},
	{
		kind: "url-password", keywords: []string{"://"}, group: 2,
		pattern: `://([^\s/?#:@"'<>` + "`" + `]*):([^\s/@"'<>` + "`" + `]{3,})@[A-Za-z0-9\[]`,
		before:  endsWord, real: realURLPassword,
	},
	{
		kind: "assignment", keywords: []string{"password", "passwd", "passphrase", "pwd"},
		pattern: `(?:password|passwd|passphrase|pwd)` + assigned + aValue, real: realPassword,
	},
	{
		kind: "assignment", keywords: []string{"secret", "token", "credential"},
		pattern: `\w{5,20}(?:` + set + `)` + aValue, real: randomValue,
	},
	{
		kind: "assignment", keywords: []string{"key"},
		pattern: `\w{3,13}(?:` + set + `)` + aValue, before: endsWithKeyName, real: randomValue,
	},
	{
		kind: "assignment", keywords: []string{"password", "passwd", "passphrase"},
		pattern: `\w{6,10} ` + aValue, before: insideFlag, real: realPassword,
	},
	{
		kind: "assignment", keywords: []string{"token", "secret"},
		pattern: `\w{5,6} ` + aValue, before: insideFlag, real: randomValue,
	},
	{
		kind: "secret-key", keywords: []string{"sk-", "rk-", "sk_", "rk_"},
		pattern: `..[_-][A-Za-z0-9_-]{20,}`, before: startsWord, real: randomValue,
	},
	{
		kind: "github-token", keywords: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"},
		pattern: `gh._[A-Za-z0-9]{20,}`, before: startsWord, real: randomValue,
	},
	{
		kind: "aws-access-key", keywords: []string{"akia", "asia"},
		pattern: `(?-i:A[KS]IA[A-Z0-9]{16})\b`, before: startsWord,
		real: func(v string, _ []string) bool { return !placeholder(v) && entropy(v) > 2.8 },
	},
	{
		kind: "bearer-token", keywords: []string{"bearer"},
		pattern: `bearer[ \t]+([A-Za-z0-9._~+/=-]{20,})`, before: startsWord, real: randomValue,
	},
	{
		kind: "basic-auth", keywords: []string{"basic "},
		pattern: `basic[ \t]+([A-Za-z0-9+/]{12,}={0,2})`, before: startsWord, real: realBasicAuth,
	},
}

// longestAssignment in bytes is looked at for a keyword, a sign and a value; a
// longer value is followed to its end.
const longestAssignment = 1024

// longestSecret in bytes: a private key of 8,192 bits.
const longestSecret = 8192

// ownSecrets runs our rules; lower is text in small letters.
func ownSecrets(text, lower string) []secret {
	var found []secret
	for i := range ownRules {
		for _, word := range ownRules[i].keywords {
			for at := strings.Index(lower, word); at >= 0; {
				found = append(found, ownRules[i].findAt(text, at)...)
				next := strings.Index(lower[at+len(word):], word)
				if next < 0 {
					break
				}
				at += len(word) + next
			}
		}
	}
	return found
}

func (r *ownRule) findAt(text string, at int) []secret {
	if r.before != nil && !r.before(text[:at]) {
		return nil
	}
	window := text[at:min(len(text), at+longestSecret)]
	if r.kind == "assignment" {
		window = window[:min(len(window), longestAssignment)]
	}
	m := cached(`\A(?i:` + r.pattern + `)`).FindStringSubmatchIndex(window)
	if m == nil {
		return nil
	}
	start, end := groupSpan(m, r.group)
	if r.kind == "assignment" && window[0]|0x20 != 'p' && namesDigest(text[max(0, at-8):at+start]) {
		return nil // a digest of a key, or a public one; a password has neither
	}
	if r.real != nil && !r.real(window[start:end], groupsOf(window, m)) {
		return nil
	}
	return untruncated([]secret{{at + start, at + end, r.kind}}, text, at+len(window))
}

func groupsOf(text string, m []int) []string {
	groups := make([]string, len(m)/2)
	for g := range groups {
		if m[2*g] >= 0 {
			groups[g] = text[m[2*g]:m[2*g+1]]
		}
	}
	return groups
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// The text before a keyword.

func endsWord(before string) bool {
	return before != "" && isAlnum(rune(before[len(before)-1]))
}

func startsWord(before string) bool {
	return !endsWord(before) && !strings.HasSuffix(before, "_") && !strings.HasSuffix(before, "-")
}

// endsWithKeyName: of all keys only those that open something are secret.
func endsWithKeyName(before string) bool {
	before = lowerASCII(strings.TrimRight(before[max(0, len(before)-16):], "_- "))
	for _, name := range []string{"api", "access", "auth", "private", "secret", "signing", "encryption", "master", "account", "service"} {
		if strings.HasSuffix(before, name) {
			return true
		}
	}
	return false
}

// insideFlag: the keyword belongs to an option such as --db-password.
func insideFlag(before string) bool {
	rest := strings.TrimRightFunc(before[max(0, len(before)-24):], func(r rune) bool { return isAlnum(r) || r == '-' })
	return strings.HasPrefix(before[len(before)-min(24, len(before))+len(rest):], "--")
}

func realURLPassword(v string, groups []string) bool {
	return !placeholder(v) && v != groups[1]
}

// realPassword tells a password from the types, calls, names and paths that
// stand behind the word in code and prose: it has letters and digits or odd
// signs in one piece.
func realPassword(v string, _ []string) bool {
	v = strings.TrimRight(v, ".:!?*")
	if len(v) < 6 || placeholder(v) || strings.ContainsAny(v, " \t(){}<>\\") || codeLike(v) {
		return false
	}
	letters, digits, signs := 0, 0, 0
	for _, r := range v {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case isAlnum(r) || r >= utf8.RuneSelf:
			letters++
		case !strings.ContainsRune("-_./:,|", r):
			signs++
		}
	}
	return letters >= 2 && (digits >= 1 || signs >= 1)
}

// codeLike reports whether v reads as a path, an address, a member of
// something or a constant's name.
func codeLike(v string) bool {
	if strings.HasPrefix(v, "/") || strings.HasPrefix(v, "./") || strings.HasPrefix(v, "~/") || strings.Contains(v, "://") {
		return true
	}
	return cached(`^[A-Za-z_][\w]*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)+;?$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z]+(?:[-_][a-z]+)+\d?$|^[\w-]+\.(?:txt|json|ya?ml|toml|env|pem|key|md|go|py|ts|js)$`).MatchString(v)
}

// randomValue reports whether v is made like a key: a long piece in which
// letters and digits alternate.
func randomValue(v string, _ []string) bool {
	return !placeholder(v) && !uuid(v) && !strings.ContainsAny(v, " \t(){}<>\\") && random(v) && entropy(v) > 3
}

func realBasicAuth(v string, _ []string) bool {
	plain, err := base64.StdEncoding.DecodeString(v)
	if err != nil || !utf8.Valid(plain) {
		return false
	}
	user, password, ok := strings.Cut(string(plain), ":")
	return ok && user != password && !placeholder(password)
}
