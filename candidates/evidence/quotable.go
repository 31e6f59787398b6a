package evidence

import "gitmem/memfile"

// Quotable reports whether an agent may be told what an experience says: not
// what waits for a person, nor what nobody committed, nor what the guard marked.
func (r Record) Quotable() bool {
	return (r.Status == memfile.StatusActive || r.Status == memfile.StatusPromoted) && !r.Edited && len(r.Guard) == 0
}

// Redacted is an experience without the credentials that a person may have
// saved in its file, and which are never printed. What is committed has none.
func (r Record) Redacted() memfile.Experience {
	if !r.Edited {
		return r.Experience
	}
	e, _ := withoutSecrets(r.Experience)
	return e
}
