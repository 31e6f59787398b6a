package words

import "fmt"

// Cause says why a question is not asked as given.
type Cause string

// Causes.
const (
	TooManyCharacters Cause = "characters"
	TooManyTerms      Cause = "terms"
	OnlyCommonWords   Cause = "common words"
)

// Notice is what the person who asks is told about their question.
type Notice struct {
	Cause       Cause
	Kept, Given int
}

func (n Notice) String() string {
	if n.Cause == OnlyCommonWords {
		return "the query has only very common words; they are searched all the same"
	}
	return fmt.Sprintf("the query was cut to %d of %d %s", n.Kept, n.Given, n.Cause)
}
