package exchange

// Line has a record, a question or an answer, of one pool of a set: what one
// index holds.
type Line struct {
	Set      string    `json:"set"`
	Pool     string    `json:"pool"`
	Record   *Record   `json:"record,omitempty"`
	Question *Question `json:"question,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"`
}

// Record is what can be found.
type Record struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Question is what is asked, with the ids of the records that answer it.
type Question struct {
	ID       string   `json:"id"`
	Text     string   `json:"text"`
	Relevant []string `json:"relevant"`
}

// Answer is what an engine found: ids of records, best first.
type Answer struct {
	Engine   string   `json:"engine"`
	Question string   `json:"question"`
	Ranked   []string `json:"ranked"`
}
