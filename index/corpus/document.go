package corpus

import (
	bleve "github.com/blevesearch/bleve_index_api"

	"gitmem/index/words"
)

// Document is one text that is to be found.
type Document struct {
	ID     string // not empty, unique in a corpus
	Parts  []Part
	Labels []string
}

// TitleWeight is the weight of a title: what a record is about outweighs what
// it mentions.
const TitleWeight = 3

// Part is a piece of a document's text. Each of its words counts Weight times,
// as if it were written so often; 1 is plain text.
type Part struct {
	Text   string
	Weight int
}

// Prepared is an analysed document.
type Prepared struct {
	id     field
	text   field
	labels field
	// Words is the document's length, by which its score is normalized: words
	// times the weight of their part.
	Words int
}

// Names of the fields in bleve's index.
const (
	idField    = "_id"
	textField  = "t"
	labelField = "l"
)

// Prepare analyses a document. It is safe to prepare several at once.
func Prepare(d Document) *Prepared {
	p := &Prepared{
		id:     field{name: idField, value: []byte(d.ID), options: bleve.IndexField | bleve.StoreField, length: 1},
		text:   field{name: textField, options: bleve.IndexField},
		labels: field{name: labelField, options: bleve.IndexField | bleve.SkipFreqNorm},
	}
	p.id.count(map[string]int{d.ID: 1})
	counts := map[string]int{}
	for _, part := range d.Parts {
		p.Words += part.Weight * countTerms(counts, words.Index(part.Text), part.Weight)
	}
	p.text.count(counts)
	p.text.length = p.Words
	labels := make(map[string]int, len(d.Labels))
	for _, l := range d.Labels {
		labels[l] = 0 // no frequency: a document has it or not
	}
	p.labels.count(labels)
	return p
}

// countTerms adds the terms of a part and gives the number of its words: terms
// of one position are forms of one word.
func countTerms(counts map[string]int, terms []words.Term, weight int) int {
	n, last := 0, 0
	for _, t := range terms {
		counts[t.Text] += weight
		if t.Position != last {
			n, last = n+1, t.Position
		}
	}
	return n
}

// field is one field of a document as bleve wants it: analysed already.
type field struct {
	name    string
	value   []byte
	options bleve.FieldIndexingOptions
	length  int
	terms   bleve.TokenFrequencies
}

func (f *field) count(counts map[string]int) {
	f.terms = make(bleve.TokenFrequencies, len(counts))
	all := make([]bleve.TokenFreq, len(counts))
	for term, n := range counts {
		t := &all[0]
		all = all[1:]
		t.Term = []byte(term)
		t.SetFrequency(n)
		f.terms[term] = t
	}
}

// The methods of bleve's Field.

func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return f.value }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Analyze()                                         {}
func (f *field) Options() bleve.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedLength() int                              { return f.length }
func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.terms }
func (f *field) NumPlainTextBytes() uint64                        { return uint64(len(f.value)) }

// The methods of bleve's Document.

// ID is the id of the document.
func (p *Prepared) ID() string { return string(p.id.value) }

// VisitFields gives bleve the fields, the id first.
func (p *Prepared) VisitFields(visit bleve.FieldVisitor) {
	visit(&p.id)
	visit(&p.text)
	visit(&p.labels)
}

// VisitComposite does nothing: no field is made of others.
func (p *Prepared) VisitComposite(bleve.CompositeFieldVisitor) {}

// HasComposite is false.
func (p *Prepared) HasComposite() bool { return false }

// NumPlainTextBytes counts nothing: it serves statistics that nobody reads.
func (p *Prepared) NumPlainTextBytes() uint64 { return 0 }

// StoredFieldsBytes counts nothing either.
func (p *Prepared) StoredFieldsBytes() uint64 { return 0 }

// AddIDField does nothing: the id is a field from the start.
func (p *Prepared) AddIDField() {}

// Indexed is true: every document can be found.
func (p *Prepared) Indexed() bool { return true }

// Size is about how many bytes of memory the terms take.
func (p *Prepared) Size() int { return 64 * (len(p.text.terms) + len(p.labels.terms) + 1) }
