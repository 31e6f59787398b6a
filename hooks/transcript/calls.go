package transcript

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Calls are the words of each program that a shell command runs, as far as they
// can be known without running it; also of a command in the words of another
// shell. One that is not understood gives its words as they stand.
func Calls(command string) [][]string { return calls(command, 4) }

func calls(command string, deep int) [][]string {
	if len(command) > maxParsed || deep == 0 {
		return [][]string{strings.Fields(command)}
	}
	file, err := parseShell(command)
	if err != nil {
		return [][]string{strings.Fields(command)}
	}
	var all [][]string
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		words := make([]string, len(call.Args))
		for i, w := range call.Args {
			words[i], _ = literal(w.Parts)
		}
		all = append(all, words)
		for i, w := range words {
			if strings.HasPrefix(w, "-") && strings.HasSuffix(w, "c") && i+1 < len(words) && strings.HasSuffix(words[0], "sh") || words[0] == "eval" && i == 0 && len(words) > 1 {
				all = append(all, calls(words[i+1], deep-1)...)
			}
		}
		return true
	})
	return all
}
