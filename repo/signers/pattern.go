package signers

import "strings"

// matches tells whether a word fits a list of patterns, separated by commas:
// * stands for any characters, ? for one, and a pattern after ! excludes what
// fits it, whatever else does. Upper and lower case differ, as for ssh.
func matches(list, word string) bool {
	found := false
	for pattern := range strings.SplitSeq(list, ",") {
		pattern, excluded := strings.CutPrefix(pattern, "!")
		if !fits(pattern, word) {
			continue
		}
		if excluded {
			return false
		}
		found = true
	}
	return found
}

// fits compares a word with one pattern. After a star only the last one has to
// be tried again, so the time is at most the product of the lengths.
func fits(pattern, word string) bool {
	p, w, star, tried := 0, 0, -1, 0
	for w < len(word) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, tried = p, w
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == word[w]):
			p++
			w++
		case star >= 0:
			tried++
			p, w = star+1, tried
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
