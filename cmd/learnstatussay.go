package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
)

// page puts the lists of all stores in one order and cuts out what was asked for.
func (l *learningJSON) page() {
	slices.SortStableFunc(l.Experiences, func(x, y experienceJSON) int { return strings.Compare(y.Created, x.Created) })
	slices.SortStableFunc(l.Feedback, func(x, y feedbackJSON) int { return strings.Compare(y.Updated, x.Updated) })
	l.Page.Total = len(l.Experiences)
	from := min(l.Page.Offset, l.Page.Total)
	l.Experiences = l.Experiences[from:min(from+l.Page.Limit, l.Page.Total)]
	l.Feedback = l.Feedback[:min(l.Page.Limit, len(l.Feedback))]
}

// sayLearning tells a person what was learned: counts, what there is to do,
// then the page.
func (a *app) sayLearning(l learningJSON) {
	a.say("%s", l.Counts)
	if kinds := inWords(memfile.ExperienceKinds(), l.Counts.Kinds); kinds != "" {
		a.say("  %s", kinds)
	}
	w := l.Waiting
	if w.Held > 0 {
		a.say("%s held for a person: `gitmem learn confirm ID…` or `gitmem learn forget ID…`", counted(w.Held, "is", "are"))
	}
	if w.Unresolved > 0 {
		a.say("%s unresolved: `gitmem learn solved ID RESOLUTION`", counted(w.Unresolved, "issue is", "issues are"))
	}
	if w.Candidates > 0 {
		a.say("%s for review: `gitmem review`", counted(w.Candidates, "proposal waits", "proposals wait"))
	}
	a.sayIndexes(l.Index)
	for _, e := range l.Experiences {
		a.say("%s", a.experienceLine(e))
	}
	if shown := len(l.Experiences); shown < l.Page.Total {
		a.tell("%d of %d are listed; --limit and --offset list the others", shown, l.Page.Total)
	}
	for _, f := range l.Feedback {
		a.say("feedback: %s", feedbackLine(f))
	}
	for _, f := range l.Invalid[:min(l.Page.Limit, len(l.Invalid))] {
		a.say("%s %s", a.red("invalid:", a.TerminalOut), visible(place(f)))
	}
	if more := len(l.Invalid) - l.Page.Limit; more > 0 {
		a.say("%s more: `gitmem check` names them all", counted(more, "fault", "faults"))
	}
}

// String counts experiences in words.
func (c countsJSON) String() string {
	text := counted(c.Total, "experience", "experiences")
	if words := inWords(memfile.ExperienceStatuses(), c.Statuses); words != "" {
		text += ": " + words
	}
	return text
}

// inWords names what there is at least one of.
func inWords(names []string, counts map[string]int) string {
	var words []string
	for _, name := range names {
		if counts[name] > 0 {
			words = append(words, fmt.Sprintf("%d %s", counts[name], name))
		}
	}
	return strings.Join(words, ", ")
}

// faults are those of files that cannot be used. Their messages may quote what
// nobody approved, so an agent is told the rule instead.
func (a *app) faults(list []candidates.Invalid) []faultJSON {
	agent, _ := a.agent()
	var out []faultJSON
	for _, bad := range list {
		for _, f := range bad.Faults {
			message := f.Message
			if agent != "" {
				message = f.Rule
			}
			out = append(out, faultJSON{cmp.Or(f.Path, bad.Path), f.Line, f.Column, f.Rule, message})
		}
	}
	return out
}

// oneOf refuses a word that a flag does not know.
func oneOf(flag, word string, words []string) error {
	if word == "" || slices.Contains(words, word) {
		return nil
	}
	return usagef("%s %s: it is one of %s", flag, clip(word, 40), strings.Join(words, ", "))
}
