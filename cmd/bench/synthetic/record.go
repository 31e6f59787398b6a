package synthetic

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Record is one record; its parts are one line each.
type Record struct{ Title, Summary, Resolution string }

// Text is the whole record.
func (r Record) Text() string { return r.Title + "\n" + r.Summary + "\n" + r.Resolution }

// Record makes the record of a number, the same one every time.
func (v *Vocabulary) Record(n int) Record { return v.Changed(n, 0) }

// Changed makes a later wording of a record; wording 0 is the first.
func (v *Vocabulary) Changed(n, wording int) Record {
	r := rand.New(rand.NewPCG(recordSeed, uint64(n)|uint64(wording)<<40))
	return Record{
		Title:      v.line(r, 4+r.IntN(5)),
		Summary:    v.line(r, 14+r.IntN(11)) + ".",
		Resolution: v.line(r, 10+r.IntN(9)) + ".",
	}
}

// Records makes the records 0 to n-1.
func (v *Vocabulary) Records(n int) []Record {
	all := make([]Record, n)
	for i := range all {
		all[i] = v.Record(i)
	}
	return all
}

// line is so many words.
func (v *Vocabulary) line(r *rand.Rand, words int) string {
	list := make([]string, words)
	for i := range list {
		list[i] = v.word(r)
	}
	return strings.Join(list, " ")
}

// Queries makes count queries about the records 0 to records-1.
func (v *Vocabulary) Queries(records, count int) []string {
	r := rand.New(rand.NewPCG(querySeed, uint64(records)))
	all := make([]string, count)
	for i := range all {
		all[i] = v.query(r, v.Record(r.IntN(records)))
	}
	return all
}

// query takes two or three different words of a record, none of the most frequent ones: those are what articles and
// prepositions are in a language, and nobody asks for them.
func (v *Vocabulary) query(r *rand.Rand, from Record) string {
	of := strings.Fields(from.Text())
	want := 2 + r.IntN(2)
	var words []string
	for _, at := range r.Perm(len(of)) {
		w := strings.TrimSuffix(of[at], ".")
		if len(words) < want && !slices.Contains(words, w) && !slices.Contains(v.words[:onlyPlain], w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}
