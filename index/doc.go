// Package index is the full-text index of one store: it finds experiences and
// entries of the resident file by their words, and is never needed for truth.
//
// A document is one experience, or one entry of MEMORY.md as it stands on disk.
// A generation is a folder with a corpus of all documents, a manifest that says
// of which files it was made, and a marker that says what stands in the folder;
// nothing in it is ever changed. A shelf is a folder of generations. To catch
// up is to compare the files with the manifest of the newest generation and, if
// they differ, to lay an overlay over it or to write the next one.
//
// Every search catches up first. A file is taken for the same while its size,
// its times of modification and of change, and its inode are those of the
// manifest, unless it was changed at about the time when the manifest was made;
// else its bytes decide. So an editor's save, a checkout, an undo or a deletion
// is seen by the very next search. All text of a hit is read from its file
// again, and a file that is no longer the one that was found is left out.
//
// An overlay is the newest generation with up to Options.Unwritten changed files
// laid over it in memory; every process makes its own, and nothing is written.
// Hits and scores are those of a generation that has the files. Only when more
// differ is the next generation written.
//
// Nobody holds a generation for writing, so that no process, living long or
// stopped for good, can keep another from searching. Writers exclude each other
// by the lock of a file, for which they wait a bounded time. A generation that
// is damaged, or of an older form, is seen by its marker before bleve reads it,
// and built anew. Where the shelf cannot be written, what it lacks is made
// among the system's temporary files, or in memory; the hits are the same.
//
// The package decides nothing about what may be shown to whom, and its answers
// never decide a write. What a text and a question are made of is package
// words; how documents are ranked is package corpus.
//
// Start at Open and Index.Search; Index.catchUp is the way through the rest.
package index
