package memfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// receiptLine is a receipt as its line has it, without the digest at the end.
type receiptLine struct {
	Form     string           `json:"gitmem"`
	ID       ID               `json:"id"`
	Time     string           `json:"time"`
	Session  string           `json:"session,omitempty"`
	Turn     string           `json:"turn,omitempty"`
	Query    string           `json:"query,omitempty"`
	Sections []ReceiptSection `json:"sections,omitempty"`
	Skipped  *Skipped         `json:"skipped,omitempty"`
	Notices  []string         `json:"notices,omitempty"`
	Text     string           `json:"text"`
	Previous string           `json:"previous,omitempty"`
}

const (
	receiptStart = `{"gitmem":"receipt/`
	sealKey      = `,"digest":"`
	sealEnd      = `"}`
)

// FormatReceipt writes a receipt as one line, its line end included. The line ends in the digest of its own bytes up to
// there. The error is what [Receipt.Check] refuses: it would not read back.
func FormatReceipt(r Receipt) ([]byte, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(receiptLine{
		Form: FormatReceipt1, ID: r.ID, Time: formatTime(r.Time), Session: r.Session, Turn: r.Turn, Query: r.Query,
		Sections: r.Sections, Skipped: r.Skipped, Notices: r.Notices, Text: r.Text, Previous: r.Previous,
	})
	open := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	return append(sealed(open), '\n'), err
}

// sealed ends a line with the digest of its bytes.
func sealed(open []byte) []byte {
	return append(bytes.Clone(open), sealKey+Digest(open)+sealEnd...)
}

// ReceiptTail is how many bytes at the end of a line, its line end included, hold its digest.
const ReceiptTail = sealLength + 1

// ReceiptDigest reads the digest at the end of a line, with or without its line end, from the line or from its last bytes
// alone; false for a torn line. Whether it is the digest of the line is not asked.
func ReceiptDigest(line []byte) (string, bool) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) < sealLength {
		return "", false
	}
	digest, opens := bytes.CutPrefix(line[len(line)-sealLength:], []byte(sealKey))
	digest, closes := bytes.CutSuffix(digest, []byte(sealEnd))
	return string(digest), opens && closes
}

// ParseReceipt reads one line of a file of receipts, with or without its line end; number counts from 1. The error is a
// *Fault that names the line: torn, of another form, or not as it was written.
func ParseReceipt(path string, number int, data []byte) (Receipt, error) {
	data = bytes.TrimSuffix(data, []byte("\n"))
	if fault := unsealed(data); fault != nil {
		fault.Path, fault.Line, fault.Column = path, number, 1
		return Receipt{}, fault
	}
	d := json.NewDecoder(strings.NewReader(string(data[:len(data)-sealLength]) + "}"))
	d.DisallowUnknownFields()
	var line receiptLine
	err := d.Decode(&line)
	at, timeErr := time.Parse(timeLayout, line.Time)
	r := line.receipt(at)
	again, formErr := FormatReceipt(r)
	if err := errors.Join(err, timeErr, formErr); err != nil || !bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), data) {
		return Receipt{}, &Fault{
			Path: path, Line: number, Column: 1, Rule: RuleSyntax, Message: "the line is no receipt as gitmem writes one", Hint: receiptHint,
		}
	}
	return r, nil
}

func (l receiptLine) receipt(at time.Time) Receipt {
	return Receipt{
		ID: l.ID, Time: at, Session: l.Session, Turn: l.Turn, Query: l.Query,
		Sections: l.Sections, Skipped: l.Skipped, Notices: l.Notices, Text: l.Text, Previous: l.Previous,
	}
}

const (
	sealLength  = len(sealKey) + len("sha256:") + 64 + len(sealEnd)
	receiptHint = "the other receipts are not affected; `gitmem receipt verify` names every damaged line"
)

// unsealed says what is wrong with a line before anything in it is believed, nil for nothing.
func unsealed(line []byte) *Fault {
	fault := func(rule, message string) *Fault { return &Fault{Rule: rule, Message: message, Hint: receiptHint} }
	cut := len(line) - sealLength
	rest, known := bytes.CutPrefix(line, []byte(receiptStart))
	form, _, whole := bytes.Cut(rest, []byte(`"`))
	switch {
	case known && whole && string(form) != "1":
		f := fault(RuleValue, "the form of this receipt is not known")
		f.Hint = "a newer gitmem wrote it"
		return f
	case cut < 0 || !bytes.HasPrefix(line[cut:], []byte(sealKey+"sha256:")) || !bytes.HasSuffix(line, []byte(sealEnd)):
		return fault(RuleTorn, "the line is torn: it does not end in its digest")
	case !bytes.Equal(sealed(line[:cut]), line):
		return fault(RuleDigest, "the line is not as it was written: its digest is wrong")
	case !known:
		return fault(RuleSyntax, "the line is no receipt")
	}
	return nil
}
