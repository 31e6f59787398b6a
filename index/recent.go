package index

import (
	"cmp"
	"context"
	"slices"
)

// Recent gives the experiences that changed last, the newest first. Text and
// All are not used, Score is 0, nothing is highlighted, and Total counts no more
// than the hits.
func (x *Index) Recent(ctx context.Context, q Query) (Results, error) {
	for attempt := 1; ; attempt++ {
		r, err := x.once(ctx, func(r *reading) error { return r.recent(q) })
		if err != nil || r.CaughtUp || attempt == searchAttempts {
			return r, err
		}
	}
}

func (r *reading) recent(q Query) error {
	from := q.from()
	var all []*record
	for i := range r.manifest.records {
		if m := &r.manifest.records[i]; m.state == indexed && !m.when().Before(from) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *record) int {
		return cmp.Or(cmp.Compare(b.updated, a.updated), cmp.Compare(b.confidence, a.confidence), cmp.Compare(a.id, b.id))
	})
	for _, m := range all {
		hit, ok, err := r.experience(m.place)
		if err != nil {
			return err
		}
		if !ok {
			r.results.CaughtUp = false
			continue
		}
		if !q.admits(hit) {
			continue
		}
		r.results.Hits = append(r.results.Hits, hit)
		if r.results.Total++; r.results.Total == q.limit() {
			break
		}
	}
	return nil
}

// admits compares a hit with the filters that a manifest does not know.
func (q Query) admits(h Hit) bool {
	return (len(q.Kinds) == 0 || slices.Contains(q.Kinds, h.Kind)) &&
		(len(q.Statuses) == 0 || slices.Contains(q.Statuses, h.Status)) &&
		(q.Session == "" || q.Session == h.Session)
}
