package foreign

import (
	"fmt"
	"slices"
	"strings"
)

// Format is the kind of a memory file.
type Format string

// Formats of memory files. Auto stands for the one that Detect finds.
const (
	Auto        Format = "auto"
	Markdown    Format = "markdown"
	SectionSign Format = "section-sign"
	Bullets     Format = "bullets"
	MCPMemory   Format = "mcp-memory"
)

// Formats lists all formats, Auto first.
func Formats() []Format { return []Format{Auto, Markdown, SectionSign, Bullets, MCPMemory} }

// ParseFormat reads the name of a format; "" is Auto. The error wraps ErrFormat.
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); {
	case name == "":
		return Auto, nil
	case slices.Contains(Formats(), f):
		return f, nil
	}
	return "", fmt.Errorf("format %q: %w; it is one of %s", clip(name), ErrFormat, listed())
}

func listed() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// Entry is one piece that can become an entry of a resident file.
type Entry struct {
	// Text is what it says, with LF, without marker and indentation; 1 to MaxText code points.
	Text string
	// Section is the path of the headings above, outermost first, joined with " > "; "" where there is none. It is a hint.
	Section string
	// Line and Last are its first and last line in the file, from 1. They begin with the line of the parent where the text is
	// the first of those that begin with it.
	Line, Last int
	// Origin says where in the file it stands, if more is to be said than the line: `entity "pnpm" (tool), observation 2`.
	Origin string
}

// Skipped is one piece that did not become an entry.
type Skipped struct {
	Line, Last int    // its first and last line, from 1
	Reason     string // never holds text of the file
	Layout     bool   // it says nothing by itself
}

// Reading is what a file was read into. Total is the number of pieces: that of Entries and Skipped together.
type Reading struct {
	Format  Format // never Auto
	Entries []Entry
	Skipped []Skipped
	Total   int
}

// Read reads a memory file. The name decides about the format, if that is Auto, and stands in front of errors.
//
// Errors concern the file as a whole: ErrFormat, or for a text file a *memfile.Fault or memfile.Faults: not UTF-8, a NUL,
// larger than memfile.MaxFile without its over-long lines, conflict markers. Whatever is wrong with a part of it is Skipped.
// Of a file of JSON no size is too large; beyond the data itself, the memory used depends on the entries only.
func Read(name string, data []byte, format Format) (Reading, error) {
	if format == Auto || format == "" {
		format = Detect(name, data)
	}
	r := &reader{reading: Reading{Format: format}}
	data = withoutBOM(data)
	var err error
	switch format {
	case Markdown:
		err = r.markdown(name, data)
	case SectionSign:
		err = r.sections(name, data)
	case Bullets:
		err = r.bullets(name, data)
	case MCPMemory:
		r.mcp(data)
	default:
		_, err = ParseFormat(string(format))
	}
	if err != nil {
		return Reading{}, err
	}
	return r.reading, nil
}
