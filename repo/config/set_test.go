package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

func TestEditMovesNoOtherByte(t *testing.T) {
	for _, c := range []struct{ before, key, value, after string }{
		{"", "memory.promotion", "automatic", "memory:\n  promotion: automatic\n"},
		{"", "lock_timeout_ms", "10", "lock_timeout_ms: 10\n"},
		{"# mine\n", "lock_timeout_ms", "10", "# mine\nlock_timeout_ms: 10\n"},
		{"# mine", "lock_timeout_ms", "10", "# mine\nlock_timeout_ms: 10\n"},
		{"---\n", "lock_timeout_ms", "10", "---\nlock_timeout_ms: 10\n"},
		{"lock_timeout_ms: 1\n...\n", "memory.tool", "false", "lock_timeout_ms: 1\nmemory:\n  tool: false\n...\n"},
		{"memory:\n  promotion:   review   # keep me\n  tool: true\n", "memory.promotion", "automatic", "memory:\n  promotion:   automatic   # keep me\n  tool: true\n"},
		{"memory:\n  promotion: \"review\" # é\n", "memory.promotion", "automatic", "memory:\n  promotion: automatic # é\n"},
		{"memory:\n    tool: true\n\n# about sessions\nsessions:\n  keep_days: 1\n", "memory.promotion", "automatic", "memory:\n    tool: true\n    promotion: automatic\n\n# about sessions\nsessions:\n  keep_days: 1\n"},
		{"memory:\n  tool: true\n  # a thought\n", "memory.promotion", "automatic", "memory:\n  tool: true\n  # a thought\n  promotion: automatic\n"},
		{"memory:\n  # promotion: review\nsessions: {}\n", "memory.promotion", "automatic", "memory:\n  promotion: automatic\n  # promotion: review\nsessions: {}\n"},
		{"memory:", "memory.promotion", "automatic", "memory:\n  promotion: automatic\n"},
		{"memory: {tool: true} # x\n", "memory.promotion", "automatic", "memory: {promotion: automatic, tool: true} # x\n"},
		{"memory: {tool: true, promotion: review}\n", "memory.tool", "false", "memory: {tool: false, promotion: review}\n"},
		{"memory: {}\n", "memory.tool", "false", "memory: {tool: false}\n"},
		{"learning: {}\n", "learning.post_turn.idle_delay_ms", "0", "learning: {post_turn: {idle_delay_ms: 0}}\n"},
		{"{memory: {tool: true}}\n", "lock_timeout_ms", "1", "{lock_timeout_ms: 1, memory: {tool: true}}\n"},
		{"learning:\n  use: true\n", "learning.post_turn.idle_delay_ms", "0", "learning:\n  use: true\n  post_turn:\n    idle_delay_ms: 0\n"},
		{"learning:\n  post_turn:\n    enabled: true\n  use: true\n", "learning.post_turn.idle_delay_ms", "0", "learning:\n  post_turn:\n    enabled: true\n    idle_delay_ms: 0\n  use: true\n"},
		{"memory:\r\n  tool: true\r\n", "memory.promotion", "automatic", "memory:\r\n  tool: true\r\n  promotion: automatic\r\n"},
		{"\ufefflock_timeout_ms: 1\n", "lock_timeout_ms", "22", "\ufefflock_timeout_ms: 22\n"},
		{"models:\n  work:\n    base_url: \"http://a/é\"   # x\n", "models.work.base_url", "http://127.0.0.1:1", "models:\n  work:\n    base_url: \"http://127.0.0.1:1\"   # x\n"},
		{"models:\n  work:\n    key_command: [a, b] # x\n", "models.work.key_command", "pass show", "models:\n  work:\n    key_command: [pass, show] # x\n"},
		{"models:\n  work:\n    kind: openai\n", "models.home.kind", "anthropic", "models:\n  work:\n    kind: openai\n  home:\n    kind: anthropic\n"},
		{"learning:\n  extractor_model: work/a,b\n", "learning.extractor_model", "work/c", "learning:\n  extractor_model: work/c\n"},
		{"memory: {tool: true}\n", "projects.g0123456789abcdef.memory.promotion", "automatic", "memory: {tool: true}\nprojects:\n  g0123456789abcdef:\n    memory:\n      promotion: automatic\n"},
		{"lock_timeout_ms: 1\n", "lock_timeout_ms", "1", "lock_timeout_ms: 1\n"},
		// What it does not splice is refused, never mangled.
		{"memory: ~\n", "memory.tool", "false", ""},
		{"memory: true\n", "memory.tool", "false", ""},
		{"models:\n  work:\n    key_command:\n      - a\n      - b\n", "models.work.key_command", "c", ""},
		{"learning:\n  extractor_model:\n    work/a\n", "learning.extractor_model", "work/b", "learning:\n  extractor_model:\n    work/b\n"},
		{"memory:\n  promotoin: x\n", "memory.tool", "false", ""},
		{"memory: [\n", "memory.tool", "false", ""},
	} {
		got, err := Edit("config.yaml", []byte(c.before), c.key, c.value)
		if (err != nil) != (c.after == "") || string(got) != c.after {
			t.Errorf("%q, %s %s:\ngot  %q %v\nwant %q", c.before, c.key, c.value, got, err, c.after)
		}
	}
}

func TestSetChecksNameAndValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	for _, c := range [][3]string{
		{"memory.promotion", "sometimes", "key.value"},
		{"memory.reflection", "true", "key.retired"},
		{"memroy.tool", "true", "key.unknown"},
		{"models.*.kind", "openai", "key.unknown"},
		{"learning.skill.require_review", "false", "key.value"},
		{"memory", "true", "key.unknown"},
	} {
		err := Set(file, c[0], c[1])
		var faults memfile.Faults
		if !errors.As(err, &faults) || faults[0].Rule != c[2] || faults[0].Path != file {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a refusal made the file")
	}
}

func TestSetMakesAndChangesTheFile(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".config", "gitmem", "config.yaml")
	for _, c := range [][2]string{{"memory.promotion", "automatic"}, {"lock_timeout_ms", "77"}, {"memory.pending_days", "3"}, {"memory.promotion", "high_confidence"}} {
		if err := Set(file, c[0], c[1]); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := os.ReadFile(file)
	if want := "memory:\n  promotion: high_confidence\n  pending_days: 3\nlock_timeout_ms: 77\n"; string(got) != want {
		t.Errorf("got %q", got)
	}
	if s := load(t, Sources{UserFile: file, AccountHome: home}); s.Memory.Promotion != "high_confidence" || s.Memory.PendingDays != 3 {
		t.Errorf("%+v", s.Memory)
	}
}

// Every key can be set to its own default, in an empty file and in one in
// which all the others stand, and is read back.
func TestSetEveryKey(t *testing.T) {
	samples := map[string]string{
		"learning.extractor_model": "a/b", "learning.evaluation_model": "a/c", "models.x.kind": "openai", "models.x.base_url": "http://h", "models.x.key_env": "K", "models.x.key_command": "pass x",
		"recall.embedder.kind": "ollama", "recall.embedder.base_url": "http://127.0.0.1:1", "recall.embedder.model": "m", "approvals.allowed_signers": "~/signers",
	}
	var all []byte
	for _, key := range Keys() {
		name := strings.Replace(key.Name, "*", "x", 1)
		value := key.Default
		if value == "" {
			value = samples[name]
		}
		for _, data := range [][]byte{nil, all} {
			changed, err := Edit("f", data, name, value)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(data) > 0 {
				all = changed
			}
			if all == nil {
				all = changed
			}
		}
	}
	d, top := parseDocument("f", all)
	if n := len(d.leaves(top)); n != len(Keys()) || len(d.faults) > 0 {
		t.Errorf("%d settings of %d, %v\n%s", n, len(Keys()), d.faults, all)
	}
}

func FuzzEdit(f *testing.F) {
	f.Add([]byte("memory:\n  tool: true # x\n\n# y\nsessions: {keep_days: 1}\n"))
	f.Add([]byte("{memory: {promotion: 'review'}}\n"))
	f.Add([]byte("memory:\n    # x\r\nlearning:\r\n  use: true\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		changed, err := Edit("f", data, "memory.promotion", "automatic")
		if err != nil {
			return
		}
		if d, top := parseDocument("f", changed); len(d.faults) > 0 || len(d.leaves(top)) == 0 {
			t.Errorf("%q became %q: %v", data, changed, d.faults)
		}
	})
}
