package cmd

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gitmem/hooks/transcript"
	"gitmem/repo"
)

type sessionImportOptions struct{ from string }

func newSessionImport(a *app) *cobra.Command {
	var o sessionImportOptions
	c := &cobra.Command{
		Use:   "import [PATH…]",
		Short: "Read transcripts of agents into the private sessions of this store",
		Long: `Reads transcripts into private sessions; what is known already is not added again. A file is taken whatever
project it is of. Of a folder, and without a PATH of the folders where Claude Code and Codex keep theirs, those are
taken whose working directory is this project's.`,
		RunE: func(c *cobra.Command, paths []string) error { return a.sessionImport(c.Context(), paths, o) },
	}
	words := func() []string { return []string{"auto", transcript.ClaudeCode, transcript.Codex, transcript.Generic} }
	c.Flags().StringVar(&o.from, "from", "auto", "the format: auto, claude-code, codex or generic")
	offerWords(c, "from", words)
	return c
}

// sessionImportJSON says what reading transcripts gave.
type sessionImportJSON struct {
	Files     int           `json:"files"`
	Lines     int           `json:"lines"`
	Messages  int           `json:"messages"` // that were new
	Revised   int           `json:"revised"`
	Known     int           `json:"known"`
	Sessions  []string      `json:"sessions"`
	Skipped   []skippedJSON `json:"skipped"`
	More      int           `json:"skipped_more,omitempty"`
	Deleted   []string      `json:"deleted"`
	Elsewhere []string      `json:"elsewhere"`
	Admitted  int           `json:"admitted"` // jobs that were queued
	Expired   []string      `json:"expired"`  // deleted, since nothing was said there for sessions.keep_days
}

type skippedJSON struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func (a *app) sessionImport(ctx context.Context, paths []string, o sessionImportOptions) error {
	if err := oneOf("--from", o.from, []string{"auto", transcript.ClaudeCode, transcript.Codex, transcript.Generic}); err != nil {
		return err
	}
	if a.globals.dryRun {
		return usagef("--dry-run: reading transcripts changes nothing that is committed; `gitmem session list` shows what is kept")
	}
	store, found, err := a.open(false)
	if err != nil {
		return err
	}
	shelf, err := a.sessionsOf(store)
	if err != nil {
		return err
	}
	files, folders, failed := a.transcripts(paths, found)
	opt := transcript.Options{Progress: a.bytesRead()}
	if o.from != "auto" {
		opt.Format = o.from
	}
	report, err := transcript.Import(ctx, shelf, files, opt)
	failed = errors.Join(failed, err)
	opt.Belongs = a.belongs(found)
	more, err := transcript.Import(ctx, shelf, folders, opt)
	failed = errors.Join(failed, err)
	out := sessionImportJSON{Sessions: []string{}, Skipped: []skippedJSON{}, Deleted: []string{}, Elsewhere: []string{}, Expired: []string{}}
	out.add(report)
	out.add(more)
	if out.Expired, err = a.tendSessions(ctx, store); err != nil {
		failed = errors.Join(failed, err)
	}
	if out.Admitted, err = a.queueTurns(ctx, out.Sessions); err != nil {
		failed = errors.Join(failed, err)
	}
	if failed != nil && out.nothing() {
		return failed
	}
	if err := a.saySessionImport(out); err != nil || failed != nil {
		return errors.Join(err, failed)
	}
	if report.Partial() || more.Partial() {
		return exit(exitInvalid)
	}
	return nil
}

// nothing is true where no file gave anything that could be told.
func (out sessionImportJSON) nothing() bool {
	return len(out.Sessions)+len(out.Skipped)+len(out.Elsewhere) == 0
}

// transcripts tells files from folders; without a path it finds those of this
// project. What cannot be read is named in the error and does not keep the
// others out.
func (a *app) transcripts(paths []string, found repo.Found) (files, folders []string, failed error) {
	if len(paths) == 0 {
		all, err := transcript.Discover(transcript.UsualPlaces(a.env.Home, a.getenv), a.projectFolders(found), time.Time{})
		for _, t := range all {
			folders = append(folders, t.Path)
		}
		return nil, folders, err
	}
	for _, p := range paths {
		p = a.abs(p)
		info, err := os.Stat(p)
		switch {
		case err != nil:
			failed = errors.Join(failed, err)
		case info.IsDir():
			folders = append(folders, p)
		default:
			files = append(files, p)
		}
	}
	return files, folders, failed
}

// bytesRead shows how far the present file was read.
func (a *app) bytesRead() func(done, total int64) {
	show := a.progress("reading")
	if show == nil {
		return nil
	}
	return func(done, total int64) { show(int(done>>10), int(total>>10)) }
}

func (out *sessionImportJSON) add(r transcript.Report) {
	out.Files, out.Lines, out.Messages = out.Files+r.Files, out.Lines+r.Lines, out.Messages+r.Messages
	out.Revised, out.Known, out.More = out.Revised+r.Revised, out.Known+r.Known, out.More+r.More
	out.Sessions, out.Deleted, out.Elsewhere = append(out.Sessions, r.Sessions...), append(out.Deleted, r.Deleted...), append(out.Elsewhere, r.Elsewhere...)
	for _, s := range r.Skipped {
		out.Skipped = append(out.Skipped, skippedJSON{s.Path, s.Line, s.Reason})
	}
}

func (a *app) saySessionImport(out sessionImportJSON) error {
	if a.asJSON() {
		return a.printJSON(out)
	}
	for _, s := range out.Skipped {
		a.tell("%s:%d: skipped: %s", visibleName(s.Path), s.Line, visible(s.Reason))
	}
	if out.More > 0 {
		a.tell("and %d more lines were skipped", out.More)
	}
	if n := len(out.Elsewhere); n > 0 {
		a.tell("%s of other projects left alone", counted(n, "session", "sessions"))
	}
	if n := len(out.Deleted); n > 0 {
		a.tell("%s deleted left alone", counted(n, "session that was", "sessions that were"))
	}
	a.say("%s of %s: %d new, %d known, from %s", counted(out.Messages+out.Known, "message", "messages"),
		counted(len(out.Sessions), "session", "sessions"), out.Messages, out.Known, counted(out.Files, "file", "files"))
	return nil
}
