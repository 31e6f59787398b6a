package transcript_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

func Example() {
	folder, err := os.MkdirTemp("", "transcript")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "talk.jsonl")
	lines := `{"type":"session","id":"talk","agent":"mine","cwd":"/work/app"}
{"id":"1","role":"user","text":"Use pnpm here.","typed":true}
{"id":"2","role":"assistant","text":"Understood.","end":"final"}
this line is damaged
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		panic(err)
	}
	shelf := session.Open(filepath.Join(folder, "state"), session.Options{})
	report, err := transcript.Import(context.Background(), shelf, []string{path}, transcript.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Messages, "messages, partial:", report.Partial())
	for m, err := range shelf.Messages("talk") {
		fmt.Println(m.Role, m.Text, m.End, err)
	}
	// Output:
	// 2 messages, partial: true
	// user Use pnpm here.  <nil>
	// assistant Understood. final <nil>
}
