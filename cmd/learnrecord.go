package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

type recordOptions struct {
	noteOptions
	kind                       string
	title, summary, resolution string
	evidence                   string // a JSON file
}

func newLearnRecord(a *app) *cobra.Command {
	var o recordOptions
	c := &cobra.Command{
		Use:   "record",
		Short: "Record an experience field by field, with the quotations that it rests on",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.learnRecord(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.kind, "kind", "", "outcome, problem, unresolved_issue, user_correction, explicit_feedback or procedure")
	offerWords(c, "kind", memfile.ExperienceKinds)
	f.StringVar(&o.title, "title", "", "what it is about, in one line")
	f.StringVar(&o.summary, "summary", "", "what was seen, as a `TEXT` (- reads stdin)")
	f.StringVar(&o.resolution, "resolution", "", "what to do about it, as a `TEXT` (- reads stdin)")
	f.StringVar(&o.evidence, "evidence", "", "a JSON `FILE` with a list of quotations (- reads stdin)")
	o.flags(c)
	return c
}

// quotationJSON is a quotation as a program hands it in. Digest is needed only
// where the excerpt is not the whole quotation.
type quotationJSON struct {
	Kind    string `json:"kind"`
	Role    string `json:"role"`
	Source  string `json:"source"`
	Digest  string `json:"digest"`
	Excerpt string `json:"excerpt"`
}

func (a *app) learnRecord(ctx context.Context, o recordOptions) error {
	n, err := a.noteOf(o)
	if err != nil {
		return err
	}
	return a.learn(ctx, n, o.noteOptions)
}

// noteOf reads what the flags name. Stdin can be only one of it.
func (a *app) noteOf(o recordOptions) (evidence.Note, error) {
	n := evidence.Note{Kind: o.kind, Title: o.title}
	piped := 0
	for _, from := range []string{o.summary, o.resolution, o.evidence} {
		if from == "-" {
			piped++
		}
	}
	if piped > 1 {
		return n, usagef("- stands for stdin, and only one of --summary, --resolution and --evidence can read it")
	}
	var err error
	if n.Summary, err = a.text(o.summary); err != nil {
		return n, err
	}
	if n.Resolution, err = a.text(o.resolution); err != nil || o.evidence == "" {
		return n, err
	}
	list, err := readList[quotationJSON](a, o.evidence, "quotations", `[{"kind": "message", "role": "user", "source": "msg_12", "excerpt": "…"}]`)
	for _, q := range list {
		n.Evidence = append(n.Evidence, memfile.Evidence{Kind: q.Kind, Role: q.Role, Source: q.Source, Digest: q.Digest, Excerpt: q.Excerpt})
	}
	return n, err
}
