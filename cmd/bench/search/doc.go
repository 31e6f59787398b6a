// Command search measures searching in a store, on synthetic experiences:
//
//	go run ./cmd/bench/search [-sizes 1000,10000] [-large 1000000]
//
// On a store of each size: `gitmem search` as a whole process, with nothing changed and with one file changed, against the
// start-up of an empty program and `git status` of the same store; and in the process, a rebuild of the index, the catching
// up with 100 changed files, and a warm search against ripgrep over the same files. Then an index of many records, built
// without files, for its memory. A missed target ends with exit 1.
//
// Its speed against SQLite's full-text search is measured by cmd/bench/fts, a module of its own.
package main
