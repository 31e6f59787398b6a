package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
