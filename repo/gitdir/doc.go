// Package gitdir reads and writes one git directory on disk the way git itself does, so that git and
// gitmem can work in it at the same time.
//
// # Vocabulary
//
// A Dir is an opened git directory. An object (blob, tree, commit) is named by its Hash; it lies loose
// or in a pack, and a pack is found through its idx file. Pack collects the new objects of one operation
// and writes them as one small pack. A tree is one folder of a commit, held as raw bytes; EditTree
// splices those bytes and never prints a tree anew. The index is git's list of what the next commit
// holds; Edit copies every untouched entry as a range of the old bytes. Probe stands before every
// system call that changes the disk, so that a test can kill or fail exactly there.
//
// # What it does not do
//
// It knows nothing of stores, candidates or operations, never runs git, hooks or filters, and never
// deletes a lock that is not its own. Forms of repository that it would have to guess at are refused
// with an UnsupportedError. The only writing it does by itself is Consolidate; everywhere else the
// caller decides when a prepared file is synced and renamed.
//
// Start at Open, then Dir.Object for reading, Dir.EditTree with a Pack for new trees, and ParseIndex
// with Index.Edit for the index.
package gitdir
