// Package search asks the indexes of the stores at hand one question and gives
// one answer: what `gitmem search` prints, and what an agent's tool answers
// with.
//
// Vocabulary: a question is what to look for and who asks; a shelf is one store
// with its index; an answer is the best hits of all shelves, by score.
//
// An agent is told less than a person: nothing that waits for a person, nothing
// that no operation wrote, nothing that the guard objects to. A shelf that fails
// is named in the answer, and the others still answer.
//
// The package opens no store and no index, and does not decide which stores may
// be asked: whoever may not see a store is not given its shelf.
//
// Start at [Ask]. [Experiences] is the same search for package retrieve.
package search
