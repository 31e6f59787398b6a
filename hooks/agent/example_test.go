package agent_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gitmem/hooks/agent"
)

func ExampleRead() {
	folder, err := os.MkdirTemp("", "agent")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	transcript := filepath.Join(folder, "talk.jsonl")
	if err := os.WriteFile(transcript, []byte(`{"type":"user"}`+"\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	event, known := agent.Find(agent.ClaudeCode, "Stop")
	in, err := agent.Read(strings.NewReader(fmt.Sprintf(`{"hook_event_name":"Stop","transcript_path":%q,"cwd":"/src"}`, transcript)))
	fmt.Println(known, err)
	for _, t := range in.Transcripts(event) {
		fmt.Println(filepath.Base(t.Path), t.Size, t.Ended)
	}
	// Output:
	// true <nil>
	// talk.jsonl 16 true
}
