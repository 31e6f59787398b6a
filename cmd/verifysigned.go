package cmd

import "gitmem/repo"

// printSignatures tells of the signatures of decisions, where they are asked
// for. Decisions from before the first signed one are counted, and named where
// they count as a failure.
func (a *app) printSignatures(s *repo.Signatures, strict bool) {
	if s == nil {
		return
	}
	if strict {
		for _, u := range s.Unsigned {
			a.say("commit %.12s: the decision %s by %s, from before the first signed one: %s", u.Commit, visibleName(u.Op), visibleName(u.Author), visibleName(u.Reason))
		}
	}
	line := counted(s.Signed, "decision is signed", "decisions are signed") + " by an allowed key"
	if n := len(s.Unsigned); n > 0 {
		line += ", " + counted(n, "decision", "decisions") + " before the first of those " + isAre(n) + " not"
		if !strict {
			line += " (--strict names them)"
		}
	}
	if s.Policy > 0 {
		line += ", " + counted(s.Policy, "was", "were") + " made by a policy"
	}
	a.say("%s", line)
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
