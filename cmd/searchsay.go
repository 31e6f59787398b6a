package cmd

import (
	"fmt"
	"strings"

	"gitmem/index"
	"gitmem/index/search"
)

// sayAnswer prints the hits for a person: what each is, then where it matched.
func (a *app) sayAnswer(answer search.Answer) {
	if len(answer.Hits) == 0 {
		a.tell("nothing found")
		return
	}
	for _, h := range answer.Hits {
		title, rest := a.titled(h)
		a.say("%s%s", a.hitHead(h), title)
		for _, f := range rest {
			a.say("    %s", a.marked(f))
		}
		a.say("    %s", a.faint(fmt.Sprintf("%.2f  %s", h.Score, visible(strings.Join(h.Why, "; "))), a.TerminalOut))
		if len(h.Guard) > 0 {
			a.say("    %s %s", a.red("never in a context:", a.TerminalOut), visible(strings.Join(h.Guard, ", ")))
		}
	}
	if more := answer.Total - len(answer.Hits); more > 0 {
		a.tell("%d more; --limit shows up to %d", more, index.MaxLimit)
	}
}

// hitHead is what a hit is.
func (a *app) hitHead(h search.Hit) string {
	day, _, _ := strings.Cut(h.Updated, "T")
	head := fmt.Sprintf("%s %s %s %s", h.ID, a.bold(h.Status, a.TerminalOut), h.Scope, h.Kind)
	if day != "" {
		head += " " + day
	}
	return head + ": "
}

// titled is the title with what matched in it, and the fragments that say more.
func (a *app) titled(h search.Hit) (string, []search.Fragment) {
	for i, f := range h.Fragments {
		if f.Text == h.Title {
			return a.marked(f), append(h.Fragments[:i:i], h.Fragments[i+1:]...)
		}
	}
	return clip(h.Title, 2000), h.Fragments
}

// marked is a stretch of text on one line, in which a terminal shows what
// matched.
func (a *app) marked(f search.Fragment) string {
	var b strings.Builder
	at := 0
	for _, m := range f.Marks {
		if m[0] < at || m[1] < m[0] || m[1] > len(f.Text) {
			continue
		}
		b.WriteString(oneLine(f.Text[at:m[0]]))
		b.WriteString(a.bold(oneLine(f.Text[m[0]:m[1]]), a.TerminalOut))
		at = m[1]
	}
	b.WriteString(oneLine(f.Text[at:]))
	return strings.TrimSpace(b.String())
}

// oneLine shows line ends and tabs as blanks.
func oneLine(s string) string {
	return visible(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(s))
}
