package cmd

import (
	"fmt"
	"io"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
)

// stage is where a deciding command shows what it is about: stdout, or, where
// that is for a program, stderr.
func (a *app) stage() (w io.Writer, terminal bool) {
	if a.asJSON() {
		return a.Err, a.TerminalErr
	}
	return a.Out, a.TerminalOut
}

// describe shows a candidate: who proposed what and why, what it would change
// or changed, and what speaks against it.
func (a *app) describe(rec candidates.Record, p candidates.Preview) {
	w, tty := a.stage()
	c := rec.Redacted()
	a.heading(w, rec, tty)
	fmt.Fprintf(w, "  proposed by %s on %s\n", visible(proposer(c)), stamp(c.Created))
	for _, e := range c.Edits() {
		a.describeEdit(w, c, e)
	}
	detail(w, "reason", c.Reason)
	detail(w, "evidence", idWords(c.Evidence))
	detail(w, "decision", c.Decision)
	if c.Decided != nil {
		detail(w, "decided", decidedBy(*c.Decided))
	}
	if rec.State == candidates.Failed {
		detail(w, "failed", c.Diagnostic)
	}
	if rec.Edited {
		detail(w, "edited", "the file was saved by hand; the edit is committed with the decision")
	}
	for _, warning := range p.Warnings {
		detail(w, "warning", warning)
	}
	if p.Problem != nil {
		fmt.Fprintf(w, "  %s %s\n", a.red("cannot be applied:", tty), visible(firstLine(p.Problem.Error())))
	}
	if p.Diff != "" {
		a.printDiff(w, p.Diff, tty)
	}
}

func (a *app) heading(w io.Writer, rec candidates.Record, tty bool) {
	what := rec.Action
	if rec.Batch() {
		what = fmt.Sprintf("%d changes", len(rec.Operations))
	}
	fmt.Fprintf(w, "%s %s: %s in %s memory, confidence %s\n", a.bold(string(rec.ID), tty), rec.State, what, rec.Scope, percent(rec.Confidence))
}

// describeEdit shows the words of one change where no diff may.
func (a *app) describeEdit(w io.Writer, c memfile.Candidate, e memfile.Edit) {
	if c.Batch() {
		fmt.Fprintf(w, "  %s\n", e.Action)
	}
	detail(w, "section", e.Section)
	detail(w, "locator", e.Locator)
	detail(w, "content", e.Content)
}

// detail prints a field, its further lines indented; an empty one not at all.
func detail(w io.Writer, name, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	text = visible(strings.TrimRight(text, "\n"))
	fmt.Fprintf(w, "  %s: %s\n", name, strings.ReplaceAll(text, "\n", "\n    "))
}

func idWords(ids []memfile.ID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = string(id)
	}
	return strings.Join(words, ", ")
}

// proposer is who proposed a candidate, and where.
func proposer(c memfile.Candidate) string {
	who := c.Actor
	if c.Source.Agent != "" {
		who = fmt.Sprintf("%s (%s)", c.Source.Agent, c.Actor)
	}
	for _, part := range []struct{ name, value string }{
		{"session", c.Source.Session}, {"message", c.Source.Message}, {"client", c.Source.Client}, {"connection", c.Source.Connection},
	} {
		if part.value != "" {
			who += fmt.Sprintf(", %s %s", part.name, part.value)
		}
	}
	return who
}

func decidedBy(d memfile.Decided) string {
	text := fmt.Sprintf("by %s (%s) on %s", d.By, d.Via, stamp(d.At))
	if d.Reason != "" {
		text += ": " + d.Reason
	}
	return text
}

// percent is a confidence as people read it: basis points to 0..1.
func percent(points int) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", float64(points)/10000), "0"), ".")
}
