package evidence

import (
	"fmt"
	"slices"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// scan looks through every text of an experience. What may not be stored is a
// *guard.RefusedError; the rules that only mark it are given: people can search
// it, and it never enters a context. quoted are the whole quotations, where
// they are at hand.
func scan(e memfile.Experience, quoted []memfile.Evidence, actor string) ([]string, error) {
	var marks []string
	look := func(field, text string) error {
		found := guard.Scan(text, guard.Evidence, guard.Options{Actor: actor})
		for _, f := range found {
			if f.Marks && !f.Warning {
				marks = append(marks, f.Rule)
			}
		}
		return guard.Refusal(field, found)
	}
	for _, part := range []struct{ field, text string }{{"title", e.Title}, {"summary", e.Summary}, {"resolution", e.Resolution}} {
		if err := look(part.field, part.text); err != nil {
			return nil, err
		}
	}
	for i, q := range quoted {
		if err := look(fmt.Sprintf("evidence %d", i+1), q.Excerpt); err != nil {
			return nil, err
		}
	}
	slices.Sort(marks)
	return slices.Compact(marks), nil
}

// checkSource bounds and scans the names that say where an experience comes from.
func checkSource(e memfile.Experience) error {
	for _, word := range []struct{ field, text string }{
		{"agent", e.Source.Agent}, {"session", e.Source.Session}, {"message", e.Source.Message}, {"extractor", e.Source.Extractor},
	} {
		if err := candidates.CheckWord(word.field, word.text); err != nil {
			return err
		}
	}
	for i, q := range e.Evidence {
		if err := guard.Refusal(fmt.Sprintf("evidence %d", i+1), guard.Scan(q.Source, guard.Note, guard.Options{})); err != nil {
			return err
		}
	}
	return nil
}

// withoutSecrets replaces every credential that a person saved in a file by the
// name of its rule.
func withoutSecrets(e memfile.Experience) (memfile.Experience, bool) {
	cleaned := false
	for _, text := range []*string{&e.Title, &e.Summary, &e.Resolution} {
		out, rules := guard.Redact(*text)
		*text, cleaned = out, cleaned || len(rules) > 0
	}
	return e, cleaned
}
