package cmd

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/foreign"
)

type importOptions struct{ scope, format string }

func newImport(a *app) *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import FILE…",
		Short: "Make the entries of other tools' memory files open candidates; nothing is applied",
		Args:  cobra.MinimumNArgs(1),
		RunE:  func(c *cobra.Command, files []string) error { return a.importFiles(c.Context(), files, o) },
	}
	scopeFlag(c, &o.scope)
	c.Flags().StringVar(&o.format, "format", "auto", "auto, markdown, section-sign, bullets or mcp-memory")
	offerWords(c, "format", formatWords)
	return c
}

func formatWords() []string {
	var words []string
	for _, f := range foreign.Formats() {
		words = append(words, string(f))
	}
	return words
}

// importJSON accounts for every entry: imported, duplicates and refused sum up
// to total. Layout, such as headings and rules, is counted apart.
type importJSON struct {
	Imported   []memfile.ID  `json:"imported"`
	Duplicates int           `json:"duplicates"`
	Refused    []refusedJSON `json:"refused"`
	Total      int           `json:"total"`
	Layout     int           `json:"layout"`
	Commit     string        `json:"commit"`
	Warnings   []string      `json:"warnings"`
	DryRun     bool          `json:"dry_run,omitempty"`
}

type refusedJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func (a *app) importFiles(ctx context.Context, files []string, o importOptions) error {
	format, err := foreign.ParseFormat(o.format)
	if err != nil {
		return usagef("--format: unknown format %q; it is one of %s", o.format, strings.Join(formatWords(), ", "))
	}
	in := candidates.Import{Confidence: 10000}
	in.Agent, _ = a.agent()
	out := importJSON{Imported: []memfile.ID{}, Refused: []refusedJSON{}, Warnings: []string{}, DryRun: a.globals.dryRun}
	for _, file := range files {
		if err := a.readForeign(file, format, &in, &out); err != nil {
			return err
		}
	}
	d, err := a.deskToPropose(o.scope)
	if err != nil {
		return err
	}
	report, err := d.Import(ctx, in)
	if err != nil {
		return err
	}
	out.add(report, len(in.Entries))
	if err := a.sayImport(d, out); err != nil || len(out.Refused) == 0 {
		return err
	}
	return exit(exitInvalid)
}

// readForeign reads one file. What is no entry is refused with its reason, but
// for layout, which says nothing.
func (a *app) readForeign(file string, format foreign.Format, in *candidates.Import, out *importJSON) error {
	data, err := a.readInput(file)
	if err != nil {
		return err
	}
	reading, err := foreign.Read(file, data, format)
	if err != nil {
		return err
	}
	for _, e := range reading.Entries {
		in.Entries = append(in.Entries, candidates.ImportEntry{
			File: filepath.Base(file), Line: e.Line, Text: e.Text, Section: innermost(e.Section), Origin: e.Origin,
		})
	}
	for _, s := range reading.Skipped {
		if s.Layout {
			out.Layout++
			continue
		}
		out.Refused = append(out.Refused, refusedJSON{filepath.Base(file), s.Line, s.Reason})
	}
	return nil
}

// innermost is the last of a path of headings.
func innermost(section string) string {
	parts := strings.Split(section, " > ")
	return parts[len(parts)-1]
}

func (out *importJSON) add(report candidates.ImportReport, entries int) {
	out.Imported = append(out.Imported, report.Imported...)
	out.Total = entries + len(out.Refused)
	for _, r := range report.Refused {
		out.Refused = append(out.Refused, refusedJSON{r.File, r.Line, firstLine(r.Reason)})
	}
	out.Duplicates, out.Commit = report.Duplicates, report.Result.Commit
	out.Warnings = append(out.Warnings, report.Warnings...)
}

func (a *app) sayImport(d *candidates.Desk, out importJSON) error {
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.warn(out.Warnings)
	for _, r := range out.Refused {
		a.say("%s:%d: not imported: %s", visible(r.File), r.Line, visible(r.Reason))
	}
	a.say("%d %s, %d there already, %d refused, of %d", len(out.Imported), a.would("imported"), out.Duplicates, len(out.Refused), out.Total)
	if out.Commit != "" {
		a.tell("commit %s in %s memory; `gitmem review` walks through them", short(out.Commit), d.Store.Scope)
	}
	return nil
}
