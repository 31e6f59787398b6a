// Package synthetic makes the records and the queries of the search
// benchmarks, the same ones in every run and in every program, so that two
// engines answer for the same work.
//
// A record is a title, a summary and a resolution, about 300 bytes together,
// of made-up words whose frequencies follow Zipf's law; one word of the
// vocabulary in sixteen is an identifier such as a programmer writes. A query
// is two or three words of one of the records: what somebody asks who once
// read it.
//
// It measures nothing and opens nothing. Start at NewVocabulary.
package synthetic
