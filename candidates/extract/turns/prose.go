package turns

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"gitmem/memfile/fold"
)

// What is read of a message, in bytes: people say at the beginning or at the end
// what they have to say about something long that they pasted.
const (
	readHead = 2 << 10
	readTail = 1 << 10
)

// sentence is one sentence that a person said, folded: small letters, one space
// behind a comma, no apostrophes, code and quotations replaced by one word each.
type sentence struct {
	text     string
	question bool
}

// sentences gives what a person said in a message. Code in fences or indented,
// quoted lines and commands at a prompt are somebody else's words and left out.
func sentences(text string) []sentence {
	var list []sentence
	for line := range strings.Lines(excerpt(own(text))) {
		list = append(list, split(folded(line))...)
	}
	return list
}

// own takes away the lines that are not the person's own words.
func own(text string) string {
	var out strings.Builder
	fence, blank := "", true
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		if fence != "" {
			if strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "" {
				fence = ""
			}
			continue
		}
		if fence = opens(bare); fence != "" {
			continue
		}
		indented := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
		code := indented && blank // a paragraph that begins so, to its end
		blank = bare == "" || code
		if code || strings.HasPrefix(bare, ">") || strings.HasPrefix(bare, "＞") || strings.HasPrefix(bare, "$ ") {
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}

// opens gives the fence that a line opens.
func opens(bare string) string {
	for _, sign := range []string{"`", "~"} {
		rest := strings.TrimLeft(bare, sign)
		if n := len(bare) - len(rest); n >= 3 && !strings.Contains(rest, sign) {
			return bare[:n]
		}
	}
	return ""
}

// excerpt is the beginning and the end of a long text.
func excerpt(s string) string {
	if len(s) <= readHead+readTail {
		return s
	}
	head, tail := readHead, len(s)-readTail
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "\n" + s[tail:]
}

// quoted finds code and quotations within a line.
var quoted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("`+[^`\n]+`+|\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|「[^」\n]+」|『[^』\n]+』|《[^》\n]+》|＂[^＂\n]+＂")
})

// bullet is what stands before an item of a list.
var bullet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,2}[.)、])\s+`) })

var apostrophes = strings.NewReplacer("'", "", "’", "", "‘", "", "`", "", "´", "")

// comma finds commas with the spaces around them.
var comma = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` ?, ?`) })

// folded brings a line into the form in which phrases are looked for.
func folded(line string) string {
	line = quoted().ReplaceAllString(bullet().ReplaceAllString(line, ""), " quoted ")
	line = apostrophes.Replace(fold.Norm(apostrophes.Replace(line)))
	line = comma().ReplaceAllString(line, ", ")
	return strings.TrimSpace(strings.ReplaceAll(line, "  ", " "))
}

// split divides a folded line into sentences. A full stop ends one only before a
// space: it also stands in names of files and in numbers.
func split(line string) (list []sentence) {
	begin := 0
	add := func(end int, question bool) {
		if text := strings.Trim(line[begin:end], " .!?。;…"); text != "" {
			list = append(list, sentence{text, question || strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "嗎")})
		} else if question && len(list) > 0 {
			list[len(list)-1].question = true
		}
	}
	for i, r := range line {
		if strings.ContainsRune("!?;。…", r) || r == '.' && (i+1 == len(line) || line[i+1] == ' ') {
			add(i, r == '?')
			begin = i + utf8.RuneLen(r)
		}
	}
	add(len(line), false)
	return list
}
