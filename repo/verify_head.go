package repo

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// replaceRefs is where git keeps what it shows in the place of other objects.
const replaceRefs = "refs/replace/"

// seed takes the records at the beginning of a shallow history as given.
func (v *verifier) seed(ch *chain, f *seen) error {
	for _, root := range recordRoots {
		err := v.eachRecord(f.Tree, root, func(file string, entry gitdir.TreeEntry) error {
			if id, day, _ := recordFile(file); ch.records[id] == nil {
				settled := noun(id) == "job" || noun(id) == "candidate" && day != ""
				ch.records[id] = &recordState{path: file, blob: entry.Hash, settled: settled, assumed: true, place: f.place}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachRecord visits the files of records in one of the folders of a tree.
func (v *verifier) eachRecord(tree gitdir.Hash, root string, visit func(file string, entry gitdir.TreeEntry) error) error {
	folder, err := folderAt(v.s.Git, tree, root)
	if err != nil {
		return err
	}
	return v.s.Git.DiffTrees(plumbing.ZeroHash, folder, func(rest string, _, entry gitdir.TreeEntry) error {
		if _, _, ok := recordFile(root + "/" + rest); ok {
			return visit(root+"/"+rest, entry)
		}
		return nil
	})
}

// atHead compares what stands at HEAD with what the operations left.
func (v *verifier) atHead(head gitdir.Hash) error {
	index := v.lineage.index[head]
	ch := v.chains[index]
	c, err := v.s.Git.Commit(head)
	if err != nil {
		return err
	}
	f := seen{Commit: c, byHand: true, index: index}
	if err := v.filesAtHead(ch, f); err != nil {
		return err
	}
	for _, root := range recordRoots {
		if err := v.recordsAtHead(ch, f, root); err != nil {
			return v.unreadable(f, root, err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ch.records)) {
		if err := v.lost(v.blaming(ch, f, id), id, ch.records[id]); err != nil {
			return v.unreadable(f, ch.records[id].path, err)
		}
	}
	return v.replacements()
}

// filesAtHead lists the commits by hand that changed a resident file or a skill
// and were not adopted.
func (v *verifier) filesAtHead(ch *chain, f seen) error {
	for _, path := range slices.Sorted(maps.Keys(ch.links)) {
		l := ch.links[path]
		blob, err := blobAt(v.s.Git, f.Tree, path)
		if err != nil {
			return v.unreadable(f, path, err)
		}
		if blob == l.blob && l.place >= 0 {
			v.report.Files++
			continue
		}
		for _, commit := range l.hands {
			if err := v.byHand(commit, path); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *verifier) byHand(commit, path string) error {
	c, err := v.s.Git.Commit(plumbing.NewHash(commit))
	if err != nil {
		return err
	}
	v.report.ByHand = append(v.report.ByHand, HandCommit{Commit: commit, Path: path, Time: c.Committer.When.UTC(), Author: c.Author.Name})
	return nil
}

// recordsAtHead compares every record in a folder at HEAD with what its newest
// operation left.
func (v *verifier) recordsAtHead(ch *chain, f seen, root string) error {
	return v.eachRecord(f.Tree, root, func(file string, entry gitdir.TreeEntry) error {
		id, _, _ := recordFile(file)
		return v.recordAtHead(ch, v.blaming(ch, f, id), file, entry)
	})
}

// blaming puts the commit by hand that last changed a record in the place of HEAD.
func (v *verifier) blaming(ch *chain, f seen, id memfile.ID) seen {
	if hands := ch.touched[id]; len(hands) > 0 {
		if c, err := v.s.Git.Commit(plumbing.NewHash(hands[len(hands)-1])); err == nil {
			f.Commit = c
		}
	}
	return f
}

func (v *verifier) recordAtHead(ch *chain, f seen, file string, entry gitdir.TreeEntry) error {
	id, _, _ := recordFile(file)
	r := ch.records[id]
	switch {
	case r == nil:
		v.recordProblem(f, id, file, "record.unrecorded", "no operation recorded this %s", noun(id))
	case r.path != file:
		v.recordProblem(f, id, file, "record.twice", "%s has a second file; the one that operations know is %s", id, r.path)
	case r.blob == entry.Hash && isFile(entry.Mode):
		r.atHead = true
		v.report.Files++
	case r.settled:
		r.atHead = true
		v.recordProblem(f, id, file, "record.changed", "a commit by hand changed the record of %s", closed(id))
	default:
		r.atHead = true
		return v.editedAtHead(f, id, file, r.blob, entry.Hash)
	}
	return nil
}

// editedAtHead checks an open record that a person edited and committed: it may
// differ in what is a person's to change.
func (v *verifier) editedAtHead(f seen, id memfile.ID, file string, left, stands gitdir.Hash) error {
	faults, ok, err := v.handKeys(f, file, left, stands)
	if err != nil {
		return err
	}
	if !ok {
		v.recordProblem(f, id, file, "record.invalid", "a commit by hand made it something that is no %s", noun(id))
		return nil
	}
	for _, fault := range faults {
		v.recordProblem(f, id, file, "record.changed", "a commit by hand changed what is gitmem's own: line %d: %s", fault.Line, fault.Message)
	}
	if len(faults) == 0 {
		v.report.Files++
	}
	return nil
}

// lost reports a record that HEAD does not hold any more. Of an open one that
// is an edit like another; a settled one is part of the audit.
func (v *verifier) lost(f seen, id memfile.ID, r *recordState) error {
	switch {
	case r.atHead:
		return nil
	case r.settled:
		v.recordProblem(f, id, r.path, "record.deleted", "the record of %s was deleted by hand", closed(id))
		return nil
	}
	return v.byHand(f.Hash.String(), r.path)
}

// replacements reports where git shows other objects than those that are named.
func (v *verifier) replacements() error {
	refs, err := v.s.Git.Refs(replaceRefs)
	if err != nil {
		return err
	}
	for _, r := range refs {
		id := strings.TrimPrefix(r.Name, replaceRefs)
		v.report.Problems = append(v.report.Problems, Problem{
			Rule: "object.replaced", Commit: id, Message: "git shows another object in its place; see `git replace -l`, and `git replace -d " + id + "`",
		})
	}
	grafts := filepath.Join(v.s.Git.Common, "info", "grafts")
	if info, err := os.Lstat(grafts); err == nil && info.Size() > 0 {
		v.report.Problems = append(v.report.Problems, Problem{
			Rule: "object.replaced", Path: grafts, Message: "git is told of other parents than commits have; delete this file",
		})
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
