package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/index"
	"gitmem/repo"
)

func newIndex(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "The search index: a cache of the files, which may be deleted at any time",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		&cobra.Command{
			Use:   "status",
			Short: "How large the index is, and whether it has seen every file",
			Args:  cobra.NoArgs,
			RunE:  func(c *cobra.Command, _ []string) error { return a.indexStatus(c.Context()) },
		},
		&cobra.Command{
			Use:   "rebuild",
			Short: "Build the index anew from the files (no search needs that)",
			Args:  cobra.NoArgs,
			RunE:  func(c *cobra.Command, _ []string) error { return a.indexRebuild(c.Context()) },
		},
	)
	return c
}

// indexJSON is the index of one store.
type indexJSON struct {
	Scope      string `json:"scope"`
	Store      string `json:"store"`
	Path       string `json:"path"`
	Generation int    `json:"generation"` // 0: there is none
	Documents  int    `json:"documents"`
	CaughtUp   bool   `json:"caught_up"`
	Behind     int    `json:"behind"` // files that it has not seen
	Bytes      int64  `json:"bytes"`
	Problem    string `json:"problem,omitempty"` // why the next search builds it anew
}

// indexStateJSON is the state of the indexes at hand in one object: generation
// is that of the first, the rest is about all of them.
type indexStateJSON struct {
	Generation int         `json:"generation"`
	CaughtUp   bool        `json:"caught_up"`
	Documents  int         `json:"documents"`
	Behind     int         `json:"behind"`
	Bytes      int64       `json:"bytes"`
	Stores     []indexJSON `json:"stores"`
}

func joinIndexes(list []indexJSON) indexStateJSON {
	s := indexStateJSON{CaughtUp: true, Stores: list}
	for i, one := range list {
		if i == 0 {
			s.Generation = one.Generation
		}
		s.CaughtUp = s.CaughtUp && one.CaughtUp
		s.Documents, s.Behind, s.Bytes = s.Documents+one.Documents, s.Behind+one.Behind, s.Bytes+one.Bytes
	}
	return s
}

// indexes tells the state of the indexes of some stores, and changes nothing.
func (a *app) indexes(ctx context.Context, desks []*candidates.Desk) ([]indexJSON, error) {
	list := []indexJSON{}
	for _, d := range desks {
		one, err := a.indexJSON(ctx, d)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func (a *app) indexJSON(ctx context.Context, d *candidates.Desk) (indexJSON, error) {
	ix := a.indexOf(d.Store)
	status, err := ix.Status(ctx)
	return newIndexJSON(d.Store, status), errors.Join(err, ix.Close())
}

func newIndexJSON(s *repo.Store, i index.Status) indexJSON {
	return indexJSON{
		Scope: s.Scope, Store: s.Root, Path: i.Path, Generation: i.Generation, Documents: i.Documents,
		CaughtUp: i.CaughtUp, Behind: i.Behind, Bytes: i.Bytes, Problem: i.Problem,
	}
}

// size is a number of bytes as people read it.
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

func (a *app) indexStatus(ctx context.Context) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	list, err := a.indexes(ctx, desks)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return printList(a, list)
	}
	for _, i := range list {
		a.say("%s", a.indexLine(i))
	}
	return nil
}

func (a *app) indexRebuild(ctx context.Context) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	for _, d := range desks {
		if a.globals.dryRun {
			a.tell("%s: the index would be built anew", d.Store.Root)
			continue
		}
		ix := a.indexOf(d.Store)
		_, err := ix.Rebuild(ctx)
		if err = errors.Join(err, ix.Close()); err != nil {
			return err
		}
	}
	return a.indexStatus(ctx)
}

// indexLine is the state of one index in one line.
func (a *app) indexLine(i indexJSON) string {
	line := i.Scope + " index: " + indexSays(i)
	if i.Problem != "" {
		line += "; " + a.yellow("the next search builds it anew:", a.TerminalOut) + " " + visibleName(i.Problem)
	}
	return line
}

func indexSays(i indexJSON) string {
	switch {
	case i.Generation == 0 && i.Problem != "":
		return "none that can be read"
	case i.Generation == 0:
		return "none yet; the first search builds it"
	}
	says := counted(i.Documents, "document", "documents") + ", " + size(i.Bytes)
	switch {
	case i.CaughtUp && i.Behind == 0:
		return says + ", caught up"
	case i.CaughtUp:
		return says + ", caught up; " + counted(i.Behind, "changed file is", "changed files are") + " read at every search"
	}
	return says + ", " + counted(i.Behind, "file", "files") + " behind; the next search catches up"
}
