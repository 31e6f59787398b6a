package cmd

import (
	"fmt"
	"strings"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// experienceJSON is an experience with the keys of its file.
type experienceJSON struct {
	ID         memfile.ID     `json:"id"`
	Kind       string         `json:"kind"`
	Status     string         `json:"status"`
	Scope      string         `json:"scope"`
	Confidence int            `json:"confidence"` // basis points
	Title      string         `json:"title,omitempty"`
	Summary    string         `json:"summary,omitempty"`
	Resolution string         `json:"resolution,omitempty"`
	Source     originJSON     `json:"source"`
	Evidence   []evidenceJSON `json:"evidence"`
	Guard      []string       `json:"guard,omitempty"` // the rules that keep it out of every context
	Created    string         `json:"created"`
	Updated    string         `json:"updated"`
	Path       string         `json:"path"`
	Edited     bool           `json:"edited,omitempty"`
	Hidden     bool           `json:"hidden,omitempty"` // its words are not for an agent
}

type originJSON struct {
	Agent     string     `json:"agent,omitempty"`
	Session   string     `json:"session,omitempty"`
	Message   string     `json:"message,omitempty"`
	Job       memfile.ID `json:"job,omitempty"`
	Ordinal   *int       `json:"ordinal,omitempty"` // in the job's answer
	Extractor string     `json:"extractor,omitempty"`
}

type evidenceJSON struct {
	Kind     string `json:"kind"`
	Role     string `json:"role,omitempty"`
	Source   string `json:"source,omitempty"`
	Digest   string `json:"digest"`
	Verified bool   `json:"verified"`
	Excerpt  string `json:"excerpt,omitempty"`
}

// experienceJSON gives an experience for programs. Under an agent the words of
// what counts as no evidence are left out.
func (a *app) experienceJSON(scope string, rec evidence.Record) experienceJSON {
	e := rec.Redacted()
	out := experienceJSON{
		ID: e.ID, Kind: e.Kind, Status: e.Status, Scope: scope, Confidence: e.Confidence, Source: newOriginJSON(e.Source), Evidence: []evidenceJSON{},
		Guard: e.Guard, Created: stamp(e.Created), Updated: stamp(e.Updated), Path: rec.Path, Edited: rec.Edited,
	}
	out.Hidden = !a.mayQuoteExperience(rec)
	for _, q := range e.Evidence {
		one := evidenceJSON{Kind: q.Kind, Role: q.Role, Source: q.Source, Digest: q.Digest, Verified: q.Verified}
		if !out.Hidden {
			one.Excerpt = q.Excerpt
		}
		out.Evidence = append(out.Evidence, one)
	}
	if !out.Hidden {
		out.Title, out.Summary, out.Resolution = e.Title, e.Summary, e.Resolution
	}
	return out
}

func newOriginJSON(o memfile.Origin) originJSON {
	out := originJSON{Agent: o.Agent, Session: o.Session, Message: o.Message, Job: o.Job, Extractor: o.Extractor}
	if o.Job != "" {
		out.Ordinal = &o.Ordinal
	}
	return out
}

// describeExperience shows an experience: its words, what they rest on, and
// where it comes from.
func (a *app) describeExperience(scope string, rec evidence.Record) {
	w, tty := a.stage()
	e := rec.Redacted()
	fmt.Fprintf(w, "%s %s: %s in the %s store, confidence %s\n", a.bold(string(e.ID), tty), e.Status, e.Kind, scope, percent(e.Confidence))
	fmt.Fprintf(w, "  recorded on %s%s\n", stamp(e.Created), visible(from(e.Source)))
	detail(w, "title", e.Title)
	detail(w, "summary", e.Summary)
	if e.Resolution != e.Summary {
		detail(w, "resolution", e.Resolution)
	}
	for i, q := range e.Evidence {
		detail(w, fmt.Sprintf("evidence %d", i+1), quotation(q))
	}
	if len(e.Guard) > 0 {
		detail(w, "guard", "marked by "+strings.Join(e.Guard, ", ")+": people can find it, and it enters no context")
	}
	if rec.Edited {
		detail(w, "edited", "the file was saved by hand; the edit is committed with the next decision about it")
	}
}

// from says in what a thing has its source; nothing where none is named.
func from(o memfile.Origin) string {
	text := ""
	for _, part := range []struct{ name, value string }{
		{"from ", o.Agent}, {"session ", o.Session}, {"message ", o.Message}, {"job ", string(o.Job)},
	} {
		if part.value != "" {
			text += ", " + part.name + part.value
		}
	}
	return text
}

// quotation is one piece of evidence in one line.
func quotation(q memfile.Evidence) string {
	words := []string{q.Kind}
	if q.Role != "" {
		words = append(words, "of the "+q.Role)
	}
	if q.Source != "" {
		words = append(words, q.Source)
	}
	if !q.Verified {
		words = append(words, "(unverified)")
	}
	return strings.Join(words, " ") + ": " + fmt.Sprintf("%q", clip(q.Excerpt, memfile.MaxExcerpt+1))
}

// experienceLine is an experience in one line.
func (a *app) experienceLine(e experienceJSON) string {
	words := clip(e.Title, 120)
	if e.Hidden {
		words = "(not shown to an agent)"
	}
	line := fmt.Sprintf("%s %s %s %s: %s", e.ID, a.bold(e.Status, a.TerminalOut), e.Scope, e.Kind, words)
	if len(e.Guard) > 0 {
		line += " [marked by the guard]"
	}
	return line
}
