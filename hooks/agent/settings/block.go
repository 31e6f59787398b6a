package settings

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Block is rendered text in a file of instructions, between two markers, for
// agents without hooks.
type Block struct {
	Agents []string // who reads it; several may share one file
	Body   string   // ends in LF; "" for no block
}

// The markers. No line of a rendered context begins as they do.
const (
	blockBegin = "<!-- gitmem:begin "
	blockSays  = ": written by `gitmem setup`, which writes it anew; what is changed here is lost -->"
	blockEnd   = "<!-- gitmem:end -->"
)

// openLine is a line that opens a block.
var openLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^<!-- gitmem:begin ([a-z -]*[a-z])\b.*-->$`)
})

// markdownFile is a file of instructions.
type markdownFile struct {
	*text
	blocks []span
}

// span is a block with its markers and their line ends.
type span struct {
	from, to int
	agents   []string
}

func openMarkdown(t *text) (*markdownFile, error) {
	f := &markdownFile{text: t}
	open := -1
	for at := 0; at < len(t.s); at = t.lineEnd(at) {
		line := strings.TrimRight(t.s[at:t.lineEnd(at)], "\r\n")
		switch m := openLine().FindStringSubmatch(line); {
		case m != nil && open >= 0:
			return nil, t.fault(at, RuleBlock, "a managed block begins within another", "take one of the two out in an editor")
		case m != nil:
			open = at
			f.blocks = append(f.blocks, span{from: at, agents: strings.Fields(m[1])})
		case line == blockEnd && open < 0:
			return nil, t.fault(at, RuleBlock, "a managed block ends that did not begin", "take this line out in an editor")
		case line == blockEnd:
			f.blocks[len(f.blocks)-1].to = t.lineEnd(at)
			open = -1
		}
	}
	if open >= 0 {
		return nil, t.fault(open, RuleBlock, "a managed block that does not end", "take it out in an editor")
	}
	return f, nil
}

func (f *markdownFile) done() *text { return f.text }

// Managed is the block that a file of instructions holds: its agents, each as
// often as there is a block for it, and the text of the first.
func Managed(path string, data []byte) (Block, error) {
	t, err := newText(path, data)
	if err != nil {
		return Block{}, err
	}
	f, err := openMarkdown(t)
	if err != nil || len(f.blocks) == 0 {
		return Block{}, err
	}
	b := Block{Body: f.body(f.blocks[0])}
	for _, s := range f.blocks {
		b.Agents = append(b.Agents, s.agents...)
	}
	return b, nil
}

func (f *markdownFile) render(agents []string, body string) string {
	all := slices.Sorted(slices.Values(agents))
	return blockBegin + strings.Join(slices.Compact(all), " ") + blockSays + "\n" + body + blockEnd + "\n"
}

func (f *markdownFile) look(w Wish) ([]Lack, error) {
	b := w.Block
	if b == nil {
		return nil, nil
	}
	if len(f.blocks) == 0 && b.Body == "" {
		return nil, nil
	}
	if len(f.blocks) == 0 {
		return []Lack{{Missing, "managed block"}}, nil
	}
	for _, s := range f.blocks {
		if f.lines(s) != f.render(append(slices.Clone(s.agents), b.Agents...), b.Body) || b.Body == "" {
			return []Lack{{Stale, "managed block"}}, nil
		}
	}
	return nil, nil
}

// lines are those of a block, which all end in LF then.
func (f *markdownFile) lines(s span) string {
	return strings.ReplaceAll(f.s[s.from:s.to], "\r\n", "\n")
}

// install writes the block where one stands, else at the end. A second one is
// taken out.
func (f *markdownFile) install(w Wish) error {
	b := w.Block
	if b == nil {
		return nil
	}
	if b.Body == "" {
		return f.drop(0)
	}
	if len(f.blocks) == 0 {
		f.appendLines(f.render(b.Agents, b.Body))
		return nil
	}
	agents := slices.Clone(b.Agents)
	for _, s := range f.blocks {
		agents = append(agents, s.agents...)
	}
	if err := f.drop(1); err != nil {
		return err
	}
	return f.write(f.blocks[0], f.render(agents, b.Body))
}

func (f *markdownFile) write(s span, lines string) error {
	if f.lines(s) != lines {
		f.splice(s.from, s.to-s.from, strings.ReplaceAll(lines, "\n", f.eol))
	}
	return f.again()
}

func (f *markdownFile) again() error {
	fresh, err := openMarkdown(f.text)
	if err == nil {
		f.blocks = fresh.blocks
	}
	return err
}

// drop takes out the blocks from the n-th on, counted from 0.
func (f *markdownFile) drop(n int) error {
	for len(f.blocks) > n {
		last := f.blocks[len(f.blocks)-1]
		f.cutLines(last.from, last.to)
		if err := f.again(); err != nil {
			return err
		}
	}
	return nil
}

// remove takes the agents off the block, and the block out when nobody is left.
func (f *markdownFile) remove(w Wish) error {
	if w.Block == nil {
		return nil
	}
	for i := len(f.blocks) - 1; i >= 0; i-- {
		s := f.blocks[i]
		left := slices.DeleteFunc(slices.Clone(s.agents), func(a string) bool { return slices.Contains(w.Block.Agents, a) })
		if len(left) == len(s.agents) {
			continue
		}
		if len(left) == 0 {
			f.cutLines(s.from, s.to)
		} else if err := f.write(s, f.render(left, f.body(s))); err != nil {
			return err
		}
		if err := f.again(); err != nil {
			return err
		}
	}
	return nil
}

// body is what stands between the markers.
func (f *markdownFile) body(s span) string {
	lines := strings.SplitAfter(f.lines(s), "\n")
	return strings.Join(lines[1:len(lines)-2], "")
}
