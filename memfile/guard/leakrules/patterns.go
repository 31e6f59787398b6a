//go:build ignore

// Part of generate.go: what is known of every match of a pattern.
package main

import (
	"log"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortest gives the length in bytes of the shortest run without white space
// that every match has.
func shortest(expr string) int {
	best, _, _, _ := runs(parse(expr))
	return best
}

func parse(expr string) *syntax.Regexp {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		log.Fatalf("%s: %v", expr, err)
	}
	return re
}

// filler stands before the keyword in many patterns and only widens a match.
const filler = `[\w.-]{0,50}?`

// atKeyword reports whether every match begins, behind the filler, with one of
// the keywords.
func atKeyword(expr string, keywords []string) bool {
	if !strings.HasPrefix(expr, "(?i)"+filler) {
		return false
	}
	firsts, ok := beginnings(parse(strings.Replace(expr, filler, "", 1)))
	return ok && !slices.ContainsFunc(firsts, func(first string) bool {
		return !slices.ContainsFunc(keywords, func(k string) bool { return strings.HasPrefix(first, k) })
	})
}

// beginnings gives, in small letters, the literals of which one begins every
// match of re; false where that is not certain.
func beginnings(re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}, true
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1] && len(all) < 8; r++ {
				all = append(all, strings.ToLower(string(r)))
			}
		}
		return all, len(all) < 8
	case syntax.OpCapture:
		return beginnings(re.Sub[0])
	case syntax.OpQuest:
		some, ok := beginnings(re.Sub[0])
		return append(some, ""), ok
	case syntax.OpConcat:
		return joinedBeginnings(re.Sub)
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			some, ok := beginnings(sub)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	}
	return nil, false
}

func joinedBeginnings(subs []*syntax.Regexp) ([]string, bool) {
	all, ok := beginnings(subs[0])
	for _, sub := range subs[1:] {
		more, certain := beginnings(sub)
		if !ok || !certain || len(all)*len(more) > 64 {
			break
		}
		var longer []string
		for _, a := range all {
			for _, m := range more {
				longer = append(longer, a+m)
			}
		}
		all = longer
	}
	return all, ok
}

// oneRun reports whether a match lies in one run without white space, but for
// the sign that ends it.
func oneRun(expr string) bool {
	expr = strings.TrimSuffix(expr, "(?:[\\x60'\"\\s;]|\\\\[nr]|$)")
	return expr != "" && !spacious(parse(expr))
}

// spacious reports whether a match of re can have white space in it.
func spacious(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return strings.ContainsFunc(string(re.Rune), unicode.IsSpace)
	case syntax.OpCharClass:
		_, _, _, whole := runs(re)
		return !whole
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	return slices.ContainsFunc(re.Sub, spacious)
}

// certain gives the literals of four characters or more, in small letters,
// that every match of re has.
func certain(re *syntax.Regexp) []string {
	var found []string
	switch re.Op {
	case syntax.OpLiteral:
		if text := strings.ToLower(string(re.Rune)); len(text) >= 4 {
			found = append(found, text)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return certain(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			found = append(found, certain(sub)...)
		}
	case syntax.OpAlternate:
		found = certain(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			other := certain(sub)
			found = slices.DeleteFunc(found, func(text string) bool { return !slices.Contains(other, text) })
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// runs gives the longest run of other than white space that is certain inside
// a match of re, those certain at its start and its end, and, if all of it is
// certain, true.
func runs(re *syntax.Regexp) (best, head, tail int, whole bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(string(re.Rune))
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			for _, space := range " \t\n\r\f\v" {
				if re.Rune[i] <= space && space <= re.Rune[i+1] {
					return 0, 0, 0, false
				}
			}
		}
		return 1, 1, 1, true
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return 0, 0, 0, true
	case syntax.OpCapture:
		return runs(re.Sub[0])
	case syntax.OpConcat:
		return joined(re.Sub)
	case syntax.OpRepeat:
		subs := make([]*syntax.Regexp, re.Min)
		for i := range subs {
			subs[i] = re.Sub[0]
		}
		best, head, tail, whole = joined(subs)
		return best, head, tail, whole && re.Min == re.Max
	case syntax.OpPlus:
		best, head, tail, _ = runs(re.Sub[0])
		return best, head, tail, false
	case syntax.OpAlternate:
		best, head, tail, whole = runs(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			b, h, t, w := runs(sub)
			best, head, tail = min(best, b), min(head, h), min(tail, t)
			whole = whole && w && b == best && re.Sub[0].Op == sub.Op
		}
		return best, head, tail, false
	}
	return 0, 0, 0, false
}

// literal counts characters, since a folded letter may have fewer bytes.
func literal(text string) (best, head, tail int, whole bool) {
	parts := strings.FieldsFunc(text, unicode.IsSpace)
	for _, part := range parts {
		best = max(best, utf8.RuneCountInString(part))
	}
	if len(parts) == 1 && len(parts[0]) == len(text) {
		return best, best, best, true
	}
	return best, 0, 0, false
}

// joined is runs of one after the other. A part of uncertain length that has
// no white space still joins its neighbours' certain ends; that is given away.
func joined(subs []*syntax.Regexp) (best, head, tail int, whole bool) {
	whole = true
	for _, sub := range subs {
		b, h, t, w := runs(sub)
		best = max(best, b, tail+h)
		if whole {
			head += h
		}
		if w {
			tail += t
		} else {
			tail = t
		}
		whole = whole && w
	}
	return max(best, head, tail), head, tail, whole
}
