// Package corpus is a full-text index of documents in one folder, kept by
// bleve and ranked by BM25.
//
// A document is an id, parts of text that each count a number of times, and
// labels, exact words that a filter can ask for. Nothing of it is kept but its
// id, its terms, how often each occurs and how many words there are: the text
// stays with whoever owns it. The terms are those of package words. All parts
// go into one field, so that a question costs one list of postings a term.
//
// The package uses bleve's storage (scorch), not its scoring: bleve takes the
// number of different terms of the index for the sum of the documents'
// lengths, multiplies by the idf twice and takes the root of every frequency,
// so that a document's length and a rare word count for other than BM25 says.
//
// A folder is written by Build and Change and only read afterwards: Open never
// writes, locks nothing for others than writers, and one folder can be open in
// any number of processes. Whoever uses the package must keep a folder that is
// open from being changed, and must not open one that is damaged: bleve trusts
// the bytes that it reads. A fault of memory while a folder is searched is
// given back as an error.
//
// Start at Prepare, Build and Open.
package corpus
