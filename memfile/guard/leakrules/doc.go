// Package leakrules holds the published rules by which credentials of some two
// hundred services are recognised, as data that costs nothing at start.
//
// A rule has keywords, one of which stands in small letters in every text that
// it can match, a pattern, the entropy that a secret must exceed, and what
// excuses a find. The package has no engine: package guard reads the rules and
// compiles the pattern of a rule when one of its keywords occurs. SOURCE.md
// says where the data comes from and how it is made again.
//
// Start at Rules.
package leakrules
