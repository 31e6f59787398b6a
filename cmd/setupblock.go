package cmd

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"gitmem/hooks/agent/settings"
	"gitmem/hooks/agent/setup"
	"gitmem/index/retrieve"
	"gitmem/index/search"
	"gitmem/memfile"
	"gitmem/repo"
)

// givenBlock is the memory that stands in the instructions of an agent without
// hooks, and the receipt of it.
type givenBlock struct {
	text    string
	receipt memfile.Receipt
	keeper  *repo.Store
}

// setupBlock renders the memory of one scope: that of a user's own files is
// global memory, that of a project's files the project's alone, since others may
// read them. Agents with hooks have none, nor a project for which gitmem is off.
func (a *app) setupBlock(ctx context.Context, r setup.Request) (givenBlock, error) {
	if setup.HasHooks(r.Agent) {
		return givenBlock{}, nil
	}
	scope, err := a.blockScope(ctx, r.Scope)
	if err != nil || scope == nil {
		return givenBlock{}, err
	}
	q := retrieve.Request{Now: scope.Store.Now, NewID: func() (memfile.ID, error) { return scope.Store.NewID(memfile.KindReceipt) }}
	if r.Scope == setup.Project {
		q.Project = scope
	} else {
		q.Global = scope
	}
	receipt, err := retrieve.Build(ctx, q)
	if err != nil {
		return givenBlock{}, err
	}
	for _, n := range receipt.Notices {
		a.notice(visible(n))
	}
	inSpans(&receipt)
	return givenBlock{receipt.Text, receipt, scope.Store}, nil
}

// blockScope is the store of a scope, nil where nothing of it may be handed out.
func (a *app) blockScope(ctx context.Context, scope string) (*retrieve.Scope, error) {
	if off, err := a.isOffHere(); err != nil || off && scope == setup.Project {
		return nil, err
	}
	global := scope == setup.User
	if global && !a.hasGlobal() {
		return nil, nil
	}
	store, found, err := a.open(global)
	if errors.Is(err, repo.ErrNoStore) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if found.Foreign && found.Trusted == nil {
		a.notice((&foreignError{root: found.Root}).Error() + "; `gitmem trust` shows all of it first")
		return nil, nil
	}
	settings, err := a.loadSettings(found.Root, found.ID)
	if err != nil || !settings.Memory.Resident {
		return nil, err
	}
	d, err := a.deskFor(store)
	if err != nil {
		return nil, err
	}
	return a.giver(ctx, d, search.Shelf{}) // experiences change with every search
}

// inSpans puts @paths into code spans, and seals the envelopes anew.
func inSpans(r *memfile.Receipt) {
	for i, s := range r.Sections {
		content := settings.CodeSpans(s.Content)
		if content == s.Content {
			continue
		}
		digest := memfile.Digest([]byte(content))
		r.Text = strings.Replace(r.Text, s.Content, content, 1)
		r.Text = strings.Replace(r.Text, strings.TrimPrefix(s.SHA256, "sha256:"), strings.TrimPrefix(digest, "sha256:"), 1)
		r.Sections[i].Content, r.Sections[i].SHA256 = content, digest
	}
}

// keepBlock keeps the receipt of a block before it is written.
func (a *app) keepBlock(b givenBlock, files []setup.File) error {
	for _, f := range files {
		if b.text != "" && filepath.Ext(f.Path) == ".md" && bytes.Contains(f.After, []byte("gitmem:begin")) {
			return a.receiptsOf(b.keeper).Append(b.receipt)
		}
	}
	return nil
}
