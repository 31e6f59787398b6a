package leakrules

// Rule describes the secrets of one kind of service.
type Rule struct {
	ID, Description string
	// Regex is a pattern of package regexp; empty for a rule that goes by file
	// name alone.
	Regex string
	// SecretGroup is the group that holds the secret; 0: the first group that
	// is not empty, or the whole match.
	SecretGroup int
	// Entropy in bits a byte must be exceeded by the secret; 0: not asked.
	Entropy float64
	// Keywords in small letters, one of which stands in every text with a match.
	Keywords []string
	// Run is the length in bytes of a run without white space that every match has.
	Run int
	// AtKeyword: behind the filler in front of its pattern every match begins
	// with a keyword.
	AtKeyword bool
	// OneRun: a match lies in one such run, but for the sign that ends it.
	OneRun bool
	// Needs are literals in small letters that every match has, where there is
	// more than one.
	Needs []string
	// Path is the pattern of the files that the rule was made for; empty: all.
	Path string
	// Allow excuses a find.
	Allow []Allow
}

// Allow excuses a find whose target fits one of the patterns, or that has one
// of the words in small letters.
type Allow struct {
	// Target is what Regexes are held against: "" the secret, "match" the whole
	// match, "line" its line.
	Target             string
	Regexes, StopWords []string
}
