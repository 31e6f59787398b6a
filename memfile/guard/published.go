package guard

import (
	"regexp"
	"strings"
	"sync"

	"gitmem/memfile/guard/leakrules"
)

// compiled is a published rule ready to run.
type compiled struct {
	*leakrules.Rule
	re *regexp.Regexp
}

var compiledRules [len(leakrules.Rules)]struct {
	once sync.Once
	compiled
}

// filler stands in front of the keyword in many patterns. It only widens what
// is shown of a find; without it the pattern is tried at the keywords alone.
const filler = `[\w.-]{0,50}?`

// published compiles rule n when it is first asked for.
func published(n int) compiled {
	c := &compiledRules[n]
	c.once.Do(func() {
		r := &leakrules.Rules[n]
		expr := strings.Replace(r.Regex, filler, "", 1)
		if r.AtKeyword {
			expr = `\A(?:` + expr + `)`
		}
		c.compiled = compiled{r, regexp.MustCompile(expr)}
	})
	return c.compiled
}

// find runs the pattern where it can match: at the keywords, on runs without
// white space that are long enough, or on everything.
func (c compiled) find(text string, places []int, runs runList) []secret {
	var found []secret
	switch {
	case c.AtKeyword:
		for _, at := range places {
			if n := len(found); n > 0 && at < found[n-1].end {
				continue
			}
			if end, ok := assignedRun(text, at, c.ID == generic); ok {
				found = append(found, c.judge(text, at, c.re.FindStringSubmatchIndex(text[at:end]))...)
				found = untruncated(found, text, end)
			}
		}
	case c.OneRun:
		for _, r := range runs.list {
			if r.end-r.start < c.Run {
				continue
			}
			for _, m := range c.re.FindAllStringSubmatchIndex(text[r.start:r.end], -1) {
				found = append(found, c.judge(text, r.start, m)...)
			}
		}
	default:
		for _, m := range c.re.FindAllStringSubmatchIndex(text, -1) {
			found = append(found, c.judge(text, 0, m)...)
		}
	}
	return found
}

// untruncated lets the last find go on to the end of its run if it reaches the
// end of the window that was looked at.
func untruncated(found []secret, text string, window int) []secret {
	if n := len(found); n > 0 && found[n-1].end >= window-1 {
		last := &found[n-1]
		for last.end < len(text) && strings.IndexByte(" \t\r\n`'\"", text[last.end]) < 0 {
			last.end++
		}
	}
	return found
}

// assignedRun looks by hand, before a pattern is run, whether the keyword at a
// byte is followed by words, a sign of assignment and a value of eight bytes or
// more; mixed asks for one with more than letters. End is behind the value and
// the sign that closes it.
func assignedRun(text string, at int, mixed bool) (end int, ok bool) {
	const name = 64 // bytes, keyword and what may follow it
	i := at
	for i < len(text) && i < at+name && (wordByte(text[i]) || strings.IndexByte(" \t\r\n'\"?", text[i]) >= 0) {
		i++
	}
	if i >= len(text) || strings.IndexByte("=>:|,", text[i]) < 0 {
		return 0, false
	}
	for n := 0; i < len(text) && n < 12 && strings.IndexByte("=>:|,`'\" \t\r\n", text[i]) >= 0; n++ {
		i++
	}
	start := i
	for i < len(text) && i < start+longestAssignment && strings.IndexByte(" \t\r\n`'\"", text[i]) < 0 {
		i++
	}
	if i-start < shortestRun || mixed && !strings.ContainsAny(text[start:i], "0123456789=+/") {
		return 0, false
	}
	return min(len(text), i+3), true
}

func wordByte(b byte) bool { return isAlnum(rune(b)) || b == '_' || b == '.' || b == '-' }

// judge turns the match m of text[at:] into a secret unless it is excused.
func (c compiled) judge(text string, at int, m []int) []secret {
	if m == nil {
		return nil
	}
	start, end := groupSpan(m, c.SecretGroup)
	value := text[at+start : at+end]
	if c.Entropy > 0 && entropy(value) <= c.Entropy {
		return nil
	}
	if c.ID == generic && namesDigest(text[max(0, c.widened(text, at+m[0])-8):at+start]) {
		return nil
	}
	if c.standsFor(value) || c.excused(text, at+m[0], at+m[1], value) {
		return nil
	}
	return []secret{{at + start, at + end, c.ID}}
}

// uuid reports whether v names a thing instead of opening it.
func uuid(v string) bool {
	return len(v) == 36 && cached(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`).MatchString(v)
}

// groupSpan gives the span of the secret inside the match m: that of the group,
// or of the first one that is not empty, or the whole. A group of a few bytes
// is part of how a pattern repeats something.
func groupSpan(m []int, group int) (start, end int) {
	if group > 0 && m[2*group] >= 0 {
		return m[2*group], m[2*group+1]
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 && m[g+1] > m[g]+5 {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// namesDigest reports whether the name before a value says that it is public or
// the digest of something.
func namesDigest(name string) bool {
	return containsAny(lowerASCII(name), []string{"sha1", "sha256", "sha384", "sha512", "digest", "checksum", "fingerprint", "hash", "public", "recv-key"})
}

// standsFor reports whether the value is none of the secrets that the rule is
// after. Of a private key all that stands between the borders is one.
func (c compiled) standsFor(value string) bool {
	switch {
	case c.ID == "private-key":
		return false
	case placeholder(value), strings.Contains(c.Regex, filler) && plainName(value):
		return true
	}
	return c.ID == generic && uuid(value)
}

func (c compiled) excused(text string, start, end int, value string) bool {
	for _, a := range c.Allow {
		target := value
		switch a.Target {
		case "match":
			target = text[c.widened(text, start):end]
		case "line":
			target = lineAround(text, start, end)
		}
		for _, expr := range a.Regexes {
			if cached(expr).MatchString(target) {
				return true
			}
		}
		if len(a.StopWords) > 0 && explained(value, a.StopWords) {
			return true
		}
	}
	return false
}

// widened moves the start back over what the filler would have taken.
func (c compiled) widened(text string, start int) int {
	for least := start - 50; c.AtKeyword && start > 0 && start > least; start-- {
		if !wordByte(text[start-1]) {
			break
		}
	}
	return start
}

func lineAround(text string, start, end int) string {
	start = strings.LastIndexByte(text[:start], '\n') + 1
	if n := strings.IndexByte(text[end:], '\n'); n >= 0 {
		return text[start : end+n]
	}
	return text[start:]
}
