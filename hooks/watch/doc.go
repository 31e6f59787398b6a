// Package watch tells what a person's editor changed in a store's folders, as soon as the save is complete.
//
// Vocabulary:
//
//   - A save is whatever an editor does to a file: writing in place, renaming another file over it, moving it aside and
//     writing it anew. What counts is the content before and after, never which events the system sent.
//   - The debounce is how long a path has to be quiet before it is read: a file that is gone and back within it was saved, not
//     deleted.
//   - Litter are the files that editors and systems leave beside a file: swap files, backups, locks.
//   - To reconcile is to look at every file again, without having been told: events get lost when a queue runs over, when a
//     folder is replaced, and on network file systems.
//
// Folders are watched, never files: a watch on a file is lost with the first save that is a rename. Folders below those
// watched are not looked at, so settled candidates in their day folders cost nothing. No symlink is followed.
//
// The package decides nothing and writes nothing: it neither validates nor applies what it reports. It is the only one that
// imports fsnotify.
//
// Start at [Run]; [Scan] is one look at everything and no watching.
package watch
