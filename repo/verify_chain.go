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
	records map[memfile.ID]*recordState
	touched map[memfile.ID][]string // commits by hand that changed a record since, the newest last
	partial bool                    // the history begins in the middle: a path without a link is unknown
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
			ch = &chain{
				tree: ch.tree, links: maps.Clone(ch.links), records: maps.Clone(ch.records), touched: maps.Clone(ch.touched), partial: ch.partial,
			}
		} else {
			delete(v.chains, p)
		}
		found = append(found, ch)
	}
	if len(found) == 0 {
		return &chain{links: map[string]link{}, records: map[memfile.ID]*recordState{}, touched: map[memfile.ID][]string{}}
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
		newer.hands = union(ours.hands, theirs.hands)
		ch.links[path] = newer
	}
	for id, theirs := range other.records {
		if ours := ch.records[id]; ours == nil || theirs.place > ours.place {
			ch.records[id] = theirs
		}
	}
	for id, theirs := range other.touched {
		ch.touched[id] = union(ch.touched[id], theirs)
	}
}

// union is a new list.
func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
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

// leftAt is what the newest operations left at some paths, where that is known.
func (ch *chain) leftAt(paths []memfile.PathChange) map[string]string {
	left := map[string]string{}
	for _, p := range paths {
		if l, known := ch.link(p.Path); known {
			left[p.Path] = l.blob
		}
	}
	return left
}

// hand notes what a commit by hand changed. A file that is again what the
// newest operation left needs no adoption.
func (v *verifier) hand(ch *chain, f seen) error {
	merge := len(f.Parents) > 1
	for _, t := range f.changes {
		id, _, isRecord := recordFile(t.path)
		switch {
		case isRecord:
			ch.handRecord(id, t, f.Hash.String())
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

// handRecord notes what a commit by hand did to the file of a record. One
// that is again as the newest operation left it was not touched.
func (ch *chain) handRecord(id memfile.ID, t treeChange, commit string) {
	r := ch.records[id]
	switch {
	case r != nil && r.path == t.path && t.after == hexOf(r.blob):
		delete(ch.touched, id)
	case r == nil || r.path == t.path || t.after != "": // a second file that goes is no matter
		if hands := ch.touched[id]; !slices.Contains(hands, commit) {
			ch.touched[id] = append(slices.Clip(hands), commit)
		}
	}
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
	if err := v.compareBefore(ch, f, p, found); err != nil {
		return v.unreadable(f, p.Path, err)
	}
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

// compareBefore checks that an operation found what the one before it left. An
// adopt takes what a person committed, and so does an operation that names that
// commit; of a resolve see compareStood.
func (v *verifier) compareBefore(ch *chain, f seen, p memfile.PathChange, found string) error {
	if f.message.Op == resolveWord {
		return v.compareStood(ch, f, p, found)
	}
	l, known := ch.link(p.Path)
	switch {
	case !known:
	case p.Before != l.blob && l.place < 0:
		v.problem(f, p.Path, "chain.before", "the operation says that it found %s, and no operation has written the file before", orAbsent(p.Before))
	case p.Before != l.blob:
		v.problem(f, p.Path, "chain.before", "the operation says that it found %s, and operation %s at %.12s left %s",
			orAbsent(p.Before), l.operation, l.commit, orAbsent(l.blob))
	}
	if f.first || adopts(f.message.Op) || takesAlong(f, p, found) || found == p.Before {
		return nil
	}
	v.problem(f, p.Path, "chain.parent", "the operation says that it found %s, and the commit before it holds %s, which it replaced without naming it",
		orAbsent(p.Before), orAbsent(found))
	return nil
}

// takesAlong is true where an operation names a commit by hand that has its
// result already.
func takesAlong(f seen, p memfile.PathChange, found string) bool {
	return f.message.Commit != "" && found == p.After
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
