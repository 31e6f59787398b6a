package indexed

import (
	"strings"

	"gitmem/cmd/bench/synthetic"
	"gitmem/index/corpus"
	"gitmem/memfile"
)

// document has the texts of a record, and labels as package index gives them to an experience.
func document(n int, rec synthetic.Record) corpus.Document {
	e := rec.Experience(n)
	day := e.Updated.Format("2006-01-02")
	return corpus.Document{
		ID:     strings.TrimSuffix(strings.TrimPrefix(synthetic.Path(e), memfile.ExperienceFolder+"/"), ".md"),
		Parts:  []corpus.Part{{Text: e.Title, Weight: corpus.TitleWeight}, {Text: e.Summary, Weight: 1}, {Text: e.Resolution, Weight: 1}},
		Labels: []string{"experience", "kind:" + e.Kind, "status:" + e.Status, "session:" + e.Source.Session, "day:" + day, "month:" + day[:7], "year:" + day[:4]},
	}
}
