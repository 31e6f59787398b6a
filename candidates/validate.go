package candidates

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// checked is what the checks of a candidate found out.
type checked struct {
	before, after *memfile.Resident
	present       bool // the resident file exists
	applied       []memfile.Applied
	usage         Usage
	duplicateOf   string
	warnings      []string
}

// checkWords are the checks that need no file: fields, bounds and the guard.
func (d *Desk) checkWords(c memfile.Candidate, actor Actor) ([]string, error) {
	if err := checkFields(c); err != nil {
		return nil, err
	}
	return checkGuard(c, actor)
}

func checkFields(c memfile.Candidate) error {
	if strings.TrimSpace(c.Reason) == "" {
		return &FieldError{Field: "reason", Reason: "it is blank; say why this is worth remembering"}
	}
	if len(c.Reason) > MaxReason {
		return tooLong("reason", len(c.Reason), MaxReason)
	}
	if c.Confidence < 0 || c.Confidence > 10000 {
		return &FieldError{Field: "confidence", Reason: "it must be from 0 to 1"}
	}
	if len(c.Operations) > MaxBatch {
		return tooLong("operations", len(c.Operations), MaxBatch)
	}
	for i, e := range c.Edits() {
		if err := checkEdit(e); err != nil {
			if c.Batch() {
				return &memfile.OperationError{Index: i + 1, Err: err}
			}
			return err
		}
	}
	return nil
}

func checkEdit(e memfile.Edit) error {
	if err := e.Check(); err != nil {
		return err
	}
	if len(e.Content) > MaxContent {
		return tooLong("content", len(e.Content), MaxContent)
	}
	if len(e.Locator) > MaxLocator {
		return tooLong("locator", len(e.Locator), MaxLocator)
	}
	return nil
}

func tooLong(field string, n, most int) error {
	unit := "bytes"
	if field == "operations" {
		unit = "operations"
	}
	return &FieldError{Field: field, Reason: fmt.Sprintf("it is too long: %d %s, at most %d", n, unit, most)}
}

// MaxWord bounds the words that say where a proposal comes from, in bytes.
const MaxWord = 256

// CheckWord bounds a word that says where a record comes from, which is one
// word of a commit's trailer, and scans it. The error is a *FieldError or a
// *guard.RefusedError.
func CheckWord(field, text string) error {
	if err := checkWord(field, text); err != nil {
		return err
	}
	return guard.Refusal(field, guard.Scan(text, guard.Note, guard.Options{}))
}

func checkWord(field, text string) error {
	if len(text) > MaxWord {
		return tooLong(field, len(text), MaxWord)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
		return &FieldError{Field: field, Reason: "it has a control or invisible character"}
	}
	return nil
}

// checkGuard scans everything of a candidate that a person or a model reads.
func checkGuard(c memfile.Candidate, actor Actor) ([]string, error) {
	var warnings []string
	opts := actor.guardOptions()
	scan := func(field, text string, place guard.Place) error {
		if strings.HasPrefix(text, "\ufeff") { // the guard takes it for the mark at the head of a file
			return &FieldError{Field: field, Reason: "it begins with an invisible U+FEFF"}
		}
		found := guard.Scan(text, place, opts)
		for _, f := range found {
			if f.Warning {
				warnings = append(warnings, fmt.Sprintf("%s:%d:%d: %s", field, f.Line, f.Column, f.Message))
			}
		}
		return guard.Refusal(field, found)
	}
	for _, e := range c.Edits() {
		if err := errors.Join(scan("content", e.Content, guard.Resident), scan("locator", e.Locator, guard.Note), scan("section", e.Section, guard.Note)); err != nil {
			return nil, err
		}
	}
	for field, text := range map[string]string{"agent": c.Source.Agent, "session": c.Source.Session, "message": c.Source.Message, "client": c.Source.Client, "connection": c.Source.Connection} {
		if err := errors.Join(checkWord(field, text), scan(field, text, guard.Note)); err != nil {
			return nil, err
		}
	}
	return warnings, scan("reason", c.Reason, guard.Note)
}

// readResident reads the resident file as it stands; an absent one is an
// empty memory.
func (d *Desk) readResident() (*memfile.Resident, bool, error) {
	data, err := d.Store.Read(ResidentPath)
	if errors.Is(err, fs.ErrNotExist) {
		return memfile.EmptyResident(ResidentPath, d.Store.Scope), false, nil
	}
	if err != nil {
		return nil, false, err
	}
	r, err := memfile.ParseResident(ResidentPath, data)
	if err != nil {
		err = d.damaged(err)
	}
	return r, true, err
}

// preview finds out what a candidate does to the resident file as it stands:
// locators, the cap on the final result, duplicates. It changes nothing.
func (d *Desk) preview(c memfile.Candidate) (checked, error) {
	before, present, err := d.readResident()
	if err != nil {
		return checked{}, err
	}
	return d.previewOn(before, present, c)
}

func (d *Desk) previewOn(before *memfile.Resident, present bool, c memfile.Candidate) (checked, error) {
	k := checked{before: before, after: before, present: present}
	applied, err := before.Perform(c)
	if err != nil {
		return k, err
	}
	k.applied = applied
	if len(applied) > 0 {
		k.after = applied[len(applied)-1].Resident
	}
	if err := d.checkCap(&k); err != nil {
		return k, err
	}
	d.findDuplicates(&k, c)
	return k, nil
}

// checkCap tests the final result once. A file that is over its cap already
// may shrink, not grow.
func (d *Desk) checkCap(k *checked) error {
	now, need := k.before.Usage(), k.after.Usage()
	k.usage = Usage{Chars: need, Cap: d.Rules.Cap}
	if need <= d.Rules.Cap {
		if k.usage.Full() {
			k.warnings = append(k.warnings, fmt.Sprintf("%s is %d of %d characters full; the longest entries: %s", ResidentPath, need, d.Rules.Cap, longest(k.after)))
		}
		return nil
	}
	if need < now {
		k.warnings = append(k.warnings, fmt.Sprintf("%s is still over its cap: %d of %d", ResidentPath, need, d.Rules.Cap))
		return nil
	}
	e := &CapError{Path: ResidentPath, Need: need, Cap: d.Rules.Cap, Now: now}
	for _, b := range k.before.Entries() {
		e.Entries = append(e.Entries, b.Text)
	}
	return e
}

// longest names the three longest entries, as a hint what to consolidate.
func longest(r *memfile.Resident) string {
	entries := r.Entries()
	var names []string
	for range min(3, len(entries)) {
		at := 0
		for i := range entries {
			if len(entries[i].Text) > len(entries[at].Text) {
				at = i
			}
		}
		names = append(names, fmt.Sprintf("line %d (%d)", entries[at].Line, len([]rune(entries[at].Text))))
		entries = append(entries[:at:at], entries[at+1:]...)
	}
	return strings.Join(names, ", ")
}

// findDuplicates notes where everything stands already, and what is near.
func (d *Desk) findDuplicates(k *checked, c memfile.Candidate) {
	all := true
	for _, a := range k.applied {
		all = all && a.Unchanged()
	}
	if all && len(k.applied) > 0 {
		k.duplicateOf = memfile.ItemText(k.applied[0].After)
		return
	}
	for i, e := range c.Edits() {
		if e.Action != memfile.ActionAdd || i >= len(k.applied) || k.applied[i].Unchanged() {
			continue
		}
		if b, _, near := memfile.Nearest(k.before, e.Content); near {
			k.warnings = append(k.warnings, fmt.Sprintf("near-duplicate of %s:%d: %q", ResidentPath, b.Line, b.Text))
		}
	}
}

// checkTombstones refuses what a person has decided against, for everybody
// but a person, and names near wordings.
func (d *Desk) checkTombstones(c memfile.Candidate) ([]string, error) {
	if c.Actor == memfile.ActorUser {
		return nil, nil
	}
	view, err := d.Store.View()
	if err != nil {
		return nil, err
	}
	k, err := d.known(view)
	if err != nil {
		return nil, err
	}
	return k.against(c)
}

// against finds what a person has decided against in the words of a candidate,
// and names near wordings.
func (k knownCandidates) against(c memfile.Candidate) ([]string, error) {
	var warnings []string
	for _, e := range c.Edits() {
		if e.Action == memfile.ActionRemove {
			continue
		}
		if id, ok := k.tombstone(e.Content); ok && id != c.ID {
			return nil, &TombstoneError{Candidate: id, Text: e.Content}
		}
		if line, words, ok := k.nearTombstone(e.Content); ok && line.ID != c.ID {
			warnings = append(warnings, fmt.Sprintf("near to what a person decided against in %s: %q", line.ID, words))
		}
	}
	return warnings, nil
}
