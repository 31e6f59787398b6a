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
	var found []secret
	runs := longestRun(text)
	for _, n := range rulesNamed(lower) {
		if r := &leakrules.Rules[n]; r.Regex != "" && r.Run <= runs && worthwhile(r, text) {
			found = append(found, published(n).find(text)...)
		}
	}
	found = append(found, ownSecrets(text, lower)...)
	return joined(found)
}

// worthwhile spares the rule that has the commonest keywords a look at text
// that it would excuse anyway: secrets of letters alone.
func worthwhile(r *leakrules.Rule, text string) bool {
	return r.ID != generic || digitInRun(text, r.Run)
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

// published compiles rule n when it is first asked for. The filler in front of
// many patterns only widens what is shown of a find; without it they compile
// and run several times faster.
func published(n int) compiled {
	c := &compiledRules[n]
	c.once.Do(func() {
		r := &leakrules.Rules[n]
		c.compiled = compiled{r, regexp.MustCompile(strings.Replace(r.Regex, `[\w.-]{0,50}?`, "", 1))}
	})
	return c.compiled
}

func (c compiled) find(text string) []secret {
	var found []secret
	for _, m := range c.re.FindAllStringSubmatchIndex(text, -1) {
		start, end := groupSpan(m, c.SecretGroup)
		value := text[start:end]
		if c.Entropy > 0 && entropy(value) <= c.Entropy {
			continue
		}
		if placeholder(value) || c.excused(text, m, value) || c.ID == generic && uuid(value) {
			continue
		}
		found = append(found, secret{start, end, c.ID})
	}
	return found
}

// uuid reports whether v names a thing instead of opening it.
func uuid(v string) bool {
	return len(v) == 36 && cached(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`).MatchString(v)
}

// groupSpan gives the span of the secret inside the match m: that of the group,
// or of the first one that is not empty, or the whole.
func groupSpan(m []int, group int) (start, end int) {
	if group > 0 && m[2*group] >= 0 {
		return m[2*group], m[2*group+1]
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 && m[g+1] > m[g] {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

func (c compiled) excused(text string, m []int, value string) bool {
	for _, a := range c.Allow {
		target := value
		switch a.Target {
		case "match":
			target = text[m[0]:m[1]]
		case "line":
			target = lineAround(text, m[0], m[1])
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

// explained reports whether the stop words in a value account for it. A stop
// word inside a random string excuses nothing: what is left without the words
// must not look random any more.
func explained(value string, words []string) bool {
	lower := lowerASCII(value)
	rest, hit := lower, false
	for _, w := range words {
		if strings.Contains(lower, w) {
			hit = true
			rest = strings.ReplaceAll(rest, w, " ")
		}
	}
	return hit && !random(rest)
}

// random reports whether one piece of text is a mixture of letters and digits
// such as keys are made of.
func random(text string) bool {
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return !isAlnum(r) }) {
		letters, digits, turns := 0, 0, 0
		for i, r := range piece {
			if r >= '0' && r <= '9' {
				digits++
			} else {
				letters++
			}
			if i > 0 && (r <= '9') != (piece[i-1] <= '9') {
				turns++
			}
		}
		if len(piece) >= 10 && digits >= 3 && letters >= 3 && turns >= 3 {
			return true
		}
	}
	return false
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
