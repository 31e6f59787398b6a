package agent_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/hooks/agent"
)

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestAnInputIsTakenField(t *testing.T) {
	cwd, path := filepath.Join(t.TempDir(), "p"), filepath.Join(t.TempDir(), "a.jsonl")
	good := `{"session_id":"s","unknown":{"deep":[[1]]},"cwd":` + quoted(cwd) + `,"transcript_path":`
	for text, want := range map[string]string{
		good + quoted(path) + `}`:                                path,
		good + quoted(path+"/../a.jsonl") + `}`:                  path,
		good + `null}`:                                           "",
		good + `7}`:                                              "",
		good + `["` + `x"]}`:                                     "",
		good + `"relative.jsonl"}`:                               "",
		good + quoted(path+"\x00") + `}`:                         "",
		good + quoted(path+"\nsecond line") + `}`:                "",
		good + strings.TrimSuffix(quoted(path), `"`) + "\xff\"}": "",
		good + quoted(filepath.Join(path, strings.Repeat("x", 4<<10))) + `}`: "",
	} {
		in, err := agent.Read(strings.NewReader(text))
		if err != nil || in.Transcript != want || in.Cwd != cwd {
			t.Errorf("%.200q: %+v, %v", text, in, err)
		}
	}
}

func TestWhatIsNoInputIsRefused(t *testing.T) {
	large := `{"cwd":"` + strings.Repeat("x", agent.MaxInput) + `"}`
	deep := `{"a":` + strings.Repeat("[", 1<<20)
	for _, text := range []string{"", "{", `["Stop"]`, `"Stop"`, "\x00\x01", `{"cwd":"/p"} {}`, large, deep} {
		var refused *agent.InputError
		if in, err := agent.Read(strings.NewReader(text)); !errors.As(err, &refused) {
			t.Errorf("%.20q: %+v, %v", text, in, err)
		}
	}
	broken := errors.New("broken")
	if _, err := agent.Read(failing{broken}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func FuzzRead(f *testing.F) {
	f.Add(`{"cwd":"/p","transcript_path":"/a.jsonl","agent_transcript_path":null}`)
	f.Add(`{"cwd":"\ud800","transcript_path":"/../a"}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := agent.Read(strings.NewReader(text))
		if err != nil && in != (agent.Input{}) {
			t.Fatal("something of what is no input was taken")
		}
		for _, path := range []string{in.Cwd, in.Transcript, in.Inner} {
			if path != "" && (!filepath.IsAbs(path) || path != filepath.Clean(path) || strings.ContainsAny(path, "\x00\n\r\x1b")) {
				t.Fatalf("%q", path)
			}
		}
	})
}
