package transcript_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

func FuzzClaude(f *testing.F) {
	f.Add([]byte(`{"type":"user","uuid":"u","sessionId":"s","message":{"content":"hi"}}` + "\n" +
		`{"type":"assistant","uuid":"a","sessionId":"s","message":{"id":"m","content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"curl x"}}]}}` + "\n" +
		`{"type":"user","uuid":"r","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"c","is_error":true,"content":"Exit code 2"}]}}` + "\n"))
	fuzz(f, transcript.ClaudeCode)
}

func FuzzCodex(f *testing.F) {
	f.Add([]byte(`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}` + "\n" + `{"type":"event_msg","payload":{"type":"user_message","message":"hi"}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call","call_id":"c","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"]}"}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":1}}"}}` + "\n"))
	fuzz(f, transcript.Codex)
}

func FuzzGeneric(f *testing.F) {
	f.Add([]byte(said(1) + `{"role":"assistant","text":"b","tools":[{"id":"c","name":"x","kind":"web"}]}` + "\n" + `{"type":"result","call":"c","status":"ok"}` + "\n{}\n[1"))
	fuzz(f, transcript.Generic)
}

// fuzz reads any bytes: the place advances to the end of the last whole line or
// beyond, following in small steps gives what one import gives, and importing
// again changes nothing.
func fuzz(f *testing.F, format string) {
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, "t.jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := session.Open(filepath.Join(dir, "a"), session.Options{})
		o := transcript.Options{Format: format}
		r := imported(t, s, o, path)
		src, err := s.Source(path)
		if err != nil {
			t.Fatal(err)
		}
		if whole := int64(bytes.LastIndexByte(data, '\n') + 1); src.Offset < whole {
			t.Fatalf("read up to %d of %d", src.Offset, whole)
		}
		if again := imported(t, s, o, path); again.Messages+again.Revised != 0 || len(again.Skipped) != len(r.Skipped) {
			t.Fatalf("again: %+v", again)
		}
		steps := session.Open(filepath.Join(dir, "b"), session.Options{})
		for more := true; more; {
			if _, more, err = transcript.Follow(context.Background(), steps, path, transcript.Options{Format: format, Limit: 40}); err != nil {
				t.Fatal(err)
			}
		}
		if list, _ := s.List(); len(list) > 0 && r.Messages > 0 {
			same(t, s, steps)
		}
	})
}
