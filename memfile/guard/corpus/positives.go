package corpus

import (
	"math"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"

	"gitmem/memfile/guard"
	"gitmem/memfile/guard/leakrules"
)

// Positives are the results for strings made after the published secret rules.
type Positives struct {
	Rules   int
	Strings int // made, or to be made where a rule allows none
	Caught  int // found to be a credential of any kind
	// Missed has the number of strings that passed, by rule; Unmade the rules
	// that no text can fit.
	Missed map[string]int
	Unmade []string
}

// Share is the part of the strings that was caught, from 0 to 1.
func (p Positives) Share() float64 { return float64(p.Caught) / float64(p.Strings) }

// perRule strings are made for each rule; the seed makes them the same on
// every machine.
const (
	perRule = 5
	seed    = 20240601
	tries   = 2000
)

// MeasurePositives makes strings after each secret rule, the same on every machine,
// and scans them.
func MeasurePositives() Positives {
	p := Positives{Rules: len(leakrules.Rules), Missed: map[string]int{}}
	random := rand.New(rand.NewPCG(seed, seed))
	for i := range leakrules.Rules {
		rule := &leakrules.Rules[i]
		p.Strings += perRule
		texts := positivesOf(rule, random)
		if len(texts) == 0 {
			p.Unmade = append(p.Unmade, rule.ID)
		}
		for _, text := range texts {
			if isCredential(text) {
				p.Caught++
			} else {
				p.Missed[rule.ID]++
			}
		}
	}
	return p
}

func isCredential(text string) bool {
	for _, f := range guard.Scan(text, guard.Note, guard.Options{}) {
		if f.Class == guard.Credential {
			return true
		}
	}
	return false
}

// positivesOf makes texts that the rule as published finds something in: its
// pattern matches, a keyword stands in the text, the secret exceeds the
// entropy, and nothing excuses it.
func positivesOf(rule *leakrules.Rule, random *rand.Rand) []string {
	if rule.Regex == "" {
		return nil
	}
	parsed, err := syntax.Parse(rule.Regex, syntax.Perl)
	if err != nil {
		return nil
	}
	re := regexp.MustCompile(rule.Regex)
	var texts []string
	for range tries {
		if len(texts) == perRule {
			break
		}
		text := "A note. " + withKeyword(rule, stringFor(parsed, random)) + "\nThe end."
		if m := re.FindStringSubmatch(text); m != nil && strong(rule, m) {
			texts = append(texts, text)
		}
	}
	return texts
}

func withKeyword(rule *leakrules.Rule, text string) string {
	for _, k := range rule.Keywords {
		if strings.Contains(strings.ToLower(text), k) {
			return text
		}
	}
	return rule.Keywords[0] + " " + text
}

// strong: the published rule would report the match.
func strong(rule *leakrules.Rule, groups []string) bool {
	value := groups[0]
	for g := 1; g < len(groups); g++ {
		if groups[g] != "" && (rule.SecretGroup == 0 || rule.SecretGroup == g) {
			value = groups[g]
			break
		}
	}
	if rule.Entropy > 0 && shannon(value) <= rule.Entropy {
		return false
	}
	for _, a := range rule.Allow {
		for _, expr := range a.Regexes {
			if regexp.MustCompile(expr).MatchString(value) || a.Target != "" && regexp.MustCompile(expr).MatchString(groups[0]) {
				return false
			}
		}
		for _, word := range a.StopWords {
			if strings.Contains(strings.ToLower(value), word) {
				return false
			}
		}
	}
	return true
}

func shannon(s string) float64 {
	counts := map[byte]float64{}
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		sum -= n / float64(len(s)) * math.Log2(n/float64(len(s)))
	}
	return sum
}
