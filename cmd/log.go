package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// errNoOperation says that nothing in the history has to do with an id.
var errNoOperation = errors.New("no operation has to do with this id")

type logOptions struct {
	op, id string
	max    positive
}

func newLog(a *app) *cobra.Command {
	var o logOptions
	c := &cobra.Command{
		Use:   "log",
		Short: "Every operation, and every commit by hand, newest first",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.log(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.op, "op", "", "only this operation: apply, undo, propose, reject …, or hand for commits by hand")
	f.StringVar(&o.id, "id", "", "only what concerns this id, or a beginning of it")
	f.VarP(&o.max, "max", "n", "at most `N`, the newest")
	offerWords(c, "op", operationWords)
	offer(c, "id", a.completeAnyID)
	return c
}

// operationJSON is one commit of a store.
type operationJSON struct {
	Commit    string       `json:"commit"`
	Time      string       `json:"time"`
	Op        string       `json:"op"`
	ID        memfile.ID   `json:"id"`
	IDs       []memfile.ID `json:"ids,omitempty"` // where there are several
	Operation memfile.ID   `json:"operation,omitempty"`
	Scope     string       `json:"scope"`
	Actor     string       `json:"actor"`
	Via       string       `json:"via"`
	Author    string       `json:"author"`
	Agent     string       `json:"agent,omitempty"`
	Policy    string       `json:"policy,omitempty"`
	Summary   string       `json:"summary"`
}

func newOperationJSON(r repo.Record, scope string) operationJSON {
	m := r.Message
	o := operationJSON{
		Commit: r.Commit, Time: stamp(r.Time), Op: m.Op, Operation: m.Operation, Scope: scope, Actor: m.Actor, Via: m.Via,
		Author: r.Author, Agent: m.Agent, Policy: m.Policy, Summary: m.Subject,
	}
	if r.ByHand {
		o.Op = repo.ByHandWord
	}
	if len(m.IDs) > 0 {
		o.ID = m.IDs[0]
	}
	if len(m.IDs) > 1 {
		o.IDs = m.IDs
	}
	return o
}

func (a *app) log(ctx context.Context, o logOptions) error {
	if words := operationWords(); o.op != "" && !slices.Contains(words, o.op) {
		return usagef("--op %q: it is one of %s", o.op, strings.Join(words, ", "))
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	history, err := d.Store.History(ctx)
	if err != nil {
		return err
	}
	if len(history.Missing) > 0 {
		a.notice("the history is shallow: what was before is not here")
	}
	filter := repo.Filter{Op: o.op, ID: o.id, Max: int(o.max)}
	if o.id != "" && !concerns(history, o.id) {
		return fmt.Errorf("%s: %w", o.id, errNoOperation)
	}
	if a.asJSON() {
		return a.printLog(d, history, filter)
	}
	for r := range history.Select(filter) {
		a.say("%s", a.operationLine(newOperationJSON(r, d.Store.Scope)))
	}
	return nil
}

// concerns says that at least one operation has to do with an id.
func concerns(history *repo.History, id string) bool {
	for range history.Select(repo.Filter{ID: id}) {
		return true
	}
	return false
}

// operationWords are those that a commit of ours may carry, in the order in which a life goes, and
// the one for commits by hand.
func operationWords() []string {
	return []string{
		"init", "propose", "import", "edit", "apply", "adopt", "undo", "reject", "lapse", "revive", "settle", "resolve", "record",
		"confirm", "feedback", "solve", "forget", "promote", "mine", "evaluate", "refresh", "revoke", "detach", "purge", "config",
		"upgrade", repo.ByHandWord,
	}
}

func (a *app) printLog(d *candidates.Desk, history *repo.History, filter repo.Filter) error {
	list := []operationJSON{}
	for r := range history.Select(filter) {
		list = append(list, newOperationJSON(r, d.Store.Scope))
	}
	return printList(a, list)
}

// operationLine is one commit in one line.
func (a *app) operationLine(o operationJSON) string {
	who := o.Author
	if o.Via != "" {
		who += ", " + o.Via
	}
	if o.Policy != "" {
		who += " " + o.Policy
	}
	return fmt.Sprintf("%s %s %s (%s)", a.yellow(short(o.Commit), a.TerminalOut), o.Time, clip(o.Summary, 160), visible(who))
}
