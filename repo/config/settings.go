package config

import (
	"time"

	"gitmem/memfile"
)

// Settings are the values in force, after all layers.
type Settings struct {
	Memory      Memory
	Learning    Learning
	Recall      Recall
	Sessions    Sessions
	Approvals   Approvals
	LockTimeout time.Duration
	Models      map[string]Model // by their name

	values map[string]held
	notes  memfile.Faults
}

// Memory is the section of the resident files.
type Memory struct {
	Resident, Tool                    bool
	GlobalCharLimit, ProjectCharLimit int    // Unicode code points
	Promotion                         string // review, high_confidence or automatic
	AutoConfidence                    int    // ten-thousandths, as in candidate files
	PendingDays                       int
}

// CharLimit is the cap of the resident file of a scope, in code points.
func (m Memory) CharLimit(scope string) int {
	if scope == "global" {
		return m.GlobalCharLimit
	}
	return m.ProjectCharLimit
}

// Learning is the section of experiences and what is made of them.
type Learning struct {
	Enabled, Use, Generate          bool
	ExtractorModel, EvaluationModel string // <name>/<model>; the second falls back to the first
	PostTurn                        PostTurn
	Execution                       Execution
	Aggregation                     Aggregation
	GlobalPromotion                 GlobalPromotion
	Retrieval                       Retrieval
	Skill                           Skill
}

// PostTurn says when a finished turn is looked at.
type PostTurn struct {
	Enabled                  bool
	IdleDelay, PollInterval  time.Duration
	MaxJobsPerWake           int
	DisableOnExternalContext bool
}

// Execution bounds one request to a model.
type Execution struct {
	StructuredOutput bool
	Timeout          time.Duration
	MaxInputBytes    int
	MaxOutputTokens  int
	MaxSteps         int
}

// Aggregation says when a project's experiences are mined.
type Aggregation struct {
	Interval      time.Duration
	MinNewRecords int
}

// GlobalPromotion says when the patterns of several projects are mined.
type GlobalPromotion struct {
	Interval    time.Duration
	MinProjects int
}

// Retrieval bounds the experiences in a context.
type Retrieval struct {
	MaxItems, MaxContextTokens int
	OtherProjects              string // off or on
}

// Skill bounds learned skills.
type Skill struct {
	MinIndependentSessions, MaxLearnedRules int
	RequireReview                           bool
}

// Recall is the section of quoted conversations.
type Recall struct {
	IntoTurns           bool
	MaxItems, MaxTokens int
	MinScore, Recency   int // ten-thousandths
	Embedder            Embedder
}

// Embedder is the local server for semantic recall; Kind "" means none.
type Embedder struct{ Kind, BaseURL, Model string }

// Sessions is the section of private conversations.
type Sessions struct {
	KeepDays int   // 0: for ever
	MaxBytes int64 // then status warns
}

// Approvals says what a decision needs.
type Approvals struct {
	FromAgents       string // refuse or allow
	RequireSignature bool
	AllowedSigners   string // a path, which may start with ~/
}

// Model says how a provider is reached.
type Model struct {
	Kind, BaseURL, KeyEnv string
	KeyCommand            []string
}

// Uses tells whether experiences may enter a context.
func (l Learning) Uses() bool { return l.Enabled && l.Use }

// Generates tells whether finished turns may be sent to a model, and if not, why.
func (s *Settings) Generates() (bool, string) {
	l := s.Learning
	switch {
	case !l.Enabled:
		return false, "learning.enabled is false (" + s.values["learning.enabled"].origin.String() + ")"
	case !l.Generate:
		return false, "learning.generate is false (" + s.values["learning.generate"].origin.String() + ")"
	case l.ExtractorModel == "":
		return false, "learning.extractor_model is not set"
	}
	return true, ""
}

// Notes are what a layer asked for and did not get, and files that count for
// less than they look; one line each, for `config check`, status and stderr.
func (s *Settings) Notes() []*memfile.Fault { return s.notes }

// store puts a value where its key says.
func (s *Settings) store(key Key, value any) {
	switch field := key.field(s).(type) {
	case *bool:
		*field = value.(bool)
	case *int:
		*field = int(value.(int64))
	case *int64:
		*field = value.(int64)
	case *time.Duration:
		*field = time.Duration(value.(int64)) * time.Millisecond
	case *string:
		*field = value.(string)
	}
}

// storeModel puts one value of models.<name>.
func (s *Settings) storeModel(name, part string, value any) {
	m := s.Models[name]
	switch part {
	case "kind":
		m.Kind = value.(string)
	case "base_url":
		m.BaseURL = value.(string)
	case "key_env":
		m.KeyEnv = value.(string)
	case "key_command":
		m.KeyCommand = value.([]string)
	}
	s.Models[name] = m
}
