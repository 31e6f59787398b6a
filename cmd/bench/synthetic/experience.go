package synthetic

import (
	"fmt"
	"time"

	"gitmem/memfile"
)

// perDay is how many experiences a synthetic store has of one day, and so of files in one folder.
const perDay = 200

// kinds are those that have a resolution.
var kinds = [...]string{memfile.KindOutcome, memfile.KindProblem, memfile.KindUserCorrection, memfile.KindProcedure}

// Experience makes an experience of a record, as if a person had recorded it.
func (rec Record) Experience(n int) memfile.Experience {
	day := time.Date(2024, 1, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, n/perDay).Add(time.Duration(n%perDay) * time.Minute)
	return memfile.Experience{
		ID: memfile.DeriveID(memfile.KindExperience, "bench", fmt.Sprint(n)), Kind: kinds[n%len(kinds)], Status: memfile.StatusActive, Confidence: 5000 + n%5000,
		Source: memfile.Origin{Agent: "bench", Session: fmt.Sprintf("session-%d", n/20)}, Created: day, Updated: day,
		Title: rec.Title, Summary: rec.Summary, Resolution: rec.Resolution,
		Evidence: []memfile.Evidence{{Kind: memfile.EvidenceUser, Digest: memfile.Digest([]byte(rec.Summary)), Verified: true, Excerpt: rec.Summary}},
	}
}

// Path is where the file of an experience lies in a store.
func Path(e memfile.Experience) string { return memfile.ExperiencePath(e.ID, e.Created) }
