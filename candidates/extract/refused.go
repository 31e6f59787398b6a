package extract

import (
	"errors"
	"strings"
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
	return memfile.RefusedItem{Ordinal: ordinal, Field: list + "." + field, Detail: detail(err)}, true
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

// detail is an error in one line. The errors of the guard and of tombstones
// hold nothing of the text that was refused.
func detail(err error) string { return short(err.Error(), maxDetail) }

// short brings a text into one line of at most n bytes.
func short(text string, n int) string {
	text, _ = guard.Redact(strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " "))
	if len(text) <= n {
		return text
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
