// Package precommit checks what is really being committed in a store, and puts
// the hooks that ask for it into the store's own git directory.
//
// Vocabulary:
//
//   - A commit under way is a git directory, the index that git will make the
//     commit from, and the parents that the commit will have. The index need
//     not be .git/index: git names it in GIT_INDEX_FILE.
//   - A staged file is one whose bytes there are not those of a parent at the
//     same path. Only staged files are checked; the working files are not read.
//   - A foreign hook is one that gitmem did not write. It is chained: moved
//     beside ours, called first, its failure respected, and put back by
//     Uninstall. It is never replaced.
//
// What cannot be read is a fault, never "nothing found". The rules by which a
// file is judged are those of package candidates; how hooks are told about in a
// terminal, and whether a commit is adopted, is the command line's.
//
// Start at Open and Commit.Check; Install and Look are the hooks.
package precommit
