package guard

import (
	"cmp"
	"slices"
	"strings"

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
