package known

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"

	"gitmem/memfile"
)

// commitMark begins the line that closes others.
const commitMark = "="

// Lines are those of a cache, the oldest first.
type Lines struct{ data []byte }

// String prints a line as it stands in the file.
func (l Line) String() string {
	return strings.Join(append([]string{string(l.ID)}, l.Fields...), "\t") + "\n"
}

// Visit gives the newest line of every record whose id begins so.
func (l Lines) Visit(prefix string, visit func(Line)) {
	found := map[memfile.ID]Line{}
	l.each(prefix, func(line Line) bool {
		found[line.ID] = line
		return true
	})
	for _, line := range found {
		visit(line)
	}
}

// One finds the newest line of a whole id.
func (l Lines) One(id memfile.ID) (line Line, ok bool) {
	l.each(string(id)+"\t", func(found Line) bool {
		line, ok = found, true
		return true
	})
	return line, ok
}

// VisitAs is Lines.Visit for lines as the owner of the folder reads them; what
// they do not read is passed over.
func VisitAs[T any](l Lines, prefix string, read func(Line) (T, bool), visit func(T)) {
	l.Visit(prefix, func(line Line) {
		if one, ok := read(line); ok {
			visit(one)
		}
	})
}

// OneAs is Lines.One for a line as the owner of the folder reads it.
func OneAs[T any](l Lines, id memfile.ID, read func(Line) (T, bool)) (one T, ok bool) {
	line, ok := l.One(id)
	if !ok {
		return one, false
	}
	return read(line)
}

// First finds the oldest line of a whole id: the record as it was made.
func (l Lines) First(id memfile.ID) (line Line, ok bool) {
	l.each(string(id)+"\t", func(found Line) bool {
		line, ok = found, true
		return false
	})
	return line, ok
}

// Mention is false where no line holds a text, so that none has to be read.
func (l Lines) Mention(text string) bool { return bytes.Contains(l.data, []byte(text)) }

// each visits the lines that begin so, in order, until visit gives false.
func (l Lines) each(prefix string, visit func(Line) bool) {
	for rest := l.data; ; {
		at := bytes.Index(rest, []byte("\n"+prefix))
		if at < 0 {
			return
		}
		text, _, _ := bytes.Cut(rest[at+1:], []byte("\n"))
		rest = rest[at+1+len(text):]
		if len(text) == 0 || text[0] == commitMark[0] {
			continue
		}
		parts := strings.Split(string(text), "\t")
		if !visit(Line{ID: memfile.ID(parts[0]), Fields: parts[1:]}) {
			return
		}
	}
}

// commit is the commit that the last mark names; empty without a cache.
func (l Lines) commit() string {
	if len(l.data) == 0 {
		return ""
	}
	last := l.data[bytes.LastIndexByte(l.data[:len(l.data)-1], '\n')+1:]
	commit, _, _ := strings.Cut(strings.TrimPrefix(string(last), commitMark), " ")
	return commit
}

// intact compares the checksum of every mark with the lines before it.
func intact(data []byte) bool {
	for len(data) > 0 {
		at := 0
		if data[0] != commitMark[0] {
			at = bytes.Index(data, []byte("\n"+commitMark)) + 1
		}
		if at == 0 && data[0] != commitMark[0] {
			return false
		}
		mark, rest, ok := bytes.Cut(data[at:], []byte("\n"))
		commit, sum, two := strings.Cut(strings.TrimPrefix(string(mark), commitMark), " ")
		if !ok || !two || sum != checksum(data[:at], commit) {
			return false
		}
		data = rest
	}
	return true
}

func checksum(lines []byte, commit string) string {
	return fmt.Sprintf("%08x", crc32.Update(crc32.ChecksumIEEE(lines), crc32.IEEETable, []byte(commit)))
}

// marked closes lines with the commit up to which they tell.
func marked(lines []byte, commit string) []byte {
	return append(lines, fmt.Sprintf("%s%s %s\n", commitMark, commit, checksum(lines, commit))...)
}
