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

func TestOwnFileSetsSafety(t *testing.T) {
	home, file := place(t, `memory: {promotion: automatic, auto_confidence: 0.5}
approvals: {from_agents: allow}
learning: {extractor_model: work/qwen3, retrieval: {other_projects: on}}
models:
  work: {kind: openai, base_url: "http://127.0.0.1:11434/v1", key_command: [pass, "show it"]}
`)
	s := load(t, Sources{UserFile: file, AccountHome: home})
	m := s.Models["work"]
	if s.Memory.Promotion != "automatic" || s.Memory.AutoConfidence != 5000 || s.Approvals.FromAgents != "allow" || s.Learning.EvaluationModel != "work/qwen3" ||
		s.Learning.Retrieval.OtherProjects != "on" || m.Kind != "openai" || len(m.KeyCommand) != 2 || m.KeyCommand[1] != "show it" {
		t.Errorf("%+v", s)
	}
	if ok, _ := s.Generates(); !ok {
		t.Error("generation is off")
	}
}

// What loosens is ignored and named; what tightens counts; from every layer
// but the user's own file.
func TestSafetyCanOnlyBeTightened(t *testing.T) {
	loosen := map[string]string{"memory.promotion": "automatic", "memory.auto_confidence": "0.1", "recall.into_turns": "true", "approvals.from_agents": "allow"}
	for key, value := range loosen {
		def, _ := Lookup(key)
		for layer, src := range map[string]Sources{
			"environment": {Env: []string{def.Variable() + "=" + value}},
			"flag":        {Flags: map[string]string{key: value}},
		} {
			s := load(t, src)
			if v, _ := s.Get(key); v.Text != def.Default || v.Origin != "default" || len(s.Notes()) != 1 {
				t.Errorf("%s: %s is %s from %s, notes %v", layer, key, v.Text, v.Origin, s.Notes())
			}
		}
	}
	home, file := place(t, "memory: {promotion: automatic, auto_confidence: 0.5}\napprovals: {from_agents: allow}\n")
	s := load(t, Sources{
		UserFile: file, AccountHome: home, StoreData: []byte(storeHead + "  memory: {promotion: high_confidence, auto_confidence: 0.4}\n"), StoreFile: "store.yaml",
		Env: []string{"GITMEM_APPROVALS_FROM_AGENTS=refuse", "GITMEM_APPROVALS_REQUIRE_SIGNATURE=true"}, Flags: map[string]string{"memory.auto_confidence": "0.7"},
	})
	if s.Memory.Promotion != "high_confidence" || s.Memory.AutoConfidence != 7000 || s.Approvals.FromAgents != "refuse" || !s.Approvals.RequireSignature {
		t.Errorf("%+v", s)
	}
	if n := s.Notes(); len(n) != 1 || n[0].Error() != "store.yaml:4:40: memory.auto_confidence is ignored: it can only be tightened here, and 0.5 is in force ("+file+":1:32)" {
		t.Errorf("notes: %v", n)
	}
}

func TestUserOnlySettingsAreIgnoredElsewhere(t *testing.T) {
	s := load(t, Sources{Env: []string{"GITMEM_LOCK_TIMEOUT_MS=1", "GITMEM_LEARNING_EXTRACTOR_MODEL=evil/model", "GITMEM_RECALL_EMBEDDER_BASE_URL=http://evil", "GITMEM_LEARNING_EXECUTION_MAX_STEPS=64"}})
	if s.LockTimeout.Seconds() != 5 || s.Learning.ExtractorModel != "" || s.Recall.Embedder.BaseURL != "" || s.Learning.Execution.MaxSteps != 8 || len(s.Notes()) != 4 {
		t.Errorf("%+v %v", s, s.Notes())
	}
}

// A user file that the environment moved out of the account's home tightens
// only, and what the account's own file says still stands.
func TestFileOutsideHomeCannotLoosen(t *testing.T) {
	home, own := place(t, "approvals: {require_signature: true}\nmemory: {auto_confidence: 0.8, pending_days: 3}\nmodels: {work: {kind: anthropic}}\n")
	_, moved := place(t, `memory: {promotion: automatic, auto_confidence: 0.95, pending_days: 4}
approvals: {require_signature: false, from_agents: allow}
models: {work: {kind: openai}}
learning: {extractor_model: evil/x}
lock_timeout_ms: 100
projects: {g0123456789abcdef: {recall: {into_turns: true}}}
`)
	s := load(t, Sources{UserFile: moved, OwnFile: own, AccountHome: home, Store: "g0123456789abcdef"})
	if s.Memory.Promotion != "review" || s.Memory.AutoConfidence != 9500 || !s.Approvals.RequireSignature || s.Approvals.FromAgents != "refuse" || s.Learning.ExtractorModel != "" || s.Recall.IntoTurns {
		t.Errorf("safety was loosened: %+v", s)
	}
	if s.Models["work"].Kind != "anthropic" || s.Memory.PendingDays != 4 || s.LockTimeout.Milliseconds() != 100 {
		t.Errorf("%+v", s)
	}
	if text := s.Notes()[len(s.Notes())-1].Error(); !strings.Contains(text, moved) || !strings.Contains(text, "outside") {
		t.Errorf("notes: %v", s.Notes())
	}
	if s := load(t, Sources{UserFile: moved, AccountHome: ""}); s.Memory.Promotion != "review" {
		t.Error("an account without a home loosens")
	}
}

func TestHomeReachedThroughLink(t *testing.T) {
	home, file := place(t, "memory: {promotion: automatic}\n")
	link := filepath.Join(t.TempDir(), "home")
	if err := os.Symlink(home, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []Sources{{UserFile: real, AccountHome: link}, {UserFile: filepath.Join(link, ".config/gitmem/config.yaml"), AccountHome: home}} {
		if s := load(t, src); s.Memory.Promotion != "automatic" {
			t.Errorf("%+v is not taken as inside", src)
		}
	}
	if s := load(t, Sources{UserFile: home + "/../" + filepath.Base(t.TempDir()) + "/config.yaml", AccountHome: home}); s == nil {
		t.Error("no settings")
	}
	if inside(home, home+"/../x") || inside(home, home) || inside(home, home+"x/y") {
		t.Error("outside counts as inside")
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
