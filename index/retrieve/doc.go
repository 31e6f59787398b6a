// Package retrieve makes the context that an agent gets for one turn, and keeps
// what exactly was handed out.
//
// Vocabulary:
//
//   - A context is the text for a prompt; it consists of sections: memory.global,
//     memory.project and learning.experiences, in this order, each only where
//     there is something to say.
//   - An envelope is a section as it is printed: a line that opens it with its
//     name, store, source, revision and usage, one line of guidance, the content,
//     and a line that closes it with the digest of the content. In the content a
//     line is data, behind a bar, or a label of gitmem's own, which begins with a
//     letter. Whatever a text holds, all of it stands behind bars: no text can
//     close its envelope or speak for gitmem. Characters that cannot be seen are
//     shown as markers such as [U+200B], which no text can forge.
//   - An item is one entry or one experience in a section.
//   - A receipt is the context as it was handed out, one line of a file a day.
//
// Memory comes from the resident file as the last operation left it; experiences
// come from the commit at HEAD, and only where the file on disk still holds the
// same bytes. The search only says which files to look at and in what order.
// Nothing in the text of a context depends on the clock, on an id that is made
// for it, or on the order in which a map is walked.
//
// Tokens are counted by a tokenizer library in the vocabulary o200k_base, on the
// section as rendered, frame included. An estimate from bytes would have to be
// far above every prose to be never below any script, and would hand out half of
// what fits. Linking the library costs no measurable start; the vocabulary is
// loaded, in some 17 ms, when the first section is counted that is longer in
// bytes than the budget is in tokens.
//
// The package writes nothing but receipts, decides nothing about trust, policy
// or settings (a scope that may not be handed out is not given to it), and never
// prints.
//
// Start at [Build], then [Receipts.Append]; [Read] reads a context back.
package retrieve
