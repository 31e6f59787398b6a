package transcript

import (
	_ "embed"
	"iter"
	"path"
	"strings"
	"sync"

	"gitmem/repo/session"
)

//go:embed network.txt
var networkList string

//go:embed plain.txt
var plainList string

// programs are those of a list, by their name; what has to follow, "" for nothing.
type programs map[string][]string

// clients are the network clients of the list.
type clients struct {
	programs
	anywhere []string
}

var network = sync.OnceValue(func() clients {
	c := clients{programs: programs{}}
	for line := range entries(networkList) {
		if words, ok := strings.CutPrefix(line, "="); ok {
			c.anywhere = append(c.anywhere, words)
			continue
		}
		c.add(line)
	}
	return c
})

// harmless are the programs that carry out none of their arguments, runners
// those that carry out what they read.
var harmless, runners = split(plainList)

func split(list string) (func() programs, func() programs) {
	both := sync.OnceValue(func() [2]programs {
		out := [2]programs{{}, {}}
		for line := range entries(list) {
			if name, ok := strings.CutPrefix(line, "!"); ok {
				out[1].add(name)
				continue
			}
			out[0].add(line)
		}
		return out
	})
	return func() programs { return both()[0] }, func() programs { return both()[1] }
}

// entries are the lines of a list.
func entries(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(list) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

func (p programs) add(line string) {
	name, second, _ := strings.Cut(line, " ")
	p[name] = append(p[name], second)
}

// has reports whether a command is of the list; options may stand before its
// second word.
func (p programs) has(words []string) bool {
	if len(words) == 0 {
		return false
	}
	for _, second := range p[strings.TrimSuffix(path.Base(words[0]), ".exe")] {
		if second == "" || subcommand(words[1:], second) {
			return true
		}
	}
	return false
}

// setCommand keeps a shell call's command, and whether it names a network client.
func setCommand(c *session.ToolCall, command string, cut bool) {
	c.Command = bounded(command, false, session.MaxCommand)
	c.Target = bounded(command, false, session.MaxTarget)
	c.Network = cut || namesNetworkClient(command) // what cannot be looked at whole may name one
}

// namesNetworkClient reports whether a command runs a network client, or might.
func namesNetworkClient(command string) bool {
	lower := strings.ToLower(command)
	return (mentionsNetworkClient(lower) || mentionsNetworkClient(quotes.Replace(lower))) && !mentionsOnly(lower)
}

// quotes may stand within a name.
var quotes = strings.NewReplacer("'", "", "\"", "", "\\", "")

// mentionsNetworkClient looks at the words of a command without understanding
// a shell: a word that is a client's name counts wherever it stands.
func mentionsNetworkClient(lower string) bool {
	list := network()
	for _, words := range list.anywhere {
		if strings.Contains(lower, words) {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(lower, func(r rune) bool { return strings.ContainsRune("\n;|&", r) }) {
		words := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" \t\r'\"`(){}<>$,[]=\\!", r) })
		for i := range words {
			if list.has(words[i:]) {
				return true
			}
		}
	}
	return false
}

// subcommand reports whether a command's first word is w, options and what
// follows them aside.
func subcommand(words []string, w string) bool {
	for i, have := range words {
		if have == w {
			return true
		}
		if !strings.HasPrefix(have, "-") && (i == 0 || !strings.HasPrefix(words[i-1], "-")) {
			return false
		}
	}
	return false
}
