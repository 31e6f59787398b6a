package candidates

import (
	"time"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// ResidentPath is the resident file of a store.
const ResidentPath = repo.ResidentPath

// Policy words of memory.promotion.
const (
	PolicyReview         = "review"
	PolicyHighConfidence = "high_confidence"
	PolicyAutomatic      = "automatic"
)

// Rules are the settings that decide about proposals.
type Rules struct {
	Cap            int    // code points of the resident file
	Promotion      string // review, high_confidence or automatic
	AutoConfidence int    // basis points
	PendingDays    int    // after which an open proposal of a model lapses
	// RequireSignature refuses every decision whose commit does not carry an ssh
	// signature by a key that AllowedSigners, a file, gives to the committer.
	RequireSignature bool
	AllowedSigners   string
}

// Flood limits: how many open proposals models may have.
const (
	MaxOpenPerSession = 5
	MaxOpenPerStore   = 50
)

// Bounds of the fields of a candidate, in bytes.
const (
	MaxContent = 16384 // four times the largest standard cap: what fits a file fits a field
	MaxLocator = 16384
	MaxReason  = 2048
	MaxBatch   = 32
)

// Desk is where proposals are laid and decided: one store and its rules.
type Desk struct {
	Store *repo.Store
	Rules Rules
	// DryRun lets everything be checked and changes nothing.
	DryRun bool
	// Evidence finds an experience of this store, so that a proposal can name it
	// as its evidence. The package candidates/evidence sets it.
	Evidence func(id memfile.ID) (memfile.Experience, error)

	seen map[memfile.ID]string // blob ids of the files that were shown
}

// Open opens the desk of a store. It tells the store how to record an
// operation that came to nothing.
func Open(store *repo.Store, rules Rules) *Desk {
	d := &Desk{Store: store, Rules: rules}
	store.OnDrop = d.settleDropped
	return d
}

// Actor is who acts. Kind is one of memfile.ActorUser and its siblings; Via is
// how a person decided: terminal, flag, editor, signed, or policy.
type Actor struct {
	Kind  string
	Agent string
	Via   string
}

// The ways in which something is decided.
const (
	ViaTerminal = "terminal"
	ViaFlag     = "flag"
	ViaEditor   = "editor"
	ViaPolicy   = "policy"
	ViaSigned   = "signed"
)

// Person is true for the person themself, not for what acts for them.
func (a Actor) Person() bool { return a.Kind == memfile.ActorUser }

// guardOptions is how strict the guard is with this actor.
func (a Actor) guardOptions() guard.Options { return guard.Options{Actor: a.Kind} }

// Usage is how full a resident file is, in code points.
type Usage struct {
	Chars int `json:"chars"`
	Cap   int `json:"cap"`
}

// warnFrom is the share of the cap, in percent, from which it is warned.
const warnFrom = 80

// Full is true from 80 % of the cap on.
func (u Usage) Full() bool { return u.Cap > 0 && u.Chars*100 >= u.Cap*warnFrom }

// Outcome is what a proposal or a decision came to.
type Outcome struct {
	Candidate   memfile.Candidate
	DuplicateOf string // the entry that says the same already; nothing was made
	Existing    bool   // the same proposal of the same message was there already
	Near        bool   // it is near to what a person decided against, and waits for one
	Result      repo.Result
	Usage       Usage
	Warnings    []string
}

func (d *Desk) now() time.Time { return d.Store.Now() }

// residentName is how messages call the resident file.
func (d *Desk) residentName() string { return d.Store.Scope + " memory" }
