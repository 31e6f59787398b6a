package memfile

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// FormatReceipt1 is the value of the key gitmem in the line of a receipt.
const FormatReceipt1 = "receipt/1"

// Receipt is the exact context that was handed out, kept so that it can be shown again without any index.
type Receipt struct {
	ID ID
	// Time is when it was made, to the second.
	Time          time.Time
	Session, Turn string
	// Query is the digest of what was asked, "" for nothing.
	Query    string
	Sections []ReceiptSection
	// Skipped is nil unless experiences matched and none fitted.
	Skipped *Skipped
	Notices []string
	// Text is exactly what was printed.
	Text string
	// Previous is the digest at the end of the line that was the last one when this one was written, so that a line which
	// is taken out leaves a gap. For the first line of a file the day of that line stands before it: 2026/11/29 sha256:….
	// It is empty for the first line of all, and for lines that were written without.
	Previous string
}

// ReceiptSection is one section of a context.
type ReceiptSection struct {
	Name     string        `json:"name"`
	Source   string        `json:"source,omitempty"`
	Revision string        `json:"revision,omitempty"` // git blob of what it was made from
	Content  string        `json:"content,omitempty"`
	SHA256   string        `json:"sha256,omitempty"` // digest of the content
	Items    []ReceiptItem `json:"items,omitempty"`
}

// ReceiptItem is one entry or experience in a section.
type ReceiptItem struct {
	ID     ID     `json:"id,omitempty"`
	Source string `json:"source,omitempty"`
	SHA256 string `json:"sha256,omitempty"` // digest of its text
}

// Skipped says in tokens what the smallest match needed, and what is configured.
type Skipped struct {
	Needed     int `json:"needed"`
	Configured int `json:"configured"`
	Matches    int `json:"matches"`
}

// Check reports what cannot be kept as a receipt: an id of another kind, a text that is not UTF-8. The error is a
// *RecordError.
func (r Receipt) Check() error {
	if id, err := ParseID(string(r.ID)); err != nil || id.Kind() != KindReceipt {
		return &RecordError{Key: "id", Reason: "id must be an r and sixteen lowercase hex digits"}
	}
	for _, one := range r.texts() {
		if !utf8.ValidString(one.value) {
			return &RecordError{Key: one.key, Reason: one.key + " is not UTF-8"}
		}
	}
	return nil
}

// texts gives every text of a receipt with the key it stands under.
func (r Receipt) texts() []pairOf {
	out := []pairOf{{"session", r.Session}, {"turn", r.Turn}, {"query", r.Query}, {"text", r.Text}, {"previous", r.Previous}, {"notices", strings.Join(r.Notices, "\n")}}
	for _, s := range r.Sections {
		out = append(out, pairOf{"sections", fmt.Sprint(s.Name, s.Source, s.Revision, s.Content, s.SHA256)})
		for _, item := range s.Items {
			out = append(out, pairOf{"sections", fmt.Sprint(string(item.ID), item.Source, item.SHA256)})
		}
	}
	return out
}
