package repo

import (
	"maps"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// chain is what the operations up to a commit have left.
type chain struct {
	tree    gitdir.Hash // of the commit
	links   map[string]link
	partial bool // the history begins in the middle: a path without a link is unknown
}

// link is what the newest operation left at a path.
type link struct {
	blob      string // empty for absent
	operation memfile.ID
	commit    string
	place     int      // of that commit, -1 where no operation has named the path
	hands     []string // commits by hand that changed it since
}

// chainBefore is what a commit finds. What only this commit needs is taken
// over instead of copied.
func (v *verifier) chainBefore(at int32) *chain {
	var found []*chain
	for _, p := range v.lineage.parentsOf(at) {
		ch := v.chains[p]
		if v.children[p]--; v.children[p] > 0 {
			ch = &chain{tree: ch.tree, links: maps.Clone(ch.links), partial: ch.partial}
		} else {
			delete(v.chains, p)
		}
		found = append(found, ch)
	}
	if len(found) == 0 {
		return &chain{links: map[string]link{}}
	}
	for _, other := range found[1:] {
		found[0].join(other)
	}
	return found[0]
}

// join takes over from another parent of a merge what is newer there.
func (ch *chain) join(other *chain) {
	ch.partial = ch.partial || other.partial
	for path, theirs := range other.links {
		ours, ok := ch.links[path]
		newer := ours
		if !ok || theirs.place > ours.place {
			newer = theirs
		}
		newer.hands = slices.Clone(ours.hands)
		for _, h := range theirs.hands {
			if !slices.Contains(newer.hands, h) {
				newer.hands = append(newer.hands, h)
			}
		}
		ch.links[path] = newer
	}
}

// link is what the chain says of a path; known is false where a shallow
// history does not tell.
func (ch *chain) link(path string) (l link, known bool) {
	l, ok := ch.links[path]
	if !ok {
		return link{place: -1}, !ch.partial
	}
	return l, l.place >= 0 || !ch.partial
}

// hand notes what a commit by hand changed. A file that is again what the
// newest operation left needs no adoption.
func (v *verifier) hand(ch *chain, f seen) error {
	merge := len(f.Parents) > 1
	for _, t := range f.changes {
		id, _, isRecord := candidateFile(t.path)
		switch {
		case isRecord && !v.isAsLeft(id, t):
			v.touched[id] = f.Hash.String()
		case watched(t.path):
			ch.handChange(t, f.Hash.String())
		}
	}
	if !merge {
		return nil
	}
	return v.handMerge(ch, f)
}

func (ch *chain) handChange(t treeChange, commit string) {
	l, known := ch.link(t.path)
	switch {
	case known && t.after == l.blob:
		l.hands = nil
	case !slices.Contains(l.hands, commit):
		l.hands = append(slices.Clip(l.hands), commit)
	}
	ch.links[t.path] = l
}

// handMerge looks at the paths that a merge did not change against its first
// parent: the side that was not taken may have had the newest operation.
func (v *verifier) handMerge(ch *chain, f seen) error {
	for path, l := range ch.links {
		blob, err := blobAt(v.s.Git, f.Tree, path)
		if err != nil {
			return v.unreadable(f, path, err)
		}
		if blob == l.blob {
			l.hands = nil
			ch.links[path] = l
		} else if len(l.hands) == 0 {
			ch.handChange(treeChange{path: path, after: blob}, f.Hash.String())
		}
	}
	return nil
}

// follow checks one path that an operation names against the chain and against
// the trees, and makes it the newest link.
func (v *verifier) follow(ch *chain, f seen, p memfile.PathChange) error {
	held, found, err := v.heldAt(f, p.Path)
	if err != nil {
		return v.unreadable(f, p.Path, err)
	}
	if held != p.After {
		v.problem(f, p.Path, "chain.after", "the operation names %s as the result, and its commit holds %s", orAbsent(p.After), orAbsent(held))
	}
	v.compareBefore(ch, f, p, found)
	if p.After != "" && p.Path != ResidentPath {
		if _, err := v.s.Git.Blob(plumbing.NewHash(p.After)); err != nil {
			return v.unreadable(f, p.Path, err)
		}
	}
	ch.links[p.Path] = link{blob: p.After, operation: f.message.Operation, commit: f.Hash.String(), place: f.place}
	return nil
}

// heldAt is what a commit holds at a path, and what its first parent held.
func (v *verifier) heldAt(f seen, path string) (held, found string, err error) {
	if t, ok := f.change(path); ok {
		return t.after, t.before, nil
	}
	held, err = blobAt(v.s.Git, f.Tree, path)
	return held, held, err
}

// compareBefore checks that an operation found what the one before it left. A
// resolve takes what stood there, whatever it was; an adopt takes what a person
// committed, and so does an operation that names that commit.
func (v *verifier) compareBefore(ch *chain, f seen, p memfile.PathChange, found string) {
	l, known := ch.link(p.Path)
	resolves := f.message.Op == "resolve" && (p.Before == p.After || p.Before == found)
	switch {
	case resolves || !known:
	case p.Before != l.blob && l.place < 0:
		v.problem(f, p.Path, "chain.before", "the operation says that it found %s, and no operation has written the file before", orAbsent(p.Before))
	case p.Before != l.blob:
		v.problem(f, p.Path, "chain.before", "the operation says that it found %s, and operation %s at %.12s left %s",
			orAbsent(p.Before), l.operation, l.commit, orAbsent(l.blob))
	}
	takenAlong := f.message.Commit != "" && found == p.After
	if f.first || resolves || adopts(f.message.Op) || takenAlong || found == p.Before {
		return
	}
	v.problem(f, p.Path, "chain.parent", "the operation says that it found %s, and the commit before it holds %s, which it replaced without naming it",
		orAbsent(p.Before), orAbsent(found))
}

// adopts is true for the operations that take over what a person wrote into
// the file itself.
func adopts(op string) bool { return op == "adopt" || op == "edit" }

func orAbsent(blob string) string {
	if blob == "" {
		return "no file"
	}
	return blob[:min(12, len(blob))]
}
