package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// argumentErrors makes too few or too many arguments, and commands that do not
// exist, mistakes in the words of a command line, told in the words of Use.
func argumentErrors(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return argumentError(c, args, err)
			}
			return nil
		}
	}
	for _, child := range c.Commands() {
		argumentErrors(child)
	}
}

// argumentError says which argument is missing or too many.
func argumentError(c *cobra.Command, args []string, err error) error {
	if c.HasSubCommands() && len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	u := &usage{command: c.CommandPath(), err: err}
	takes := strings.Fields(c.Use)[1:]
	switch {
	case len(takes) == 0:
		u.err = fmt.Errorf("%s: it takes no arguments, and got %q", c.CommandPath(), clip(args[0], 80))
	case len(args) < len(takes):
		u.err = fmt.Errorf("%s: %s is missing", c.CommandPath(), strings.Trim(takes[len(args)], "[]…"))
	case len(args) > len(takes):
		u.err = fmt.Errorf("%s: it takes %s, and got %s", c.CommandPath(), strings.Join(takes, " "), counted(len(args), "argument", "arguments"))
		if takesWords(c) {
			u.hint = "put a text of several words in quotes: `" + asTyped(c) + "`"
		}
	}
	return u
}

// takesWords tells a command that takes a text of a person as an argument.
func takesWords(c *cobra.Command) bool {
	for _, name := range []string{"TEXT", "LOCATOR", "RESOLUTION", "NOTE", "QUERY"} {
		if strings.Contains(c.Use, name) {
			return true
		}
	}
	return false
}

// asTyped is how a command that takes texts is typed.
func asTyped(c *cobra.Command, before ...string) string {
	words := append([]string{c.CommandPath()}, before...)
	for range strings.Fields(c.Use)[1:] {
		words = append(words, `"…"`)
	}
	return strings.Join(words, " ")
}

// unknownCommand names the commands that are spelt nearly like it.
func unknownCommand(c *cobra.Command, word string) error {
	u := &usage{command: c.CommandPath(), err: fmt.Errorf("%s: there is no command %q", c.CommandPath(), clip(word, 80))}
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(word); len(near) > 0 {
		u.hint = "did you mean `" + c.CommandPath() + " " + strings.Join(near, "` or `"+c.CommandPath()+" ") + "`?"
	}
	return u
}

// flagError says what was wrong with a flag. A text that begins with a dash is
// taken for one.
func flagError(c *cobra.Command, err error) error {
	u := &usage{command: c.CommandPath(), err: err}
	text, _, isNumber := strings.Cut(err.Error(), ": strconv.")
	if isNumber {
		u.err = fmt.Errorf("%s: it is no number that fits", text)
	}
	unknown := strings.HasPrefix(text, "unknown shorthand flag") || strings.HasPrefix(text, "unknown flag")
	if unknown && takesWords(c) {
		u.hint = "a text that begins with a dash goes behind two: `" + asTyped(c, "--") + "`"
	}
	return u
}

// newHelp is the help of a command below its parent, or of a topic.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND…]",
		Short: "Help about any command",
		RunE: func(c *cobra.Command, words []string) error {
			about, rest, err := c.Parent().Find(words)
			if err != nil || len(rest) > 0 {
				return unknownCommand(about, rest[0])
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
		ValidArgsFunction: completeCommands,
	}
}

// completeCommands offers the commands and topics that help knows.
func completeCommands(c *cobra.Command, words []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	about, rest, err := c.Parent().Find(words)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, child := range about.Commands() {
		if !child.Hidden && strings.HasPrefix(child.Name(), begun) {
			offered = append(offered, cobra.CompletionWithDesc(child.Name(), child.Short))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// positive is a number from 1 that a flag takes; 0 stands for none.
type positive int

func (p *positive) String() string { return strconv.Itoa(int(*p)) }
func (p *positive) Type() string   { return "int" }

// Set reads a number from 1.
func (p *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("it is a number from 1")
	}
	*p = positive(n)
	return nil
}
