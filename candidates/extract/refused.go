package extract

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// maxDetail bounds why an item was refused, in bytes.
const maxDetail = 300

// refusal says which field of an item is at fault, and false for an error that
// is none of the item's own, such as one of the disk.
func refusal(ordinal int, list string, err error) (memfile.RefusedItem, bool) {
	field, own := fieldOf(err)
	if !own {
		return memfile.RefusedItem{}, false
	}
	return memfile.RefusedItem{Ordinal: ordinal, Field: list + "." + field, Detail: detail(brief(err))}, true
}

func fieldOf(err error) (string, bool) {
	var (
		record  *memfile.RecordError
		field   *candidates.FieldError
		guarded *guard.RefusedError
	)
	switch {
	case errors.As(err, &record):
		return record.Key, true
	case errors.As(err, &field):
		return strings.ReplaceAll(field.Field, " ", "_"), true
	case errors.As(err, &guarded):
		return firstWord(guarded.Path), true
	case errors.Is(err, memfile.ErrNotFound), errors.Is(err, memfile.ErrAmbiguous):
		return "locator", true
	case errors.Is(err, memfile.ErrContent):
		return "content", true
	case errors.As(err, new(*memfile.SupportError)):
		return "experience", true
	case errors.As(err, new(*candidates.TombstoneError)), errors.As(err, new(*candidates.CapError)),
		errors.Is(err, memfile.ErrFields), errors.Is(err, memfile.ErrDuplicate):
		return "content", true
	case errors.As(err, new(*candidates.FloodError)), errors.As(err, new(*evidence.ForgottenError)),
		errors.As(err, new(*evidence.OtherContentError)):
		return "item", true
	}
	return "", false
}

// firstWord is the field in what a refusal of the guard names.
func firstWord(path string) string {
	if words := strings.Fields(path); len(words) > 0 {
		return words[0]
	}
	return "item"
}

// brief leaves out of an error what the resident file holds: that may be a hand
// edit that nobody has committed, and the record of a job is.
func brief(err error) error {
	var locate *memfile.LocateError
	var full *candidates.CapError
	switch {
	case errors.As(err, &locate) && len(locate.Hits) > 1:
		return fmt.Errorf("locator %q hits %d entries", locate.Locator, len(locate.Hits))
	case errors.As(err, &locate):
		return fmt.Errorf("locator %q is in no entry", locate.Locator)
	case errors.As(err, &full):
		return fmt.Errorf("over the cap: need %d, cap %d, now %d", full.Need, full.Cap, full.Now)
	}
	return err
}

// detail is an error in one line. The errors of the guard and of tombstones
// hold nothing of the text that was refused.
func detail(err error) string { return short(err.Error(), maxDetail) }

// short brings a text into one line of at most n bytes.
func short(text string, n int) string {
	text = strings.Map(plain, strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " "))
	text, _ = guard.Redact(text)
	if len(text) <= n {
		return text
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// plain replaces a character that does something or is not seen: no record may
// hold it.
func plain(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return utf8.RuneError
	}
	return r
}
