// Package words turns text into the terms that the index keeps, and a question
// into the terms that it asks for.
//
// One pass serves prose, source code and every script:
//
//   - A word is a run of letters, marks and digits. Its term is in small
//     letters, in compatibility form (NFKC), without invisible characters; an
//     English ending is taken off.
//   - Words that signs hold together make a compound: http.proxy, retry_count,
//     v5.16, --dry-run, path/to/file. It gives its words, and a pair for each
//     two neighbours, written together: dry-run, dry_run and dryRun all have
//     the term dryrun, and so has a plain dryrun.
//   - A word with capitals inside gives its parts besides, and the pairs of
//     them: getUserName has get, getuser, user, username and name.
//   - A name that lives by its sign keeps it besides: c++, c#, .net.
//   - Scripts that do not separate words, or, as Korean, hang particles on
//     them, give each character, and a pair for each two neighbours. A question
//     for two or more characters asks for pairs only, so that loose characters
//     do not outweigh words.
//   - A word with accents gives a term with them and one without.
//
// Canonically equivalent texts have the same terms. Terms are for comparing,
// never for showing; Start and End lead back to the text.
//
// The weights of a question's terms follow from what the terms are, not from
// any collection: a name found as it is written counts as one word, its pieces
// are worth less than words, a repeated word counts again, and the English
// words that say how a question is put are left out of it, though not of the
// index.
//
// The package knows nothing of records, fields and frequencies: how a term's
// weight becomes a score is package corpus's matter.
//
// Start at Index and Query.
package words
