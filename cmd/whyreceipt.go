package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

// whyReceiptJSON is one place in a context that was handed out. ID and Source
// of the item are "" where the text stands in a heading or a paragraph.
type whyReceiptJSON struct {
	ID      memfile.ID  `json:"id"`
	Time    string      `json:"time"`
	Session string      `json:"session"`
	Turn    string      `json:"turn"`
	Section string      `json:"section"`
	Item    whyItemJSON `json:"item"`
}

type whyItemJSON struct {
	ID     memfile.ID `json:"id"`
	Source string     `json:"source"`
}

// whyExperienceJSON is an experience that holds the text, or held it when it
// was handed out.
type whyExperienceJSON struct {
	ID      memfile.ID `json:"id"`
	Scope   string     `json:"scope"`
	Status  string     `json:"status"`
	Kind    string     `json:"kind"`
	Title   string     `json:"title"`
	Agent   string     `json:"agent"`
	Session string     `json:"session"`
	Message string     `json:"message"`
	Path    string     `json:"path"`
}

// addReceipts adds the receipts of one store that hold the text. An agent is
// not told: what it was given once may have been taken back since.
func (a *app) addReceipts(out *whyJSON, d *candidates.Desk) error {
	if agent, _ := a.agent(); agent != "" {
		return nil
	}
	held, err := a.receiptsOf(d.Store).Holding(out.Text)
	if err != nil {
		return err
	}
	for h, err := range held {
		if err != nil {
			a.tell("%s; `gitmem receipt verify` names every one", damaged(err))
			continue
		}
		for _, p := range h.Places {
			out.Receipts = append(out.Receipts, whyReceiptJSON{
				h.Receipt.ID, stamp(h.Receipt.Time), h.Receipt.Session, h.Receipt.Turn, p.Section.Name, whyItemJSON{p.Item.ID, p.Item.Source},
			})
		}
	}
	return nil
}

// addExperiences adds the experiences of one store that hold the text or that
// a receipt names, and what was done with them.
func (a *app) addExperiences(ctx context.Context, out *whyJSON, d *candidates.Desk) error {
	ledger := evidence.Open(d)
	found, err := ledger.Holding(out.Text)
	if err != nil {
		return err
	}
	for _, r := range out.Receipts {
		known := slices.ContainsFunc(found, func(e evidence.Record) bool { return e.ID == r.Item.ID })
		if known || r.Item.ID == "" || r.Item.ID.Kind() != memfile.KindExperience {
			continue
		}
		rec, err := ledger.Find(string(r.Item.ID))
		if err == nil {
			found = append(found, rec)
		} else if !errors.Is(err, candidates.ErrNotFound) {
			a.tell("%s", visibleName(firstLine(err.Error())))
		}
	}
	if agent, _ := a.agent(); agent != "" {
		found = slices.DeleteFunc(found, func(rec evidence.Record) bool { return !rec.Quotable() })
	}
	if len(found) == 0 {
		return nil
	}
	ids := map[memfile.ID]bool{}
	for _, rec := range found {
		ids[rec.ID] = true
		out.Experiences = append(out.Experiences, whyExperienceJSON{
			rec.ID, d.Store.Scope, rec.Status, rec.Kind, rec.Title, rec.Source.Agent, rec.Source.Session, rec.Source.Message, rec.Path,
		})
	}
	return a.addOperations(ctx, out, d, ids)
}

// addOperations adds what was done with some experiences, once.
func (a *app) addOperations(ctx context.Context, out *whyJSON, d *candidates.Desk, ids map[memfile.ID]bool) error {
	told := map[string]bool{}
	for _, o := range out.Operations {
		told[o.Commit] = true
	}
	history, err := d.Store.History(ctx)
	if err != nil {
		return err
	}
	for r := range history.Select(repo.Filter{}) {
		if !told[r.Commit] && slices.ContainsFunc(r.Message.IDs, func(id memfile.ID) bool { return ids[id] }) {
			out.Operations = append(out.Operations, newOperationJSON(r, d.Store.Scope))
		}
	}
	return nil
}

func (a *app) whyReceiptLine(r whyReceiptJSON) string {
	line := fmt.Sprintf("%s %s%s: %s", r.ID, r.Time, conversation(r.Session, r.Turn), r.Section)
	if r.Item.Source != "" {
		line += " " + visibleName(r.Item.Source)
	}
	if r.Item.ID != "" {
		line += " " + string(r.Item.ID)
	}
	return line
}

func (a *app) whyExperienceLine(e whyExperienceJSON) string {
	from := conversation(e.Session, "")
	if e.Message != "" {
		from += " message " + clip(e.Message, 80)
	}
	return fmt.Sprintf("%s %s %s %s: %s%s", e.ID, a.bold(e.Status, a.TerminalOut), e.Scope, e.Kind, clip(e.Title, 2000), a.faint(from, a.TerminalOut))
}
