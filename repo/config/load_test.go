package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// place writes a file below a fresh home and returns home and file.
func place(t *testing.T, text string) (home, file string) {
	t.Helper()
	home = t.TempDir()
	file = filepath.Join(home, ".config", "gitmem", "config.yaml")
	put(t, file, text)
	return home, file
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, src Sources) *Settings {
	t.Helper()
	s, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const storeHead = "gitmem: store/1\nid: g0123456789abcdef\nsettings:\n"

func TestLaterLayerWinsForConvenience(t *testing.T) {
	home, file := place(t, "memory:\n  pending_days: 10\n  project_char_limit: 2500\n  resident: false\nsessions: {keep_days: 5}\n")
	s := load(t, Sources{
		UserFile: file, AccountHome: home, StoreFile: "store.yaml", StoreData: []byte(storeHead + "  memory: {project_char_limit: 2000}\n"),
		Env:   []string{"GITMEM_MEMORY_PENDING_DAYS=11", "GITMEM_SESSIONS_KEEP_DAYS=6", "GITMEM_MEMORY_RESIDENT=", "OTHER=1"},
		Flags: map[string]string{"sessions.keep_days": "7"},
	})
	if s.Memory.PendingDays != 11 || s.Sessions.KeepDays != 7 || s.Memory.ProjectCharLimit != 2000 || s.Memory.Resident {
		t.Errorf("%+v", s)
	}
	for key, want := range map[string]string{
		"memory.pending_days": "GITMEM_MEMORY_PENDING_DAYS", "sessions.keep_days": "flag sessions.keep_days",
		"memory.project_char_limit": "store.yaml:4:12", "memory.resident": file + ":4:3", "memory.tool": "default",
	} {
		if v, ok := s.Get(key); !ok || v.Origin != want {
			t.Errorf("%s comes from %q, want %q", key, v.Origin, want)
		}
	}
	if len(s.Notes()) != 0 {
		t.Errorf("notes: %v", s.Notes())
	}
}

// A convenience setting that the store tightened can be set by a person.
func TestEnvironmentWinsOverStoreForConvenience(t *testing.T) {
	s := load(t, Sources{StoreData: []byte(storeHead + "  memory: {project_char_limit: 1000}\n"), Env: []string{"GITMEM_MEMORY_PROJECT_CHAR_LIMIT=4000"}})
	if s.Memory.ProjectCharLimit != 4000 {
		t.Errorf("limit %d", s.Memory.ProjectCharLimit)
	}
}

func TestProjectOverrides(t *testing.T) {
	home, file := place(t, "projects:\n  g0123456789abcdef:\n    memory: {promotion: automatic, pending_days: 5}\n  gfedcba9876543210:\n    memory: {pending_days: 9}\nmemory: {pending_days: 7}\n")
	for store, want := range map[memfile.ID]int{"g0123456789abcdef": 5, "gfedcba9876543210": 9, "g0000000000000000": 7, "": 7} {
		s := load(t, Sources{UserFile: file, AccountHome: home, Store: store})
		if s.Memory.PendingDays != want || (s.Memory.Promotion == "automatic") != (want == 5) {
			t.Errorf("%s: %+v", store, s.Memory)
		}
	}
}

func TestLearningSwitches(t *testing.T) {
	home, file := place(t, "learning: {enabled: false, use: true, generate: true, extractor_model: a/b}\nmemory: false\n")
	s := load(t, Sources{UserFile: file, AccountHome: home})
	ok, why := s.Generates()
	if s.Learning.Uses() || ok || why != "learning.enabled is false ("+file+":1:12)" || s.Memory.Resident || s.Memory.Tool {
		t.Errorf("%+v %v %q", s, ok, why)
	}
}

func TestListShowsEverySetting(t *testing.T) {
	home, file := place(t, "models: {b: {kind: openai}, a: {kind: anthropic, key_env: K}}\n")
	list := load(t, Sources{UserFile: file, AccountHome: home}).List()
	var names []string
	for _, v := range list {
		names = append(names, v.Key)
	}
	text := strings.Join(names, " ")
	if len(list) != len(promised)-4+3 || !strings.Contains(text, "models.a.key_env models.a.kind models.b.kind recall.into_turns") {
		t.Errorf("%d: %s", len(list), text)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte("memory:\n  promotion: review # x\n"))
	f.Add([]byte("projects: {g0123456789abcdef: {memory: {pending_days: 5}}}\nmodels: {a: {key_command: [x]}}\n"))
	f.Add([]byte("? a\n: &b [*b, !!str x]\n--- |\n x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, top := parseDocument("f", data)
		for _, l := range d.leaves(top) {
			if l.at.Position.Line < 1 || l.value == nil {
				t.Errorf("leaf %+v", l)
			}
		}
		for _, fault := range d.faults {
			if fault.Message == "" || fault.Rule == "" {
				t.Errorf("fault %+v", fault)
			}
		}
	})
}
