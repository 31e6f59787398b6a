// Package memfile turns the bytes of a store's files into typed documents and back, without input or output, clock or git.
//
// Vocabulary:
//
//   - A fault is one thing wrong in a file, with its line and column (both from 1, columns in code points).
//   - A resident file is MEMORY.md; it consists of blocks, of which the list items are its entries.
//   - The raw text of an entry is the item as it stands in the file, marker and indentation included, without the final line
//     end and with LF inside; the text of an entry is the same without marker and indentation.
//   - An edit adds, replaces or removes one entry; a candidate proposes one edit or, as a batch, several in order.
//   - An entry change is what one edit did: the raw text before and after.
//   - An experience is one piece of evidence from finished work, with quotations and their digests; an unresolved issue is one
//     that supports nothing before it is solved, which its type refuses.
//   - Feedback is what a person thought of one message; a receipt is a context as it was handed out, one line with the digest
//     of its own bytes.
//   - A job is the record of work that a model was asked for: what came of it, and what was refused.
//   - A message is the commit message of an operation; its trailers say who, how, why and which blobs.
//
// Whatever parses prints back byte for byte. A change splices bytes: all that it does not concern stays as a person wrote it,
// comments, order, line ends and quoting included.
//
// The package decides nothing: caps, tombstones, the guard and the states of a candidate belong to others. It reads and
// writes no file and computes no digest with the help of git.
//
// Start at [ParseResident] for MEMORY.md, at [ParseCandidate], [ParseExperience], [ParseFeedback] and [ParseJob] for the
// files of records, at [ParseReceipt] for a line of receipts, at [ParseMessage] for a commit.
package memfile
