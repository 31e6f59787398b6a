package retrieve

import (
	"context"
	"fmt"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// memories adds the sections of the resident files.
func (b *builder) memories(ctx context.Context) error {
	for _, m := range []memory{
		{name: sectionGlobal, called: "global", scope: b.Global},
		{name: sectionProject, called: "project", scope: b.Project},
	} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if b.NoResident || m.scope == nil || m.scope.Store == nil {
			continue
		}
		if err := b.memory(ctx, m); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.notice(fmt.Sprintf("%s memory: nothing of it is handed out: %v", m.called, err))
		}
		b.handEdits(m)
	}
	return nil
}

// memory is the resident file of one store, as the last operation left it.
type memory struct {
	name, called string
	scope        *Scope
}

// memory adds the section of one store; none where there is nothing to say.
func (b *builder) memory(ctx context.Context, m memory) error {
	base, err := m.scope.Store.Base(repo.ResidentPath)
	if err != nil || base.Blob == "" {
		return err
	}
	data, err := m.scope.Store.BlobData(base.Blob)
	if err != nil {
		return err
	}
	resident, err := memfile.ParseResident(repo.ResidentPath, data)
	if err != nil || !says(resident) {
		return err
	}
	entries := b.entries(ctx, m, resident)
	_, found := guard.Withhold(resident)
	held := withheld(resident, found)
	content := memoryContent(resident, held, entries)
	e := envelope{
		name: m.name, stores: []memfile.ID{m.scope.Store.ID}, source: repo.ResidentPath, revisions: []string{base.Blob},
		usage: share(resident.Usage(), m.scope.Cap),
	}
	s := section(e, content)
	s.Items = memoryItems(resident, held, entries)
	for _, item := range s.Items {
		if item.ID != "" {
			b.entered.shown[item.ID] = true
		}
	}
	b.add(s, e.around(content))
	b.memoryNotices(m, resident, held)
	return nil
}

// says is false for a file with nothing but headings, comments and blank lines.
func says(r *memfile.Resident) bool {
	for _, block := range r.Blocks() {
		switch block.Kind {
		case memfile.Entry, memfile.Paragraph, memfile.Fence:
			return true
		}
	}
	return false
}

// origins are what is known of the entries of a resident file.
type origins struct {
	candidates map[int]memfile.ID // by the start of the entry
	withdrawn  map[int]bool
}

// entries finds the candidate behind each entry. Where the history cannot say
// it, the entries are handed out without.
func (b *builder) entries(ctx context.Context, m memory, r *memfile.Resident) origins {
	o := origins{candidates: map[int]memfile.ID{}, withdrawn: map[int]bool{}}
	blamed, err := m.scope.Store.Blame(ctx, 0)
	if err != nil {
		b.notice(fmt.Sprintf("%s memory: the history does not say where its entries come from: %v", m.called, err))
		return o
	}
	for i, entry := range r.Entries() {
		if i >= len(blamed) || blamed[i].Text != entry.Text {
			continue
		}
		o.candidates[entry.Start] = blamed[i].Candidate
		o.withdrawn[entry.Start] = m.scope.Withdrawn[blamed[i].Candidate]
	}
	return o
}

// memoryItems are the entries that are shown.
func memoryItems(r *memfile.Resident, held map[int]guard.Finding, o origins) []memfile.ReceiptItem {
	var items []memfile.ReceiptItem
	for i, entry := range r.Entries() {
		if _, hidden := held[entry.Start]; hidden {
			continue
		}
		items = append(items, memfile.ReceiptItem{
			ID: o.candidates[entry.Start], Source: fmt.Sprintf("%s#%d", repo.ResidentPath, i+1), SHA256: memfile.Digest([]byte(shownText(r, entry))),
		})
	}
	return items
}

// mostPlaces is how many withheld parts a notice names.
const mostPlaces = 5

// memoryNotices tell the person what is not as they may think.
func (b *builder) memoryNotices(m memory, r *memfile.Resident, held map[int]guard.Finding) {
	if len(held) > 0 {
		b.notice(fmt.Sprintf("%s memory: %s withheld by the guard (%s); see `gitmem check`", m.called, count(len(held), "part"), heldPlaces(r, held)))
	}
	if usage := r.Usage(); m.scope.Cap > 0 && usage > m.scope.Cap {
		b.notice(fmt.Sprintf("%s memory: over its cap, %s of %s characters; it is handed out whole", m.called, thousands(usage), thousands(m.scope.Cap)))
	}
}

// heldPlaces names the first of what is withheld, in the order of the file.
func heldPlaces(r *memfile.Resident, held map[int]guard.Finding) string {
	var places []string
	for _, block := range r.Blocks() {
		f, is := held[block.Start]
		switch {
		case !is:
		case len(places) == mostPlaces:
			return strings.Join(places, ", ") + ", …"
		default:
			places = append(places, fmt.Sprintf("line %d: %s", f.Line, f.Rule))
		}
	}
	return strings.Join(places, ", ")
}

// handEdits counts what a person wrote and nobody adopted. It is not handed out.
func (b *builder) handEdits(m memory) {
	drift, err := m.scope.Store.Drift(repo.ResidentPath)
	if err != nil {
		b.notice(fmt.Sprintf("%s memory: whether it was edited by hand is not known: %v", m.called, err))
		return
	}
	if !drift.Exists() {
		return
	}
	what := "hand edits"
	if n := edits(m.scope.Store, drift); n > 0 {
		what = count(n, "hand edit")
	}
	b.notice(fmt.Sprintf("%s memory: %s not adopted and not handed out; see `gitmem diff`, then `gitmem adopt`", m.called, what))
}

// edits counts the entries that differ, 0 where they cannot be compared.
func edits(s *repo.Store, d repo.Drift) int {
	base, err := memfile.ParseResident(d.Path, d.Former.Data)
	if err != nil {
		return 0
	}
	present, err := memfile.ParseResident(d.Path, d.Saved.Data)
	if err != nil {
		return 0
	}
	return len(memfile.Difference(base, present))
}
