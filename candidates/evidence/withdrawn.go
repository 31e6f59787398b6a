package evidence

import (
	"context"
	"slices"

	"gitmem/memfile"
)

// Withdrawn gives the candidates every piece of whose evidence is forgotten:
// what they wrote stands on nothing any more. It reads no candidate and no
// experience.
func (l *Ledger) Withdrawn(ctx context.Context) (map[memfile.ID]bool, error) {
	cited, err := l.Desk.Citations()
	if err != nil || len(cited) == 0 {
		return nil, err
	}
	view, err := l.Desk.Store.View()
	if err != nil {
		return nil, err
	}
	all, err := l.lines(view)
	if err != nil {
		return nil, err
	}
	forgotten := map[memfile.ID]bool{}
	all.visit("", func(k knownLine) { forgotten[k.ID] = k.Status == memfile.StatusForgotten })
	withdrawn := map[memfile.ID]bool{}
	for c, ids := range cited {
		if !slices.ContainsFunc(ids, func(id memfile.ID) bool { return !forgotten[id] }) {
			withdrawn[c] = true
		}
	}
	return withdrawn, ctx.Err()
}
