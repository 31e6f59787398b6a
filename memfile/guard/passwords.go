package guard

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// ownRule finds credentials that the published rules leave out.
type ownRule struct {
	kind     string
	keywords []string // one of them, in small letters, stands in a text with a match
	pattern  string
	group    int // that holds the secret; 0: the first that is not empty
	real     func(value string, groups []string) bool
}

const (
	nameOfPassword = `(?:password|passwd|passphrase|pwd)`
	nameOfKey      = `(?:secret|token|api[_ -]?key|access[_ -]?key|auth[_ -]?key|private[_ -]?key|credentials?)\w{0,10}`
	assigned       = "[\"'`]{0,2}\\]?\\s{0,3}(?:=>|:=|={1,2}|:|\\b(?:is|was)\\b:?)\\s{0,3}"
	aValue         = "(?:\"([^\"\\n]{6,200})\"|'([^'\\n]{6,200})'|`([^`\\n]{6,200})`|([^\\s\"'`,;<>(){}\\[\\]]{6,200}))"
)

var ownRules = [...]ownRule{
	{
		"private-key",
		[]string{"private key"},
		`-----BEGIN[ A-Z0-9_-]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|[\s"'+])*[A-Za-z0-9+/=]{20,}(?:(?:\\[nr]|[\s"'+])+[A-Za-z0-9+/=]{20,})*`,
		0,
		func(string, []string) bool { return true },
	},
	{
		"url-password",
		[]string{"://"},
		`[A-Za-z][A-Za-z0-9+.-]{1,30}://(?:([^\s/?#:@"'<>` + "`" + `]{0,100}):)([^\s/@"'<>` + "`" + `]{3,200})@[A-Za-z0-9\[]`,
		2,
		realURLPassword,
	},
	{
		"assignment",
		[]string{"passw", "pwd", "passphrase"},
		`(?i)` + nameOfPassword + assigned + aValue,
		0,
		realPassword,
	},
	{
		"assignment",
		[]string{"secret", "token", "key", "credential"},
		`(?i)` + nameOfKey + assigned + aValue,
		0,
		func(v string, _ []string) bool { return randomValue(v) },
	},
	{
		"assignment",
		[]string{"--"},
		`(?i)--(?:[\w-]{0,20})(?:password|passwd|passphrase)[ =]` + aValue,
		0,
		realPassword,
	},
	{
		"assignment",
		[]string{"--"},
		`(?i)--(?:[\w-]{0,20})(?:token|secret|api-key)[ =]` + aValue,
		0,
		func(v string, _ []string) bool { return randomValue(v) },
	},
	{
		"secret-key",
		[]string{"sk-", "rk-", "sk_", "rk_"},
		`(?:^|[^A-Za-z0-9_-])((?:sk|rk)[_-][A-Za-z0-9_-]{20,200})`,
		0,
		func(v string, _ []string) bool { return randomValue(v) },
	},
	{
		"github-token",
		[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"},
		`\b(gh[pousr]_[A-Za-z0-9]{20,200})`,
		0,
		func(v string, _ []string) bool { return randomValue(v) },
	},
	{
		"aws-access-key",
		[]string{"akia", "asia"},
		`\b((?:AKIA|ASIA)[A-Z0-9]{16})\b`,
		0,
		func(v string, _ []string) bool { return !placeholder(v) && entropy(v) > 2.8 },
	},
	{
		"bearer-token",
		[]string{"bearer"},
		`(?i)\bbearer[ \t]+([A-Za-z0-9._~+/=-]{20,1000})`,
		0,
		func(v string, _ []string) bool { return randomValue(v) },
	},
	{
		"basic-auth",
		[]string{"basic "},
		`(?i)\bbasic[ \t]+([A-Za-z0-9+/]{12,400}={0,2})`,
		0,
		realBasicAuth,
	},
}

// ownSecrets runs our rules; lower is text in small letters.
func ownSecrets(text, lower string) []secret {
	var found []secret
	for i := range ownRules {
		r := &ownRules[i]
		if !containsAny(lower, r.keywords) {
			continue
		}
		for _, m := range cached(r.pattern).FindAllStringSubmatchIndex(text, -1) {
			if start, end := groupSpan(m, r.group); r.real(text[start:end], groupsOf(text, m)) {
				found = append(found, secret{start, end, r.kind})
			}
		}
	}
	return found
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
// letters and digits alternate, or a mixture of cases and digits.
func randomValue(v string) bool {
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
