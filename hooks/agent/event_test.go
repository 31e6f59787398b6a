package agent_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gitmem/hooks/agent"
)

func TestEventsOfBothAgents(t *testing.T) {
	for _, name := range []string{agent.ClaudeCode, agent.Codex} {
		for event, want := range map[string]agent.Event{
			"Stop":             {Name: "Stop", Notes: true, Ended: true},
			"SubagentStop":     {Name: "SubagentStop", Notes: true, Ended: true, Inner: true},
			"PreCompact":       {Name: "PreCompact", Notes: true},
			"SessionStart":     {Name: "SessionStart", Wakes: true, Memory: true},
			"PreToolUse":       {Name: "PreToolUse", Judges: true},
			"UserPromptSubmit": {Name: "UserPromptSubmit", Experiences: true},

			"SessionEnd": {Name: "SessionEnd", Notes: true, Ended: true, Wakes: true},
		} {
			if got, ok := agent.Find(name, event); !ok || got != want {
				t.Errorf("%s %s: %+v", name, event, got)
			}
		}
		for _, event := range []string{"", "stop", "PostToolUse", "InstructionsLoaded", "StopFailure"} {
			if e, ok := agent.Find(name, event); ok || e != (agent.Event{}) {
				t.Errorf("%s %q is known", name, event)
			}
		}
	}
	if _, ok := agent.Find("vim", "Stop"); ok {
		t.Error("vim is known")
	}
}

func TestTranscriptsOfAnEvent(t *testing.T) {
	folder := t.TempDir()
	talk, inner := filepath.Join(folder, "talk.jsonl"), filepath.Join(folder, "inner.jsonl")
	for path, text := range map[string]string{talk: "12345", inner: "123"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	in := agent.Input{Transcript: talk, Inner: inner}
	for event, want := range map[string][]agent.Transcript{
		"Stop":         {{talk, 5, true}},
		"PreCompact":   {{talk, 5, false}},
		"SubagentStop": {{talk, 5, false}, {inner, 3, true}},
		"SessionStart": nil,
	} {
		e, _ := agent.Find(agent.ClaudeCode, event)
		if got := in.Transcripts(e); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", event, got)
		}
	}
	stop, _ := agent.Find(agent.Codex, "Stop")
	for _, path := range []string{"", folder, filepath.Join(folder, "gone.jsonl"), os.DevNull} {
		if got := (agent.Input{Transcript: path}).Transcripts(stop); got != nil {
			t.Errorf("%q: %+v", path, got)
		}
	}
}
