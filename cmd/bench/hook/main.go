// Command hook measures what the hook of an agent costs it, as a whole process
// against an empty program in the same run: noting a finished turn, looking
// whether anything waits, giving memory and experiences, judging a call.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gitmem/cmd/bench"
)

func main() {
	rounds := flag.Int("rounds", 41, "rounds that count")
	size := flag.Int("megabytes", 8, "size of the transcript, in MiB")
	records := flag.Int("experiences", 10_000, "experiences of the store that gives contexts; 0: none is measured")
	flag.Parse()
	met, err := measure(*rounds, *size)
	if err == nil && *records > 0 {
		var gives bool
		gives, err = giving(*rounds, *records)
		met = met && gives
	}
	os.Exit(bench.Status(met, err))
}

// hookTarget is the most that a hook may take of a start-up.
const hookTarget = 1.5

func measure(rounds, megabytes int) (bool, error) {
	b, _, err := bench.NewProject()
	if err != nil {
		return false, err
	}
	defer b.Remove()
	empty, gitmem, err := b.Programs()
	if err != nil {
		return false, err
	}
	if err := b.Settings("models:\n  m:\n    kind: openai\n    base_url: http://127.0.0.1:1\nlearning:\n  extractor_model: m/tiny\n"); err != nil {
		return false, err
	}
	input, err := talk(b, megabytes)
	if err != nil {
		return false, err
	}
	hook := func(name string, args ...string) bench.Timed {
		return bench.Timed{Name: strings.Join(args, " "), Run: func(int) error {
			cmd := b.Command(name, args...)
			cmd.Dir, cmd.Stdin = b.Home, strings.NewReader(input)
			return cmd.Run()
		}}
	}
	m, err := bench.Compare(rounds,
		hook(empty), hook(gitmem, "version"), hook(gitmem, "hook", "claude-code", "Stop"), hook(gitmem, "hook", "claude-code", "PostToolUse"))
	if err != nil {
		return false, err
	}
	if err := noted(b); err != nil {
		return false, err
	}
	fmt.Printf("start-up %.1f ms, version %.1f ms, Stop %.1f ms, an event that is not known %.1f ms\n",
		bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]), bench.Milliseconds(m[3]))
	met := bench.Ratio{Name: "hook Stop / start-up", Got: bench.Over(m[2], m[0]), Target: hookTarget}.Print()
	return bench.Ratio{Name: "unknown event / start-up", Got: bench.Over(m[3], m[0]), Target: hookTarget}.Print() && met, nil
}

// talk writes a transcript and gives what an agent would say of it.
func talk(b *bench.Bench, megabytes int) (string, error) {
	path, project := filepath.Join(b.Home, "talk.jsonl"), filepath.Join(b.Home, "project")
	line, err := json.Marshal(map[string]any{
		"type": "user", "uuid": "u", "sessionId": "s", "cwd": project,
		"message": map[string]string{"role": "user", "content": strings.Repeat("w", 1000)},
	})
	if err != nil {
		return "", err
	}
	text := strings.Repeat(string(line)+"\n", (megabytes<<20)/len(line)+1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	input, err := json.Marshal(map[string]any{
		"session_id": "s", "transcript_path": path, "cwd": project, "permission_mode": "default", "hook_event_name": "Stop",
		"stop_hook_active": false, "last_assistant_message": strings.Repeat("done ", 400),
	})
	return string(input), err
}

// noted makes sure that the hooks did what was timed.
func noted(b *bench.Bench) error {
	found, err := filepath.Glob(filepath.Join(b.Env.StateHome, "gitmem", "*", "sessions", "noted", "*.json"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d transcripts are noted instead of 1", len(found))
	}
	return err
}
