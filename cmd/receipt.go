package cmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"gitmem/index/retrieve"
	"gitmem/memfile"
	"gitmem/repo"
)

func newReceipt(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "receipt",
		Short: "The contexts that agents were given, byte for byte",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newReceiptList(a), newReceiptShow(a), newReceiptReplay(a), newReceiptVerify(a))
	return c
}

// receiptsOf are the receipts that a store keeps.
func (a *app) receiptsOf(s *repo.Store) retrieve.Receipts {
	return retrieve.Receipts{State: s.State, Probe: failpoint(a.getenv)}
}

// receiptJSON is a receipt in a list.
type receiptJSON struct {
	ID       memfile.ID           `json:"id"`
	Time     string               `json:"time"`
	Session  string               `json:"session"`
	Turn     string               `json:"turn"`
	Query    string               `json:"query"` // its digest
	Store    string               `json:"store"` // the one that keeps it
	Sections []receiptSectionJSON `json:"sections"`
	Skipped  *memfile.Skipped     `json:"skipped"`
	Chars    int                  `json:"chars"` // of the text, in code points
}

type receiptSectionJSON struct {
	Name  string `json:"name"`
	Items int    `json:"items"`
}

type receiptListOptions struct {
	max     positive
	session string
}

func newReceiptList(a *app) *cobra.Command {
	var o receiptListOptions
	c := &cobra.Command{
		Use:   "list",
		Short: "Every context that was handed out, newest first",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.receiptList(o) },
	}
	c.Flags().VarP(&o.max, "max", "n", "at most `N`, the newest")
	c.Flags().StringVar(&o.session, "session", "", "only those of this session")
	return c
}

func (a *app) receiptList(o receiptListOptions) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	list := []receiptJSON{}
	for _, d := range desks {
		n := 0
		for r, err := range a.receiptsOf(d.Store).All() {
			if err != nil {
				a.tell("%s", damaged(err))
				continue
			}
			if o.session != "" && r.Session != o.session {
				continue
			}
			list = append(list, newReceiptJSON(r, d.Store))
			if n++; n == int(o.max) {
				break
			}
		}
	}
	slices.SortStableFunc(list, func(x, y receiptJSON) int { return strings.Compare(y.Time, x.Time) })
	if o.max > 0 {
		list = list[:min(len(list), int(o.max))]
	}
	if a.asJSON() {
		return printList(a, list)
	}
	for _, r := range list {
		a.say("%s", a.receiptLine(r))
	}
	return nil
}

func newReceiptJSON(r memfile.Receipt, s *repo.Store) receiptJSON {
	out := receiptJSON{
		ID: r.ID, Time: stamp(r.Time), Session: r.Session, Turn: r.Turn, Query: r.Query, Store: s.Root,
		Sections: []receiptSectionJSON{}, Skipped: r.Skipped, Chars: utf8.RuneCountInString(r.Text),
	}
	for _, section := range r.Sections {
		out.Sections = append(out.Sections, receiptSectionJSON{section.Name, len(section.Items)})
	}
	return out
}

// receiptLine is one receipt in one line.
func (a *app) receiptLine(r receiptJSON) string {
	var parts []string
	for _, s := range r.Sections {
		parts = append(parts, fmt.Sprintf("%s %d", s.Name, s.Items))
	}
	line := fmt.Sprintf("%s %s%s", r.ID, r.Time, conversation(r.Session, r.Turn))
	if len(parts) == 0 {
		return line + ": nothing"
	}
	return line + ": " + strings.Join(parts, ", ") + " " + a.faint(fmt.Sprintf("(%d)", r.Chars), a.TerminalOut)
}

// conversation says from which turn something is.
func conversation(session, turn string) string {
	out := ""
	if session != "" {
		out += " session " + clip(session, 80)
	}
	if turn != "" {
		out += " turn " + clip(turn, 80)
	}
	return out
}

// damaged is a line of a receipt file that is not as it was written.
func damaged(err error) string {
	var fault *memfile.Fault
	if errors.As(err, &fault) {
		return visibleName(fmt.Sprintf("%s:%d: %s", fault.Path, fault.Line, fault.Message))
	}
	return visibleName(firstLine(err.Error()))
}

func newReceiptReplay(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "replay ID",
		Short:             "Print a context again, byte for byte, from its receipt alone",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeReceipts,
		RunE:              func(_ *cobra.Command, args []string) error { return a.receiptReplay(args[0]) },
	}
}

func (a *app) receiptReplay(id string) error {
	r, _, err := a.receipt("receipt replay", id)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(struct {
			Receipt memfile.ID `json:"receipt"`
			Text    string     `json:"text"`
		}{r.ID, r.Text})
	}
	_, err = io.WriteString(a.Out, r.Text)
	return err
}

// receipt finds a receipt in the stores at hand. What was handed out once may
// have been taken back since, so that an agent is not shown it again.
func (a *app) receipt(command, id string) (memfile.Receipt, *repo.Store, error) {
	if _, err := a.mayDecide(command); err != nil {
		return memfile.Receipt{}, nil, err
	}
	desks, err := a.desks()
	if err != nil {
		return memfile.Receipt{}, nil, err
	}
	var missing error
	var found []memfile.Receipt
	var store *repo.Store
	for _, d := range desks {
		r, err := a.receiptsOf(d.Store).Find(id)
		switch {
		case err == nil:
			found, store = append(found, r), d.Store
		case !errors.Is(err, retrieve.ErrNoReceipt):
			return memfile.Receipt{}, nil, err
		default:
			missing = err
		}
	}
	switch len(found) {
	case 0:
		return memfile.Receipt{}, nil, missing
	case 1:
		return found[0], store, nil
	}
	return memfile.Receipt{}, nil, &retrieve.AmbiguousError{Prefix: id, IDs: []memfile.ID{found[0].ID, found[1].ID}}
}

// completeReceipts offers the newest receipts to a shell.
func (a *app) completeReceipts(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	desks, err := a.desks()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var offered []cobra.Completion
	for _, d := range desks {
		for r, err := range a.receiptsOf(d.Store).All() {
			if len(offered) == mostOffered {
				break
			}
			if err == nil && strings.HasPrefix(string(r.ID), begun) {
				offered = append(offered, cobra.CompletionWithDesc(string(r.ID), stamp(r.Time)+conversation(r.Session, r.Turn)))
			}
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
