package search

import (
	"slices"
	"strconv"
	"strings"

	"gitmem/index"
	"gitmem/memfile"
)

// Question is what to look for, and who asks.
type Question struct {
	index.Query
	// Agent leaves out what no agent is told.
	Agent bool
}

// The words of the field match.
const (
	MatchAny = "any"
	MatchAll = "all"
)

// Matches reads the word that says how many words of a query must match.
func Matches(word string) (all bool, err error) {
	switch word {
	case MatchAny, "":
		return false, nil
	case MatchAll:
		return true, nil
	}
	return false, &QuestionError{"match", word, "it is any or all"}
}

// Kinds are the kinds that can be searched for.
func Kinds() []string { return append(memfile.ExperienceKinds(), index.KindMemory) }

// Statuses are the states that can be searched for. What was forgotten is not
// found.
func Statuses() []string {
	return []string{
		memfile.StatusHeld, memfile.StatusActive, memfile.StatusPromoted, index.StatusApplied, index.StatusDrift,
	}
}

// told are the states of what an agent is told.
func told() []string {
	return []string{memfile.StatusActive, memfile.StatusPromoted, index.StatusApplied}
}

// Check finds what cannot be meant. The error is a *QuestionError.
func (q Question) Check() error {
	if q.Limit < 0 || q.Limit > index.MaxLimit {
		return &QuestionError{"limit", strconv.Itoa(q.Limit), "it is a number from 1 to " + strconv.Itoa(index.MaxLimit)}
	}
	if err := oneOf("kind", q.Kinds, Kinds()); err != nil {
		return err
	}
	if slices.Contains(q.Statuses, memfile.StatusForgotten) {
		return &QuestionError{"status", memfile.StatusForgotten, "what was forgotten is not searched"}
	}
	return oneOf("status", q.Statuses, Statuses())
}

func oneOf(field string, given, known []string) error {
	for _, word := range given {
		if !slices.Contains(known, word) {
			return &QuestionError{field, word, "it is one of " + strings.Join(known, ", ")}
		}
	}
	return nil
}

// limit is how many hits are wanted.
func (q Question) limit() int {
	if q.Limit == 0 {
		return index.DefaultLimit
	}
	return q.Limit
}

// asked is the query for one index; false where nothing that it could find
// would be told.
func (q Question) asked() (index.Query, bool) {
	ask := q.Query
	if !q.Agent {
		return ask, true
	}
	ask.Limit = index.MaxLimit // some of the hits are left out again
	if len(ask.Statuses) == 0 {
		ask.Statuses = told()
		return ask, true
	}
	ask.Statuses = slices.DeleteFunc(slices.Clone(ask.Statuses), func(s string) bool { return !slices.Contains(told(), s) })
	return ask, len(ask.Statuses) > 0
}
