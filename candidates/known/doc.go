// Package known keeps a private cache of what operations made of the records
// of one folder, so that an id, a status or a citation is found without
// opening their files, and that no commit by hand changes what was decided.
//
// A line is one record as one operation left it: its id, and fields that the
// owner of the folder chose. A later line of an id replaces an earlier one. A
// mark after some lines names the commit up to which they tell, and their
// checksum.
//
// The cache is never needed: it is extended by what is new, and made anew from
// the history where it is missing, damaged, or of commits that HEAD does not
// stand on any more. What a commit by hand did to a record, or deleted, changes
// no line. The package reads no working file.
//
// Start at Table.Load.
package known
