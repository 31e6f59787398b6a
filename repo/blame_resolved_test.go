package repo

import (
	"strings"
	"testing"
)

// What stood at the path when a person ended an interrupted operation is part
// of that; the entries around keep their origin.
func TestBlameResolved(t *testing.T) {
	for keep, want := range map[Keep]string{
		KeepBefore:  "One. (a)\nTwo. (b)",
		KeepAfter:   "One. (a)\nThree. (c) < Two. (b)",
		KeepCurrent: "Three. (by hand kept) < One. (a)\nMine. (by hand kept) < Two. (b)",
	} {
		t.Run(string(keep), func(t *testing.T) {
			s := newScene(t)
			s.change("a", add("One."))
			s.change("b", add("Two."))
			c := s.as("c", interrupted(s.journal, s.propose(replace("Two.", "Three."))))
			s.save(ResidentPath, "# Project memory\n\n- Three.\n- Mine.\n")
			_, err := s.s.Resolve(t.Context(), c.ID, keep, func(Standing) (*Operation, error) { return s.resolution(c, keep), nil })
			if err != nil {
				t.Fatal(err)
			}
			s.names[s.git("rev-parse", "HEAD")] = "kept"
			s.says(strings.Split(want, "\n")...)
		})
	}
}
