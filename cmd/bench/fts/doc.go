// Package fts is SQLite's full-text search, FTS5, as the search benchmarks
// compare it: one table in one file, FTS5's own settings, nothing tuned.
//
// It is a module of its own, so that nothing of SQLite is among the
// dependencies of gitmem. Its programs:
//
//	go -C cmd/bench/fts run ./speed   ours and FTS5 on the same records and queries, in one process
//	go -C cmd/bench/fts run ./rank    FTS5's answers for cmd/bench/quality
//
// It knows nothing of gitmem. Start at Create.
package fts
