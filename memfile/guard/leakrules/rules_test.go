package leakrules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile/guard/leakrules"
)

func TestRules(t *testing.T) {
	if got, want := len(leakrules.Rules), 222; got != want {
		t.Errorf("%d rules, want the %d published ones", got, want)
	}
	seen := map[string]bool{}
	for _, r := range leakrules.Rules {
		if seen[r.ID] {
			t.Errorf("%s stands twice", r.ID)
		}
		seen[r.ID] = true
		re, err := regexp.Compile(r.Regex)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if r.Regex != "" && len(r.Keywords) == 0 {
			t.Errorf("%s: no keyword, so its pattern would be compiled for every text", r.ID)
		}
		if r.SecretGroup > re.NumSubexp() {
			t.Errorf("%s: no group %d", r.ID, r.SecretGroup)
		}
		for _, a := range r.Allow {
			for _, expr := range a.Regexes {
				if _, err := regexp.Compile(expr); err != nil {
					t.Errorf("%s: %v", r.ID, err)
				}
			}
			if !slices.Contains([]string{"", "match", "line"}, a.Target) {
				t.Errorf("%s: unknown target %q", r.ID, a.Target)
			}
		}
		for _, k := range r.Keywords {
			if k != strings.ToLower(k) || len(k) < 2 {
				t.Errorf("%s: keyword %q", r.ID, k)
			}
		}
	}
}
