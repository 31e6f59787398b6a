package evidence

import "gitmem/memfile"

// Quotable is Told, in the word that candidates have for it.
func (r Record) Quotable() bool { return r.Told() }

// Redacted is an experience without the credentials that a person may have
// saved in its file, and which are never printed. What is committed has none.
func (r Record) Redacted() memfile.Experience {
	if !r.Edited {
		return r.Experience
	}
	e, _ := withoutSecrets(r.Experience)
	return e
}
