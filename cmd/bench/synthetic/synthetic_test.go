package synthetic

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"gitmem/memfile"
)

// The figures of different days can be compared only while the records and the queries stay the same.
func TestRecordsAndQueriesStayTheSame(t *testing.T) {
	v, h := NewVocabulary(), sha256.New()
	for n := range 1000 {
		io.WriteString(h, v.Record(n).Text()+"\n")
	}
	for _, q := range v.Queries(1000, 300) {
		io.WriteString(h, q+"\n")
	}
	if got, want := hex.EncodeToString(h.Sum(nil))[:16], "0b2f970709ab2b6e"; got != want {
		t.Errorf("digest %s, not %s: figures measured before cannot be compared any more", got, want)
	}
}

func TestARecordIsAboutThreeHundredBytes(t *testing.T) {
	v, sum := NewVocabulary(), 0
	for n := range 1000 {
		sum += len(v.Record(n).Text())
	}
	if mean := sum / 1000; mean < 270 || mean > 330 {
		t.Errorf("a record has %d bytes in the mean", mean)
	}
}

func TestAnotherWordingIsAnotherText(t *testing.T) {
	v := NewVocabulary()
	if v.Changed(7, 0) != v.Record(7) || v.Changed(7, 1) == v.Record(7) || v.Changed(7, 1) == v.Changed(7, 2) || v.Changed(7, 1) == v.Changed(8, 1) {
		t.Error("wordings are not what they are for")
	}
}

func TestAQueryIsWordsOfOneRecord(t *testing.T) {
	v := NewVocabulary()
	for _, q := range v.Queries(3, 50) {
		words := strings.Fields(q)
		if len(words) < 2 || len(words) > 3 {
			t.Errorf("%q has %d words", q, len(words))
		}
		if !inOneOf(v.Records(3), words) {
			t.Errorf("%q stands in no record", q)
		}
	}
}

func inOneOf(records []Record, words []string) bool {
	for _, rec := range records {
		found := 0
		for _, w := range words {
			if strings.Contains(rec.Text(), w) {
				found++
			}
		}
		if found == len(words) {
			return true
		}
	}
	return false
}

func TestAnExperienceIsAValidFile(t *testing.T) {
	v := NewVocabulary()
	for n := range 300 {
		e := v.Record(n).Experience(n)
		f, err := memfile.ParseExperience(Path(e), memfile.FormatExperience(e))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Experience(); got.Title != e.Title || got.Summary != e.Summary || got.Resolution != e.Resolution {
			t.Errorf("record %d: read back as %q, %q, %q", n, got.Title, got.Summary, got.Resolution)
		}
	}
}
