package repo

import (
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// recordMaker makes records of commits. Commits that follow each other share
// their blobs, so it is faster when it gets them in order.
type recordMaker struct {
	s       *Store
	entries map[string][]string // texts by blob id, a few
}

// record reads what a commit did. It is not sure where an object that it would
// need cannot be read: at the end of a shallow history, or after damage.
func (m *recordMaker) record(c *gitdir.Commit) (r Record, sure bool, err error) {
	r = Record{Commit: c.Hash.String(), Time: c.Committer.When.UTC(), Author: c.Author.Name, Email: c.Author.Email}
	for _, p := range c.Parents {
		r.Parents = append(r.Parents, p.String())
	}
	message, ours := memfile.ParseMessage(c.Message)
	if ours {
		message.Paragraphs, message.Extra = nil, nil
		r.Message = message
	} else {
		r.ByHand = true
		r.Message.Subject = subjectOf(c.Message)
		r.Changed, err = m.changedByHand(c)
	}
	if err == nil {
		err = m.compareEntries(&r, c)
	}
	if isUnreadable(err) {
		r.Changed, r.Added, r.Removed = nil, nil, nil
		return r, false, nil
	}
	return r, true, err
}

func subjectOf(message string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(message, "\n"), "\n")
	return strings.TrimSpace(line)
}

// changedByHand compares the resident file and the skills with those of every
// parent. Only the root tree and the tree of the skills are read.
func (m *recordMaker) changedByHand(c *gitdir.Commit) ([]memfile.PathChange, error) {
	trees, err := m.parentTrees(c)
	if err != nil || slices.Contains(trees, c.Tree) {
		return nil, err
	}
	changed, err := watchedChanges(m.s.Git, trees[0], c.Tree)
	if err != nil {
		return nil, err
	}
	for _, tree := range trees[1:] {
		if changed, err = notIn(m.s.Git, tree, changed); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// parentTrees are the trees of all parents, the zero tree for a first commit.
func (m *recordMaker) parentTrees(c *gitdir.Commit) ([]gitdir.Hash, error) {
	if len(c.Parents) == 0 {
		return []gitdir.Hash{plumbing.ZeroHash}, nil
	}
	trees := make([]gitdir.Hash, len(c.Parents))
	for i, p := range c.Parents {
		tree, err := m.s.tree(p)
		if err != nil {
			return nil, err
		}
		trees[i] = tree
	}
	return trees, nil
}

// notIn are the changes whose result a tree does not hold.
func notIn(git *gitdir.Dir, tree gitdir.Hash, changed []memfile.PathChange) ([]memfile.PathChange, error) {
	var out []memfile.PathChange
	for _, p := range changed {
		blob, err := blobAt(git, tree, p.Path)
		if err != nil {
			return nil, err
		}
		if blob != p.After {
			out = append(out, p)
		}
	}
	return out, nil
}

// watchedChanges are the resident file and the skills in which two trees differ.
func watchedChanges(git *gitdir.Dir, before, after gitdir.Hash) ([]memfile.PathChange, error) {
	var out []memfile.PathChange
	was, err := blobAt(git, before, ResidentPath)
	if err != nil {
		return nil, err
	}
	is, err := blobAt(git, after, ResidentPath)
	if err != nil {
		return nil, err
	}
	if was != is {
		out = append(out, memfile.PathChange{Path: ResidentPath, Before: was, After: is})
	}
	a, err := folderAt(git, before, skillsFolder)
	if err != nil {
		return nil, err
	}
	b, err := folderAt(git, after, skillsFolder)
	if err != nil {
		return nil, err
	}
	err = git.DiffTrees(a, b, func(path string, before, after gitdir.TreeEntry) error {
		if path = skillsFolder + "/" + path; isSkill(path) {
			out = append(out, memfile.PathChange{Path: path, Before: hexOf(before.Hash), After: hexOf(after.Hash)})
		}
		return nil
	})
	return out, err
}

const skillsFolder = "skills"

// isSkill is true for skills/<name>/SKILL.md.
func isSkill(path string) bool {
	parts := strings.Split(path, "/")
	return len(parts) == 3 && parts[0] == skillsFolder && parts[2] == "SKILL.md"
}

// watched is true for the paths that operations decide on.
func watched(path string) bool { return path == ResidentPath || isSkill(path) }

// folderAt is the tree of a folder, zero where there is no such folder.
func folderAt(git *gitdir.Dir, tree gitdir.Hash, folder string) (gitdir.Hash, error) {
	if tree == plumbing.ZeroHash {
		return tree, nil
	}
	entry, ok, err := git.Lookup(tree, folder)
	if err != nil || !ok || !entry.IsFolder() {
		return plumbing.ZeroHash, err
	}
	return entry.Hash, nil
}
