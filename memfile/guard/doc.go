// Package guard is the safety scan of text that could reach a prompt, a
// terminal or a commit.
//
// A find is what a rule objects to, at a line and a column; its class says
// what kind of harm it is: characters that cannot be seen or that steer how
// text is shown, wording that commands an agent (injection), forged frames of
// a conversation (envelope), hidden or active markup, credentials, and paths
// behind an @ that clients open (import). A place says how strict the scan is.
//
// Wording is searched in folded text (package fold), so that widths, accents,
// look-alikes and invisible characters hide nothing. A phrase needs several
// words together, and it counts only where it is spoken: not where it is
// forbidden, nor where it is quoted or told of others in a passage that says
// what to think of it. Credentials are found by the published rules in package
// leakrules and a few of our own; what only stands for a secret passes.
//
// Nothing is built or compiled before a text calls for it. No finding, message
// or error holds a part of a secret. The scan reads words, not meaning: it
// makes an attack by accident impossible and one on purpose visible to the
// person who reviews; it proves nothing harmless. docs/guard.md has every rule
// and what was measured.
//
// Start at Scan.
package guard
