package guard

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gitmem/memfile/guard/leakrules"
)

// secret is a span of a text that is a credential.
type secret struct {
	start, end int
	kind       string
}

// secrets finds the credentials in text, sorted, without overlaps. Where two
// rules meet, the span is joined and the more telling name kept.
func secrets(text string) []secret {
	lower := lowerASCII(text)
	runs := longRuns(text)
	var found []secret
	hits := keywordHits(lower)
	for n, places := range hits {
		if len(places) > 0 && worthwhile(&leakrules.Rules[n], lower, runs) {
			found = append(found, published(n).find(text, places, runs)...)
		}
	}
	return joined(append(found, ownSecrets(text, lower)...))
}

// worthwhile spares a rule a text that it cannot match, or would excuse: the
// rule with the commonest keywords excuses what has letters alone.
func worthwhile(r *leakrules.Rule, lower string, runs runList) bool {
	if r.Regex == "" || r.Run > runs.longest {
		return false
	}
	for _, text := range r.Needs {
		if !strings.Contains(lower, text) {
			return false
		}
	}
	return r.ID != generic || runs.digits
}

const generic = "generic-api-key"

func joined(found []secret) []secret {
	slices.SortStableFunc(found, func(a, b secret) int { return cmp.Compare(a.start, b.start) })
	var out []secret
	for _, s := range found {
		if n := len(out); n > 0 && s.start < out[n-1].end {
			last := &out[n-1]
			last.end = max(last.end, s.end)
			if vague(last.kind) {
				last.kind = s.kind
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

func vague(kind string) bool { return kind == generic || kind == "assignment" }

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
			if end, ok := assignedRun(text, at, c.ID == generic); ok {
				found = append(found, c.judge(text, at, c.re.FindStringSubmatchIndex(text[at:end]))...)
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
	for i < len(text) && strings.IndexByte(" \t\r\n`'\"", text[i]) < 0 {
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
		if b := text[start-1]; !isAlnum(rune(b)) && b != '_' && b != '.' && b != '-' {
			break
		}
	}
	return start
}

// explained reports whether the stop words in a value account for it. A stop
// word inside a random string excuses nothing: what is left without the words
// must not look random any more.
func explained(value string, words []string) bool {
	lower, rest := lowerASCII(value), []byte(value)
	hit := false
	for _, w := range words {
		for at := strings.Index(lower, w); at >= 0; {
			hit = true
			copy(rest[at:], strings.Repeat(" ", len(w)))
			next := strings.Index(lower[at+1:], w)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return hit && !random(string(rest))
}

// random reports whether text is made the way keys are: one piece in which
// letters and digits alternate, or, over all pieces, both cases and digits
// mixed as in base64.
func random(text string) bool {
	all := mixture{}
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return !isAlnum(r) }) {
		m := mixtureOf(piece)
		if len(piece) >= 10 && m.digits >= 3 && m.small+m.capital >= 3 && m.turns >= 3 {
			return true
		}
		all.add(m)
	}
	return all.small >= 5 && all.capital >= 5 && all.digits >= 2 && all.small+all.capital+all.digits >= 24 && all.turns >= 12
}

// mixture counts kinds of characters and the changes from one to another.
type mixture struct{ small, capital, digits, turns int }

func mixtureOf(piece string) mixture {
	var m mixture
	last := 0
	for i := range len(piece) {
		kind := 0
		switch b := piece[i]; {
		case b <= '9':
			m.digits++
		case b <= 'Z':
			m.capital++
			kind = 1
		default:
			m.small++
			kind = 2
		}
		if i > 0 && kind != last {
			m.turns++
		}
		last = kind
	}
	return m
}

func (m *mixture) add(o mixture) {
	m.small, m.capital, m.digits, m.turns = m.small+o.small, m.capital+o.capital, m.digits+o.digits, m.turns+o.turns
}

func isAlnum(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func lineAround(text string, start, end int) string {
	start = strings.LastIndexByte(text[:start], '\n') + 1
	if n := strings.IndexByte(text[end:], '\n'); n >= 0 {
		return text[start : end+n]
	}
	return text[start:]
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// lowerASCII keeps the length, so that offsets stay true.
func lowerASCII(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
