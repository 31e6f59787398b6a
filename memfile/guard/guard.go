package guard

import (
	"cmp"
	"slices"

	"gitmem/memfile/fold"
)

// Place is where a text stands, which decides what is refused there.
type Place int

const (
	// Resident is text that enters prompts: everything is refused.
	Resident Place = iota
	// Note is text that only people read, such as a reason or a locator:
	// characters and credentials are refused, nothing else is looked for.
	Note
	// Evidence is text about finished work, such as an experience: credentials
	// and characters without an honest use are refused; all else marks the
	// record, which people can search and no context gets.
	Evidence
)

// Class groups the rules.
type Class string

const (
	Characters Class = "characters" // invisible, steering or broken characters
	Injection  Class = "injection"  // wording that commands or tampers with an agent
	Envelope   Class = "envelope"   // forged roles and frames of a conversation
	Markup     Class = "markup"     // hidden text, active content, links that carry data out
	Credential Class = "credential" // a secret
	Import     Class = "import"     // an @path that a client would open
)

// Finding is one thing that the guard objects to. It never holds a secret.
type Finding struct {
	// Rule is a stable word such as "injection.override"; for a credential the
	// kind of secret, such as "credential.github-pat".
	Rule  string
	Class Class
	// Line and Column count from 1, columns in code points.
	Line, Column int
	// Message says what was found, Hint what to do next.
	Message, Hint string
	// Marks: in Evidence the finding only marks the record.
	Marks bool
	// Warning: a person may do this; nothing is refused.
	Warning bool
}

// Options says who wrote the text.
type Options struct {
	// Actor is user, tool, reflection or system. A user's @path is a warning.
	Actor string
}

// Scan looks for everything that the place forbids and gives it in the order
// of the text. An empty result means that the text may stand there.
func Scan(text string, place Place, opts Options) []Finding {
	finds := characters(text)
	plain := fold.PlainTrace(text)
	finds = append(finds, credentialFinds(plain)...)
	if place != Note {
		d := newDocument(text, plain)
		finds = append(finds, d.wording()...)
		finds = append(finds, d.shapes()...)
		finds = append(finds, d.imports()...)
	}
	slices.SortStableFunc(finds, func(a, b find) int { return cmp.Compare(a.at, b.at) })
	return findings(text, finds, place, opts)
}

// find is a finding by its byte in the source.
type find struct {
	at      int
	rule    string
	class   Class
	message string
	hint    string
	soft    bool // a character that has honest uses
}

func findings(text string, finds []find, place Place, opts Options) []Finding {
	if len(finds) == 0 {
		return nil
	}
	out := make([]Finding, 0, len(finds))
	p := position{text: text, line: 1, column: 1}
	for _, f := range finds {
		p.advance(f.at)
		out = append(out, Finding{
			Rule: f.rule, Class: f.class,
			Line: p.line, Column: p.column,
			Message: f.message, Hint: f.hint,
			Marks:   place == Evidence && marksOnly(f),
			Warning: f.class == Import && opts.Actor == "user",
		})
	}
	return out
}

func marksOnly(f find) bool {
	return f.class != Credential && (f.class != Characters || f.soft)
}

// position turns rising byte offsets into lines and columns.
type position struct {
	text         string
	at           int
	line, column int
}

func (p *position) advance(to int) {
	for i, r := range p.text[p.at:to] {
		if r == '\n' && p.at+i < to {
			p.line, p.column = p.line+1, 1
		} else {
			p.column++
		}
	}
	p.at = to
}
