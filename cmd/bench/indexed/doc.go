// Package indexed is gitmem's index alone, without a store and without files:
// what the search benchmarks measure against another engine, which has no
// files to compare either.
//
// The documents, the analysis of the text and the ranking are those of a
// store. It does not catch up and reads no text again; cmd/bench/search
// measures both. Start at Build.
package indexed
