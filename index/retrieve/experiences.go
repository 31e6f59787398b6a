package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gitmem/memfile"
	"gitmem/repo"
)

// How many matches of one store are looked at: the first is usually enough, and
// every match costs the reading of its file.
const (
	firstHits = 20
	mostHits  = 50
)

// Names of the sections, in their order.
const (
	sectionGlobal      = "memory.global"
	sectionProject     = "memory.project"
	sectionExperiences = "learning.experiences"
)

// skippedNotice begins the notice that matches were found and none fitted.
const skippedNotice = "learning.retrieval_skipped"

// settingMaxTokens is what decides the budget where nothing else does.
const settingMaxTokens = "learning.retrieval.max_context_tokens"

// source is a store to look in, and what its records are called.
type source struct {
	*Scope
	called string
}

func (r Request) sources() []source {
	var out []source
	add := func(s *Scope, called string) {
		seen := func(o source) bool { return o.Store.ID == s.Store.ID }
		if s != nil && s.Store != nil && s.Search != nil && !slices.ContainsFunc(out, seen) {
			out = append(out, source{s, called})
		}
	}
	add(r.Project, "project")
	add(r.Global, "global")
	for _, s := range r.Others {
		add(s, "other project")
	}
	return out
}

// experiences adds the section of experiences, or says why there is none.
func (b *builder) experiences(ctx context.Context) error {
	if !b.Use || b.MaxItems <= 0 {
		return nil
	}
	c := chooser{budget: budget{b.MaxItems, b.MaxTokens}, render: b.renderRecords}
	for _, s := range b.sources() {
		if c.full() {
			break
		}
		if err := b.offer(ctx, s, &c); err != nil {
			return err
		}
	}
	switch {
	case len(c.records) > 0:
		b.add(b.experienceSection(c.records), c.text)
	case c.tried > 0:
		b.receipt.Skipped = &memfile.Skipped{Needed: c.needed, Configured: b.MaxTokens, Matches: c.tried}
		b.notice(fmt.Sprintf("%s: the smallest of %d matching experiences needs %d tokens, %d are configured (%s)",
			skippedNotice, c.tried, c.needed, b.MaxTokens, cmp.Or(b.MaxTokensBy, settingMaxTokens)))
	}
	return nil
}

// offer tries the matches of one store, best first. A store that cannot be
// read or searched gives nothing and a notice; an error means that ctx ended.
func (b *builder) offer(ctx context.Context, s source, c *chooser) error {
	view, err := s.Store.View()
	if err == nil {
		b.trees[s.Store.ID], err = view.Tree(memfile.ExperienceFolder)
	}
	if err != nil {
		b.notice(fmt.Sprintf("%s experiences: the history could not be read: %v", s.called, err))
		return nil
	}
	if b.trees[s.Store.ID] == "" {
		return nil // nothing is committed, whatever a search would find
	}
	go vocabulary() // loads while the search runs
	seen := atHead{s, view, map[string]bool{}, b.entered}
	for _, most := range []int{firstHits, mostHits} {
		found, err := s.Search.Experiences(ctx, b.Query, most)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			b.notice(fmt.Sprintf("%s experiences: not searched: %v", s.called, err))
			return nil
		}
		for _, line := range found.Notices {
			b.notice(line)
		}
		seen.offer(found.Hits, c)
		if c.full() || len(found.Hits) < most {
			break
		}
	}
	return nil
}

// atHead is a store's experiences as HEAD holds them, and which were looked at.
type atHead struct {
	source
	view   repo.View
	looked map[string]bool // by path
	entered
}

// offer tries matches that were not looked at yet.
func (v atHead) offer(hits []Hit, c *chooser) {
	for _, hit := range hits {
		if c.full() {
			return
		}
		if v.looked[hit.Path] {
			continue
		}
		v.looked[hit.Path] = true
		if r, ok := v.committed(hit); ok && !c.holds(r) && !v.says(v.source, r.Experience) {
			c.try(r)
		}
	}
}

// committed reads a match as HEAD holds it. What is not committed, or stands
// on disk otherwise than it is committed, is not handed out.
func (v atHead) committed(hit Hit) (record, bool) {
	blob, err := v.view.Blob(hit.Path)
	if err != nil || blob == "" || blob != hit.Blob {
		return record{}, false
	}
	data, err := v.Store.BlobData(blob)
	if err != nil {
		return record{}, false
	}
	file, err := memfile.ParseExperience(hit.Path, data)
	if err != nil || file.NameFault() != nil || !mayBeHandedOut(file.Experience()) {
		return record{}, false
	}
	return newRecord(file.Experience(), v.Store.ID, v.called, hit.Path), true
}

// renderRecords renders the whole section.
func (b *builder) renderRecords(records []record) string {
	return b.recordEnvelope(records).around(recordContent(records))
}

func (b *builder) recordEnvelope(records []record) envelope {
	e := envelope{name: sectionExperiences, source: memfile.ExperienceFolder}
	for _, r := range records {
		if !slices.Contains(e.stores, r.store) {
			e.stores, e.revisions = append(e.stores, r.store), append(e.revisions, b.trees[r.store])
		}
	}
	e.usage = fmt.Sprintf("%s, %s chars", count(len(records), "record"), thousands(utf8.RuneCountInString(recordContent(records))))
	return e
}

func recordContent(records []record) string {
	var b strings.Builder
	for _, r := range records {
		b.WriteString(r.label())
		b.WriteString(r.body)
	}
	return b.String()
}

func (b *builder) experienceSection(records []record) memfile.ReceiptSection {
	s := section(b.recordEnvelope(records), recordContent(records))
	for _, r := range records {
		s.Items = append(s.Items, r.item())
	}
	return s
}
