package config

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// promised are the keys and defaults that the documentation promises.
var promised = map[string]string{
	"memory.resident": "true", "memory.tool": "true", "memory.global_char_limit": "2200", "memory.project_char_limit": "3000",
	"memory.promotion": "review", "memory.auto_confidence": "0.9", "memory.pending_days": "30",
	"learning.enabled": "true", "learning.use": "true", "learning.generate": "true", "learning.extractor_model": "", "learning.evaluation_model": "",
	"learning.post_turn.enabled": "true", "learning.post_turn.idle_delay_ms": "21600000", "learning.post_turn.poll_interval_ms": "60000",
	"learning.post_turn.max_jobs_per_wake": "2", "learning.post_turn.disable_on_external_context": "false",
	"learning.execution.structured_output": "false", "learning.execution.timeout_ms": "120000", "learning.execution.max_input_bytes": "131072",
	"learning.execution.max_output_tokens": "4096", "learning.execution.max_steps": "8",
	"learning.aggregation.interval_ms": "86400000", "learning.aggregation.min_new_records": "3",
	"learning.global_promotion.interval_ms": "604800000", "learning.global_promotion.min_projects": "2",
	"learning.retrieval.max_items": "5", "learning.retrieval.max_context_tokens": "1200", "learning.retrieval.other_projects": "off",
	"learning.skill.min_independent_sessions": "3", "learning.skill.max_learned_rules": "15", "learning.skill.require_review": "true",
	"models.*.kind": "", "models.*.base_url": "", "models.*.key_env": "", "models.*.key_command": "",
	"recall.into_turns": "false", "recall.max_items": "6", "recall.max_tokens": "2000", "recall.min_score": "0", "recall.recency": "0",
	"recall.embedder.kind": "", "recall.embedder.base_url": "", "recall.embedder.model": "",
	"sessions.keep_days": "0", "sessions.max_bytes": "1073741824",
	"approvals.from_agents": "refuse", "approvals.require_signature": "false", "approvals.allowed_signers": "",
	"lock_timeout_ms": "5000",
}

func TestTableHoldsEveryPromisedKey(t *testing.T) {
	for _, key := range Keys() {
		want, ok := promised[key.Name]
		if !ok || want != key.Default {
			t.Errorf("%s: default %q, promised %q (known: %v)", key.Name, key.Default, want, ok)
		}
	}
	if len(Keys()) != len(promised) {
		t.Errorf("%d keys, %d promised", len(Keys()), len(promised))
	}
}

// The store may set exactly what is listed, and nothing that names a program,
// an address or a credential is open to anything but the user's file.
func TestTableWhoMaySet(t *testing.T) {
	storeMay := strings.Fields(`memory.promotion memory.auto_confidence memory.global_char_limit memory.project_char_limit
		learning.enabled learning.use learning.generate learning.post_turn.enabled learning.post_turn.idle_delay_ms
		learning.post_turn.disable_on_external_context learning.aggregation.interval_ms learning.aggregation.min_new_records
		learning.global_promotion.interval_ms learning.global_promotion.min_projects learning.skill.min_independent_sessions
		learning.retrieval.max_items learning.retrieval.max_context_tokens learning.skill.max_learned_rules recall.into_turns
		approvals.require_signature`)
	safety := strings.Fields(`memory.promotion memory.auto_confidence learning.extractor_model learning.evaluation_model
		learning.post_turn.disable_on_external_context learning.retrieval.other_projects learning.skill.require_review
		models.*.kind models.*.base_url models.*.key_env models.*.key_command recall.into_turns recall.embedder.kind
		recall.embedder.base_url recall.embedder.model approvals.from_agents approvals.require_signature approvals.allowed_signers`)
	var gotStore, gotSafety []string
	for _, key := range Keys() {
		if key.Who == Store {
			gotStore = append(gotStore, key.Name)
			if key.Tighter == NoDirection {
				t.Errorf("%s: a store may set it, and no direction is tighter", key.Name)
			}
		}
		if key.Safety {
			gotSafety = append(gotSafety, key.Name)
		}
	}
	sameSet(t, "store may set", gotStore, storeMay)
	sameSet(t, "safety", gotSafety, safety)
}

func sameSet(t *testing.T, what string, got, want []string) {
	t.Helper()
	count := map[string]int{}
	for _, s := range got {
		count[s]++
	}
	for _, s := range want {
		count[s]--
	}
	for s, n := range count {
		if n != 0 {
			t.Errorf("%s: %s stands %+d times too often", what, s, n)
		}
	}
}

func TestTableRowsAreWhole(t *testing.T) {
	variables := map[string]string{}
	for _, key := range Keys() {
		if key.family() == (key.field != nil) {
			t.Errorf("%s: has no field", key.Name)
		}
		if !strings.HasSuffix(key.Purpose, ".") || strings.Contains(key.Purpose, "|") {
			t.Errorf("%s: purpose %q", key.Name, key.Purpose)
		}
		if other, twice := variables[key.Variable()]; twice {
			t.Errorf("%s and %s have one variable", key.Name, other)
		}
		variables[key.Variable()] = key.Name
		if key.Kind == Number && key.Unit == "" {
			t.Errorf("%s: a number without a unit", key.Name)
		}
	}
}

// Every field of Settings is written by exactly one key: a value that the
// table does not reach would stay zero, two keys on one field would fight.
func TestTableFillsEveryField(t *testing.T) {
	var s Settings
	seen := map[any]string{}
	for _, key := range Keys() {
		if key.field == nil {
			continue
		}
		p := key.field(&s)
		if other, twice := seen[p]; twice {
			t.Errorf("%s and %s fill one field", key.Name, other)
		}
		seen[p] = key.Name
	}
	if n := countFields(reflect.TypeFor[Settings]()); n != len(seen) {
		t.Errorf("%d fields, %d keys fill them", n, len(seen))
	}
}

func countFields(t reflect.Type) int {
	n := 0
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported() || f.Type.Kind() == reflect.Map:
		case f.Type.Kind() == reflect.Struct:
			n += countFields(f.Type)
		default:
			n++
		}
	}
	return n
}

func TestDefaultsInTypedFields(t *testing.T) {
	s, err := Load(Sources{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Memory.AutoConfidence != 9000 || s.Learning.PostTurn.IdleDelay != 6*time.Hour || s.LockTimeout != 5*time.Second ||
		s.Sessions.MaxBytes != 1<<30 || !s.Learning.Skill.RequireReview || s.Memory.CharLimit("global") != 2200 || s.Memory.CharLimit("project") != 3000 {
		t.Errorf("%+v", s)
	}
	if ok, why := s.Generates(); ok || why != "learning.extractor_model is not set" {
		t.Errorf("generation %v, %q", ok, why)
	}
}

func TestParseAndFormat(t *testing.T) {
	for _, c := range []struct{ key, in, out string }{
		{"memory.auto_confidence", "0.95", "0.95"},
		{"memory.auto_confidence", "1", "1"},
		{"memory.auto_confidence", "1.0000", "1"},
		{"memory.auto_confidence", "0.0001", "0.0001"},
		{"memory.auto_confidence", "0", "0"},
		{"memory.auto_confidence", "1.1", ""},
		{"memory.auto_confidence", "-0.1", ""},
		{"memory.auto_confidence", ".5", ""},
		{"memory.auto_confidence", "0.", ""},
		{"memory.auto_confidence", "0.00001", ""},
		{"memory.auto_confidence", "1e-1", ""},
		{"memory.auto_confidence", "+1", ""},
		{"memory.pending_days", "30", "30"},
		{"memory.pending_days", "0", ""},
		{"memory.pending_days", "-1", ""},
		{"memory.pending_days", "007", ""},
		{"memory.pending_days", "+7", ""},
		{"memory.pending_days", "0x10", ""},
		{"memory.pending_days", "1_000", ""},
		{"memory.pending_days", "99999999999999999999", ""},
		{"learning.post_turn.idle_delay_ms", "0", "0"},
		{"sessions.keep_days", "0", "0"},
		{"learning.execution.timeout_ms", "3600000", "3600000"},
		{"learning.execution.timeout_ms", "3600001", ""},
		{"learning.execution.max_input_bytes", "1048577", ""},
		{"learning.execution.max_output_tokens", "65537", ""},
		{"learning.execution.max_steps", "65", ""},
		{"learning.skill.max_learned_rules", "16", ""},
		{"learning.skill.require_review", "false", ""},
		{"learning.skill.require_review", "true", "true"},
		{"memory.resident", "True", ""},
		{"memory.promotion", "Automatic", ""},
		{"memory.promotion", "automatic", "automatic"},
		{"learning.extractor_model", "work/qwen3:8b", `"work/qwen3:8b"`},
		{"learning.extractor_model", "qwen3", ""},
		{"learning.extractor_model", "A b/c", ""},
		{"learning.extractor_model", "", ""},
		{"models.work.base_url", "http://127.0.0.1:11434/v1", `"http://127.0.0.1:11434/v1"`},
		{"models.work.base_url", "ftp://x", ""},
		{"models.work.base_url", "https://user:pass@host/", ""},
		{"models.work.base_url", "https://host/?key=1", ""},
		{"models.work.base_url", "https:///x", ""},
		{"models.work.key_env", "OPENAI_API_KEY", "OPENAI_API_KEY"},
		{"models.work.key_env", "sk-123", ""},
		{"models.work.key_env", "1X", ""},
		{"models.work.key_command", "pass show x", "[pass, show, x]"},
		{"models.work.key_command", "  ", ""},
		{"approvals.allowed_signers", "~/.ssh/allowed_signers", `"~/.ssh/allowed_signers"`},
		{"approvals.allowed_signers", "signers", ""},
		{"recall.embedder.model", "all-minilm", "all-minilm"},
		{"recall.embedder.model", "true", `"true"`},
		{"recall.embedder.model", "a\nb", ""},
		{"recall.embedder.model", "a\u202eb", ""},
	} {
		key, ok := Lookup(c.key)
		if !ok {
			t.Fatalf("no key %s", c.key)
		}
		value, problem := key.parse(c.in)
		if got := key.format(value); (problem == "") != (c.out != "") || problem == "" && got != c.out {
			t.Errorf("%s %q: got %q, %q, want %q", c.key, c.in, got, problem, c.out)
		}
		if c.in != "" && len(c.in) > 3 && strings.Contains(problem, c.in) {
			t.Errorf("%s: the message repeats the value: %s", c.key, problem)
		}
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]bool{
		"memory.promotion": true, "models.work.kind": true, "models.*.kind": false, "models.WORK.kind": false, "models..kind": false,
		"models.work.secret": false, "memory": false, "memory.reflection": false, "": false,
		"projects.g0123456789abcdef.memory.promotion": true, "projects.g0123456789abcdef.models.work.kind": false,
		"projects.g0123456789abcdef": false, "projects.c0123456789abcdef.memory.promotion": false, "projects.x.memory.promotion": false,
	} {
		if _, got := Lookup(name); got != want {
			t.Errorf("Lookup(%q) is %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"memory.promotion": true, "memory.pending_days": false, "models.work.key_command": true, "nonsense": true,
		"projects.g0123456789abcdef.memory.promotion": true, "projects.g0123456789abcdef.memory.pending_days": false,
	} {
		if got := Safety(name); got != want {
			t.Errorf("Safety(%q) is %v", name, got)
		}
	}
}
