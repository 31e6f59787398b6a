package transcript

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxParsed is how long a command may be that is understood, in bytes; in a
// longer one every name counts.
const maxParsed = 64 << 10

// mentionsOnly reports whether no part of a command runs a network client whose
// name it mentions: each name is an argument of a program that only looks at it.
// It is false wherever that cannot be told.
func mentionsOnly(command string) bool {
	if len(command) > maxParsed || slices.ContainsFunc(network().anywhere, func(words string) bool { return strings.Contains(command, words) }) {
		return false
	}
	file, err := parseShell(command)
	if err != nil {
		return false
	}
	only := true
	syntax.Walk(file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && only {
			only = callMentionsOnly(call, command)
		}
		return only
	})
	return only
}

// parseShell parses what bash would. What comes from a transcript must not stop
// the reading of it, whatever the parser makes of it.
func parseShell(command string) (file *syntax.File, err error) {
	defer func() {
		if recover() != nil {
			err = errLine("not understood")
		}
	}()
	return syntax.NewParser().Parse(strings.NewReader(command), "")
}

// callMentionsOnly looks at one call. What stands in it and is a command of its
// own, such as a substitution, is looked at for itself.
func callMentionsOnly(call *syntax.CallExpr, command string) bool {
	words, allKnown := make([]string, len(call.Args)), true
	for i, w := range call.Args {
		known := false
		if words[i], known = literal(w.Parts); !known && i == 0 {
			return false // nobody knows what is run
		}
		allKnown = allKnown && known
	}
	switch {
	case network().has(words):
		return false
	case harmless().begins(words):
		return true
	case runners().has(words):
		script, ok := scriptOf(words)
		return ok && allKnown && !namesNetworkClient(script)
	}
	return !mentionsNetworkClient(command[call.Pos().Offset():call.End().Offset()])
}

// begins reports whether a command is of the list, its second word at once
// behind the first: an option between them may run something. Those that only
// say where git works are passed over; words are in lower case.
func (p programs) begins(words []string) bool {
	rest := words[1:]
	for words[0] == "git" && len(rest) > 1 {
		switch {
		case rest[0] == "--no-pager":
			rest = rest[1:]
			continue
		case rest[0] == "-c" && !strings.Contains(rest[1], "="): // a folder, and no setting
			rest = rest[2:]
			continue
		}
		break
	}
	return p.has(append(words[:1:1], rest[:min(1, len(rest))]...))
}

// scriptOf is what a shell is given behind -c. What else it may carry out is
// not known.
func scriptOf(words []string) (string, bool) {
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && !strings.HasPrefix(words[1], "--") && strings.HasSuffix(words[1], "c") && words[2] != "" {
		return words[2], strings.HasSuffix(words[0], "sh")
	}
	return "", false
}

// literal is a word without its quotes; false where a part of it is only known
// when it is run.
func literal(parts []syntax.WordPart) (string, bool) {
	var b strings.Builder
	known := true
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(strings.ReplaceAll(p.Value, "\\", ""))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			inner, ok := literal(p.Parts)
			b.WriteString(inner)
			known = known && ok
		default:
			known = false
		}
	}
	return b.String(), known
}
