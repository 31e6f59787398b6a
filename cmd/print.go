package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// Rules of output. What was asked for goes to stdout and nothing else does.
// Colour is for a terminal alone, and never the only carrier of a meaning.
// Text of a memory is printed as it is but for control characters, which a
// terminal would obey.

// printJSON prints one document.
func (a *app) printJSON(value any) error {
	enc := json.NewEncoder(a.Out)
	enc.SetEscapeHTML(false)
	if a.globals.json != "lines" {
		enc.SetIndent("", "  ")
	}
	return enc.Encode(value)
}

// printList prints a list: one document, or one line an item where
// --json=lines asks for it.
func printList[T any](a *app, items []T) error {
	if items == nil {
		items = []T{}
	}
	if a.globals.json != "lines" {
		return a.printJSON(items)
	}
	for _, item := range items {
		if err := a.printJSON(item); err != nil {
			return err
		}
	}
	return nil
}

// ifJSON prints a document where one is asked for. A command that says the same
// to a person in its own words uses it, so that with --json there always is one.
func (a *app) ifJSON(value any) error {
	if !a.asJSON() {
		return nil
	}
	return a.printJSON(value)
}

func (a *app) asJSON() bool { return a.globals.json != "" }

// say prints what was asked for; tell what is besides.
func (a *app) say(format string, args ...any) { fmt.Fprintf(a.Out, format+"\n", args...) }

func (a *app) tell(format string, args ...any) {
	if !a.globals.quiet {
		fmt.Fprintf(a.Err, format+"\n", args...)
	}
}

func (a *app) warn(warnings []string) {
	for _, w := range warnings {
		a.tell("%s", a.yellow("warning: ", a.TerminalErr)+visible(w))
	}
}

func (a *app) colours(terminal bool) bool {
	return terminal && !a.globals.noColor && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

func (a *app) paint(code, s string, terminal bool) string {
	if !a.colours(terminal) || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (a *app) red(s string, terminal bool) string    { return a.paint("31", s, terminal) }
func (a *app) green(s string, terminal bool) string  { return a.paint("32", s, terminal) }
func (a *app) yellow(s string, terminal bool) string { return a.paint("33", s, terminal) }
func (a *app) faint(s string, terminal bool) string  { return a.paint("2", s, terminal) }
func (a *app) bold(s string, terminal bool) string   { return a.paint("1", s, terminal) }

// printDiff prints a unified diff, coloured on a terminal.
func (a *app) printDiff(w io.Writer, diff string, terminal bool) {
	for line := range strings.Lines(diff) {
		text := visible(strings.TrimSuffix(line, "\n"))
		switch {
		case strings.HasPrefix(line, "+"):
			text = a.green(text, terminal)
		case strings.HasPrefix(line, "-"):
			text = a.red(text, terminal)
		}
		fmt.Fprintln(w, text)
	}
}

// visible shows control and invisible characters instead of obeying them.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			return '\ufffd'
		}
		return r
	}, s)
}

// clip shortens a text to one line of at most n code points.
func clip(s string, n int) string {
	s = visible(strings.Join(strings.Fields(s), " "))
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// counted is a number with the word for what is counted.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
