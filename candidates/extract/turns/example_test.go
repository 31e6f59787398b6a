package turns_test

import (
	"fmt"

	"gitmem/candidates/extract/turns"
	"gitmem/repo/session"
)

// A session's turns, and which of them are worth learning from. The messages of
// a real one come from session.Shelf.Messages.
func Example() {
	talk := session.Session{Conversation: session.Conversation{ID: "2026-11-30-a", Agent: "claude-code"}}
	messages := []session.Message{
		{ID: "1", Role: session.User, Typed: true, Text: "What does the cache do?"},
		{ID: "2", Role: session.Assistant, Text: "It keeps answers for an hour.", End: session.Final},
		{ID: "3", Role: session.User, Typed: true, Text: "That's wrong, it never expires."},
		{ID: "4", Role: session.Assistant, Text: "I see: entries only go when the process ends.", End: session.Final},
	}
	each := func(yield func(session.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
	for turn, err := range turns.Each(talk, each) {
		if err != nil {
			fmt.Println(err)
			return
		}
		answer, _ := turn.Answer()
		why, worth := turn.Worth(nil)
		fmt.Println(turn.State, answer.ID, worth, why, turn.Corrections())
	}
	// Output:
	// complete 2 false no tool call, correction or feedback []
	// complete 4 true  [3]
}
