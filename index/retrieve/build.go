package retrieve

import (
	"context"
	"strings"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// Searcher finds experiences of one store.
type Searcher interface {
	// Experiences gives the matches of a text among the active and promoted
	// experiences, best first, at most so many; for an empty text the newest. An
	// error is told to the person and costs this store's experiences alone.
	Experiences(ctx context.Context, text string, most int) (Found, error)
}

// Found is the answer of a search.
type Found struct {
	Hits []Hit
	// Notices say in one line each what a person should know, such as a query
	// that was cut.
	Notices []string
}

// Hit names the file of a match. Blob is git's id of the bytes on disk.
type Hit struct{ Path, Blob string }

// Scope is one store that a context may be made from.
type Scope struct {
	Store *repo.Store
	// Search finds its experiences; nil for none.
	Search Searcher
	// Withdrawn are the candidates every piece of whose evidence is forgotten.
	Withdrawn map[memfile.ID]bool
	// Cited gives the evidence of every candidate. It is asked only where a
	// promoted experience matches; nil where nothing is known.
	Cited func() (map[memfile.ID][]memfile.ID, error)
	// Cap of the resident file, in code points.
	Cap int
}

// Request is everything that a context depends on, besides the stores.
type Request struct {
	Query, Session, Turn string
	// MaxItems and MaxTokens bound the section of experiences as rendered.
	MaxItems, MaxTokens int
	// MaxTokensBy is what decided MaxTokens, for a notice: a flag; empty for the setting.
	MaxTokensBy string
	// Use: experiences may be handed out.
	Use bool
	// NoResident: the resident files may not.
	NoResident bool
	// Global and Project are nil where there is no such store, or where nothing
	// of it may be handed out. Others are those of other projects, in order.
	Global, Project *Scope
	Others          []*Scope

	Now   func() time.Time
	NewID func() (memfile.ID, error) // of a receipt
}

// Build makes the context for one turn. Its Text is what is to be printed,
// after the receipt was kept; empty stores give an empty Text. Text depends on
// the query, the budget and what the stores hold, and on nothing else.
//
// What cannot be read gives nothing and a notice. The error is that of ctx or
// of NewID.
func Build(ctx context.Context, q Request) (memfile.Receipt, error) {
	id, err := q.NewID()
	if err != nil {
		return memfile.Receipt{}, err
	}
	b := &builder{Request: q, trees: map[memfile.ID]string{}}
	b.entered = entered{shown: map[memfile.ID]bool{}, known: map[memfile.ID]map[memfile.ID]bool{}, notice: b.notice}
	b.receipt = memfile.Receipt{
		ID: id, Time: q.Now().UTC().Truncate(time.Second),
		Session: strings.ToValidUTF8(q.Session, "\uFFFD"), Turn: strings.ToValidUTF8(q.Turn, "\uFFFD"),
	}
	if q.Query != "" {
		b.receipt.Query = memfile.Digest([]byte(q.Query))
	}
	for _, step := range []func(context.Context) error{b.memories, b.experiences} {
		if err := step(ctx); err != nil {
			return memfile.Receipt{}, err
		}
	}
	b.receipt.Text = join(b.texts)
	return b.receipt, nil
}

// builder gathers the sections of one context.
type builder struct {
	Request
	receipt memfile.Receipt
	texts   []string
	trees   map[memfile.ID]string // of experiences, by store
	entered entered
}

func (b *builder) add(s memfile.ReceiptSection, text string) {
	b.receipt.Sections = append(b.receipt.Sections, s)
	b.texts = append(b.texts, text)
}

// notice keeps a line for the person, once.
func (b *builder) notice(line string) {
	line = strings.Join(lines(line), " ")
	for _, said := range b.receipt.Notices {
		if said == line {
			return
		}
	}
	b.receipt.Notices = append(b.receipt.Notices, line)
}

// section is what the receipt says of an envelope, without its items.
func section(e envelope, content string) memfile.ReceiptSection {
	var sources []string
	for _, store := range e.stores {
		sources = append(sources, string(store)+"/"+e.source)
	}
	return memfile.ReceiptSection{
		Name: e.name, Source: strings.Join(sources, ","), Revision: strings.Join(e.revisions, ","),
		Content: content, SHA256: memfile.Digest([]byte(content)),
	}
}
