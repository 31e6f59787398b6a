package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gitmem/memfile"
)

func TestFaultsNameTheirPosition(t *testing.T) {
	for text, want := range map[string]string{
		"memroy:\n  promotion: review\n":                                  "1:1: unknown setting memroy",
		"memory:\n  promotoin: review\n":                                  "2:3: unknown setting memory.promotoin",
		"memory:\n  é: 1\n  promotion: reviw\n":                           "2:3: unknown setting memory.é",
		"memory: {resident: true, promotion: yes}\n":                      "1:37: memory.promotion must be review, high_confidence or automatic",
		"memory:\n  reflection: true\n":                                   "2:3: memory.reflection is retired",
		"memory:\n  nudge_interval: 10\n":                                 "2:3: memory.nudge_interval is retired",
		"memory.promotion: review\n":                                      "1:1: unknown setting memory.promotion with a dot in its name",
		"memory:\n  pending_days: 1\n  pending_days: 2\n":                 "3:3: this key stands twice",
		"memory:\n  pending_days: \"30\"\n":                               "2:17: memory.pending_days must be a whole number in decimal digits (days)",
		"memory:\n  pending_days: 0x1f\n":                                 "2:17: memory.pending_days must be a whole number",
		"memory:\n  pending_days: ~\n":                                    "2:17: memory.pending_days has no value",
		"memory:\n  pending_days: [1]\n":                                  "2:17: memory.pending_days must be",
		"memory:\n  resident: yes\n":                                      "2:13: memory.resident must be true or false",
		"memory: 3\n":                                                     "1:9: memory must hold keys with values",
		"learning: true\n":                                                "1:11: learning must hold keys with values",
		"learning: {skill: {require_review: false}}\n":                    "1:36: learning.skill.require_review can only be true",
		"learning: {extractor_model: 5}\n":                                "1:29: learning.extractor_model must be text; put it in quotes",
		"models: {work: {key_command: pass show}}\n":                      "1:30: models.work.key_command must be a list",
		"models: {work: {key_command: [a, 5]}}\n":                         "1:34: models.work.key_command must be a list of texts",
		"models: {Work: {kind: openai}}\n":                                "1:10: unknown setting models.Work",
		"models: {work: {base_url: \"http://a:b@c/\"}}\n":                 "1:27: models.work.base_url must not hold a user or a password",
		"projects: {x: {}}\n":                                             "1:12: projects are named by the id of their store",
		"projects:\n  g0123456789abcdef: {models: {a: {kind: openai}}}\n": "2:36: models.a.kind cannot be set for one project",
		"projects:\n  g0123456789abcdef: {projects: {}}\n":                "2:23: unknown setting projects",
		"a: \"x\n":                      "1:4: could not find end character of double-quoted text",
		"memory:\n\tresident: true\n":   "2:1: found character",
		"- a\n":                         "1:1: settings must be keys with values",
		"memory: {}\n---\nmemory: {}\n": "3:7: a second YAML document",
		"memory: &a {resident: true}\n": "1:9: anchors, aliases and tags",
		"memory: {resident: *a}\n":      "1:20: anchors, aliases and tags",
		"<<: {memory: {}}\n":            "1:1: a key must be plain text",
		"1: 2\n":                        "1:1: a key must be plain text",
		"\ufeffmemroy: 1\r\n":           "1:1: unknown setting memroy",
		"memory:\r\n  resident: true\r\n  promotoin: x\r\n": "3:3: unknown setting memory.promotoin",
		"memory: # c\r\n  promotoin: x\r\n":                 "2:3: unknown setting memory.promotoin",
		"memory: {resident: true}\r":                        " has lines that end in CR alone",
		"memory: {resident: \x00}\n":                        " holds a NUL byte",
		"memory: \xff\n":                                    " not UTF-8",
		"\xff\xfem\x00":                                     " UTF-16, not UTF-8",
		strings.Repeat("[", 1<<16):                          " opens more than 2000 lists",
		strings.Repeat("#", 1<<17) + "\n":                   " larger than 131072 bytes",
	} {
		home, file := place(t, text)
		s, err := Load(Sources{UserFile: file, AccountHome: home})
		var faults memfile.Faults
		if s != nil || !errors.As(err, &faults) || len(faults) == 0 || faults[0].Rule == "" {
			t.Errorf("%.40q: settings %v, error %v", text, s != nil, err)
			continue
		}
		if got := strings.TrimPrefix(faults[0].Error(), file+":"); !strings.HasPrefix(got, want) {
			t.Errorf("%.40q: got %q, want %q", text, got, want)
		}
	}
}

func TestAllFaultsAreReported(t *testing.T) {
	home, file := place(t, "memroy: 1\nmemory: {promotion: x}\n")
	_, err := Load(Sources{
		UserFile: file, AccountHome: home, StoreFile: "store.yaml", StoreData: []byte(storeHead + "  lock_timeout_ms: 1\n  models: {x: {kind: openai}}\n  approvals: {from_agents: refuse}\n"),
		Env: []string{"GITMEM_MEMORY_REFLECTION=1", "GITMEM_MEMORY_PENDING_DAYS=x", "GITMEM_NOW=1"}, Flags: map[string]string{"nope": "1"},
	})
	var faults memfile.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, strings.TrimPrefix(f.Error(), file+":"))
	}
	want := []string{
		"1:1: unknown setting memroy", "2:21: memory.promotion must be review, high_confidence or automatic",
		"store.yaml:4:3: lock_timeout_ms cannot be set by a store", "store.yaml:5:16: models.x.kind cannot be set by a store",
		"store.yaml:6:15: approvals.from_agents cannot be set by a store", "GITMEM_MEMORY_REFLECTION: memory.reflection is retired",
		"GITMEM_MEMORY_PENDING_DAYS: memory.pending_days must be a whole number in decimal digits (days)", "flag: unknown setting nope",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHints(t *testing.T) {
	home, file := place(t, "memory:\n  promotoin: review\n")
	_, err := Load(Sources{UserFile: file, AccountHome: home})
	var faults memfile.Faults
	if !errors.As(err, &faults) || faults[0].Hint != "did you mean memory.promotion? `gitmem config list` shows all settings" {
		t.Errorf("%v", faults)
	}
}

func TestUnreadableFileIsNoEmptyFile(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "config.yaml")
	if err := os.Mkdir(file, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Sources{UserFile: file, AccountHome: home}); err == nil {
		t.Error("a folder was read as an empty file")
	}
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		file = filepath.Join(home, "closed.yaml")
		put(t, file, "memory: {}\n")
		_ = os.Chmod(file, 0)
		if _, err := Load(Sources{UserFile: file, AccountHome: home}); !errors.Is(err, os.ErrPermission) {
			t.Errorf("error %v", err)
		}
	}
}
