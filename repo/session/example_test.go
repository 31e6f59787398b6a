package session_test

import (
	"context"
	"fmt"
	"os"

	"gitmem/repo/session"
)

func Example() {
	state, err := os.MkdirTemp("", "state")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(state)
	shelf := session.Open(state, session.Options{})
	_, err = shelf.Append(context.Background(), session.Batch{Entries: []session.Entry{{
		Conversation: session.Conversation{ID: "0b1e", Agent: "claude-code"},
		Message:      session.Message{ID: "msg_1", Revision: 1, Role: session.User, Text: "no, we use pnpm here", Typed: true},
	}}})
	if err != nil {
		panic(err)
	}
	for m, err := range shelf.Messages("0b1e") {
		fmt.Println(m.ID, m.Role, m.Text, err)
	}
	policy, err := shelf.Policy("0b1e")
	fmt.Println(policy.Generation, policy.Revision, err)
	// Output:
	// msg_1 user no, we use pnpm here <nil>
	// enabled 0 <nil>
}
