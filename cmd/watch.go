package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/hooks/watch"
	"gitmem/memfile"
)

type watchOptions struct{ once bool }

func newWatch(a *app) *cobra.Command {
	var o watchOptions
	c := &cobra.Command{
		Use:   "watch",
		Short: "Check the files of the store each time an editor saves one",
		Long: `Check MEMORY.md and the candidates each time an editor saves one, and show at once what is wrong, by line and
column. It decides nothing and changes nothing: a decision that you write into a candidate waits for
"gitmem apply", an edit of MEMORY.md for "gitmem adopt". Where a model is configured it also does what
"gitmem jobs run" does, every learning.post_turn.poll_interval_ms. ^C ends it. --once looks once at everything.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.runWatch(c.Context(), o) },
	}
	c.Flags().BoolVar(&o.once, "once", false, "look once at every file and end, with exit 5 or 7 as check does")
	return c
}

// watching is one run of watch.
type watching struct {
	app   *app
	desk  *candidates.Desk
	ready bool // the first look is over
	once  bool
	saves []savedFile // with --once, what one document holds
	checked
}

func (a *app) runWatch(ctx context.Context, o watchOptions) error {
	d, err := a.desk()
	if err != nil {
		return err
	}
	if a.asJSON() && !o.once {
		a.globals.json = "lines" // there is no end at which one document could be printed
	}
	w := &watching{app: a, desk: d, once: o.once, saves: []savedFile{}}
	options := watch.Options{
		Root: d.Store.Root, Changed: w.saved, Ready: w.start, Problem: w.unreadable,
	}
	if o.once {
		return w.lookOnce(options)
	}
	wakes, err := a.newWaking(d)
	if err != nil {
		return err
	}
	return wakes.beside(ctx, func(ctx context.Context) error { return watch.Run(ctx, options) })
}

// lookOnce looks at everything and ends as check does.
func (w *watching) lookOnce(o watch.Options) error {
	if err := watch.Scan(o); err != nil {
		return err
	}
	if w.app.asJSON() {
		if err := printList(w.app, w.saves); err != nil {
			return err
		}
	}
	w.app.tell("%s", w.count())
	return ending(w.problems)
}

func (w *watching) start() {
	w.ready = true
	w.app.tell("%s; watching %s, ^C ends", w.count(), visible(w.desk.Store.Root))
}

// savedFile is what watch prints of one save with --json.
type savedFile struct {
	Path     string       `json:"path"`
	Gone     bool         `json:"gone,omitempty"`
	Decision string       `json:"decision,omitempty"`
	Problems []foundFault `json:"problems"`
}

// saved tells of one file whose bytes are new.
func (w *watching) saved(path string, data []byte) {
	if data == nil {
		w.print(savedFile{Path: path, Gone: true}, nil)
		return
	}
	rules, err := w.desk.Checker()
	if err != nil {
		w.unreadable(err)
		return
	}
	problems := rules.File(path, data)
	w.add(problems)
	w.print(savedFile{Path: path, Decision: decisionIn(path, data)}, problems)
}

// unreadable tells of a file that cannot be read, or of a folder that cannot
// be watched.
func (w *watching) unreadable(err error) {
	problem := candidates.Problem{Fault: &memfile.Fault{Rule: "unreadable", Message: err.Error()}}
	w.add([]candidates.Problem{problem})
	w.app.tell("%s", visibleName(err.Error()))
}

// decisionIn is what a person wrote into a candidate, "" for nothing valid.
func decisionIn(path string, data []byte) string {
	file, err := memfile.ParseCandidate(path, data)
	if err != nil {
		return ""
	}
	verb, _, err := memfile.ParseDecision(file.Candidate().Decision)
	if err != nil {
		return ""
	}
	return verb
}

func (w *watching) print(s savedFile, problems []candidates.Problem) {
	a := w.app
	if a.asJSON() {
		s.Problems = faultsOf(problems)
		if w.once {
			w.saves = append(w.saves, s)
			return
		}
		_ = a.printJSON(s) // a reader that went away is no reason to end
		return
	}
	a.printProblems(problems)
	switch {
	case s.Gone:
		a.say("%s: gone", visibleName(s.Path))
	case len(problems) == 0 && w.ready:
		a.say("%s: ok", visibleName(s.Path))
	}
	if s.Decision != "" && len(problems) == 0 {
		a.tell("%s: says %s; `gitmem apply` carries it out", visibleName(s.Path), s.Decision)
	}
}
