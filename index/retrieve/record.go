package retrieve

import (
	"strconv"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// record is one experience that may be handed out.
type record struct {
	memfile.Experience
	store memfile.ID
	scope string // project, global, or other project
	path  string // in the store
	// body is what is rendered below the record's label; digest is that of body.
	body, digest string
}

func newRecord(e memfile.Experience, store memfile.ID, scope, path string) record {
	r := record{Experience: e, store: store, scope: scope, path: path}
	var b strings.Builder
	b.WriteString("title:\n")
	writeData(&b, e.Title)
	b.WriteString("observation:\n")
	writeData(&b, e.Summary)
	switch {
	case strings.TrimSpace(e.Resolution) == "":
		b.WriteString("resolution: none recorded\n")
	case e.Resolution == e.Summary: // a note: how something is done
		b.WriteString("resolution: as observed\n")
	default:
		b.WriteString("resolution:\n")
		writeData(&b, e.Resolution)
	}
	r.body = b.String()
	r.digest = memfile.Digest([]byte(r.body))
	return r
}

// mayBeHandedOut: only what stands for itself. Held, forgotten and marked
// records never do; the text is scanned again, since a person can have changed
// it after it was recorded.
func mayBeHandedOut(e memfile.Experience) bool {
	if e.Status != memfile.StatusActive && e.Status != memfile.StatusPromoted || len(e.Guard) > 0 {
		return false
	}
	by := guard.Options{Actor: memfile.ActorTool}
	if e.Source.Agent == "" {
		by.Actor = memfile.ActorUser
	}
	for _, f := range guard.Scan(e.Title+"\n"+e.Summary+"\n"+e.Resolution, guard.Evidence, by) {
		if !f.Warning {
			return false
		}
	}
	return true
}

// Bounds of what others chose inside a label, in code points.
const (
	mostAgent  = 40
	mostSource = 64
)

// shortDigest is how many hex digits of a record's digest stand in its label.
const shortDigest = 12

// label is the line above a record.
func (r record) label() string {
	fields := []string{
		"experience " + string(r.ID), r.Kind, r.scope,
		"confidence " + strconv.FormatFloat(float64(r.Confidence)/10_000, 'f', -1, 64),
		"recorded " + r.Created.UTC().Format("2006-01-02"),
		r.from(), r.proof(),
		"sha256 " + strings.TrimPrefix(r.digest, digestPrefix)[:shortDigest],
	}
	if r.Kind == memfile.KindUnresolvedIssue {
		fields = append(fields, "UNRESOLVED: no remedy is known")
	}
	return strings.Join(fields, "; ") + "\n"
}

// from says who recorded it and where.
func (r record) from() string {
	o := r.Source
	from := "by hand"
	if o.Agent != "" {
		from = "agent " + word(o.Agent, mostAgent)
	}
	if o.Session != "" {
		from += " session " + word(o.Session, mostSource)
	}
	if o.Message != "" {
		from += " message " + word(o.Message, mostSource)
	}
	return from
}

// proof says whether every quotation was found where it claims to be from.
func (r record) proof() string {
	for _, e := range r.Evidence {
		if !e.Verified {
			return "UNVERIFIED"
		}
	}
	return "verified"
}

func (r record) item() memfile.ReceiptItem {
	return memfile.ReceiptItem{ID: r.ID, Source: string(r.store) + "/" + r.path, SHA256: r.digest}
}
