// Command rank answers the questions of cmd/bench/quality with FTS5:
//
//	go run ./cmd/bench/quality -export questions.jsonl
//	go -C cmd/bench/fts run ./rank < questions.jsonl > answers.jsonl
//
// Each line that it reads has a record or a question; each that it writes is an answer, in the form that is described beside
// cmd/bench/quality's own. Title and text are two columns of equal weight, which is FTS5's default.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := answerAll(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(1)
	}
}
