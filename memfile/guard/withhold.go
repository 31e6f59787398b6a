package guard

import (
	"fmt"
	"strings"

	"gitmem/memfile"
)

// Withhold gives the text of a resident file for a prompt, in which a notice
// stands in the place of each block that the guard refuses, and what was found
// there, with the lines of the file. All other blocks are there byte for byte;
// comments are not. A person's @path is no reason to withhold an entry.
func Withhold(r *memfile.Resident) (visible string, withheld []Finding) {
	held := map[int]Finding{} // by the start of the block
	for _, b := range r.Blocks() {
		for _, f := range refusing(b) {
			if _, done := held[b.Start]; !done {
				held[b.Start] = f
			}
			withheld = append(withheld, f)
		}
	}
	visible = shown(r, held)
	if Refusal("", Scan(visible, Resident, Options{Actor: memfile.ActorUser})) == nil {
		return visible, withheld
	}
	return withholdSpread(r, held, withheld)
}

// refusing gives what refuses in one block, with the lines of the file.
func refusing(b memfile.Block) []Finding {
	if b.Kind == memfile.Blank || b.Kind == memfile.Comment {
		return nil
	}
	var out []Finding
	for _, f := range Scan(b.Raw, Resident, Options{Actor: memfile.ActorUser}) {
		if !f.Warning {
			f.Line += b.Line - 1
			out = append(out, f)
		}
	}
	return out
}

// patience in blocks: how far a text is taken apart whose blocks are harmless
// one by one and are not when they stand together.
const patience = 200

// withholdSpread keeps adding blocks as long as the text stays clean, and
// withholds each that would spoil it.
func withholdSpread(r *memfile.Resident, held map[int]Finding, withheld []Finding) (string, []Finding) {
	later := map[int]bool{}
	for _, b := range r.Blocks() {
		later[b.Start] = true
	}
	for n, b := range r.Blocks() {
		delete(later, b.Start)
		if _, done := held[b.Start]; done || b.Kind == memfile.Blank {
			continue
		}
		text := r.Shown(func(o memfile.Block) (string, bool) { return replacement(r, o, held, later) })
		if n < patience && Refusal("", Scan(text, Resident, Options{Actor: memfile.ActorUser})) == nil {
			continue
		}
		held[b.Start] = Finding{
			Rule: "envelope.spread", Class: Envelope, Line: b.Line, Column: 1,
			Message: "harmless alone, but not together with what stands before", Hint: shapeHint,
		}
		withheld = append(withheld, held[b.Start])
	}
	return shown(r, held), withheld
}

func replacement(r *memfile.Resident, b memfile.Block, held map[int]Finding, drop map[int]bool) (string, bool) {
	if drop[b.Start] {
		return "", true
	}
	if f, is := held[b.Start]; is {
		return notice(r, b, f), true
	}
	return "", false
}

func shown(r *memfile.Resident, held map[int]Finding) string {
	return r.Shown(func(b memfile.Block) (string, bool) { return replacement(r, b, held, nil) })
}

// notice is what an agent and a person see instead of a block.
func notice(r *memfile.Resident, b memfile.Block, f Finding) string {
	marker := ""
	if b.Kind == memfile.Entry {
		marker = "- "
	}
	end := ""
	if strings.HasSuffix(string(r.Bytes()[b.Start:b.End]), "\n") {
		end = "\n"
	}
	return fmt.Sprintf("%s[withheld by gitmem, line %d: %s]%s", marker, f.Line, f.Rule, end)
}
