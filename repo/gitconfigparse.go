package repo

import (
	"strings"
	"unicode/utf8"

	"gitmem/memfile"
)

// parseGitConfig reads text. The error is a *memfile.Fault.
func parseGitConfig(path, text string) (*gitConfigFile, error) {
	p := &configParser{text: text, path: path, file: &gitConfigFile{text: text}}
	p.at = len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	for !p.done() {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	if n := len(p.file.sections); n > 0 {
		p.file.sections[n-1].finish = len(text)
	}
	return p.file, nil
}

type configParser struct {
	path, text string
	at         int
	section    string
	file       *gitConfigFile
}

func (p *configParser) done() bool { return p.at >= len(p.text) }

// peek gives the next byte; the end of the file counts as the end of a line,
// and so does CRLF.
func (p *configParser) peek() byte {
	switch {
	case p.done():
		return '\n'
	case p.text[p.at] == '\r' && strings.HasPrefix(p.text[p.at:], "\r\n"):
		return '\n'
	}
	return p.text[p.at]
}

func (p *configParser) skip() {
	if strings.HasPrefix(p.text[min(p.at, len(p.text)):], "\r\n") {
		p.at++
	}
	p.at++
}

func (p *configParser) next() error {
	switch c := p.peek(); {
	case isSpace(c):
		p.skip()
		return nil
	case c == '#' || c == ';':
		p.skipLine()
		return nil
	case c == '[':
		return p.header()
	case isLetter(c):
		return p.variable()
	default:
		return p.fault("neither a section nor a variable")
	}
}

func (p *configParser) skipLine() {
	for p.peek() != '\n' {
		p.skip()
	}
}

// header reads [name], [name "part"] or the old form [name.part].
func (p *configParser) header() error {
	start := p.at
	p.skip()
	from := p.at
	for isKeyByte(p.peek()) || p.peek() == '.' {
		p.skip()
	}
	name := strings.ToLower(p.text[from:min(p.at, len(p.text))])
	if c := p.peek(); c == ' ' || c == '\t' {
		part, err := p.part()
		if err != nil {
			return err
		}
		name += "." + part
	}
	if p.peek() != ']' {
		return p.fault("a section that is not closed")
	}
	p.skip()
	if n := len(p.file.sections); n > 0 {
		p.file.sections[n-1].finish = start
	}
	p.section = name
	p.file.sections = append(p.file.sections, configSection{name: name, start: start, body: p.at})
	return nil
}

// part reads the quoted part of a header, in which a backslash stands for the
// byte after it.
func (p *configParser) part() (string, error) {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.skip()
	}
	if p.peek() != '"' {
		return "", p.fault("a section that is not closed")
	}
	p.skip()
	var b strings.Builder
	for p.peek() != '"' {
		if p.peek() == '\\' {
			p.skip()
		}
		if p.peek() == '\n' {
			return "", p.fault("a section that is not closed")
		}
		b.WriteByte(p.peek())
		p.skip()
	}
	p.skip()
	return b.String(), nil
}

func (p *configParser) variable() error {
	v := configVariable{start: p.at}
	for isKeyByte(p.peek()) {
		p.skip()
	}
	v.name, v.end = p.section+"."+strings.ToLower(p.text[v.start:p.at]), p.at
	for p.peek() == ' ' || p.peek() == '\t' {
		p.skip()
	}
	switch p.peek() {
	case '\n':
		v.value = "true"
	case '=':
		p.skip()
		var err error
		if v.value, v.end, err = p.value(); err != nil {
			return err
		}
	default:
		return p.fault("a variable without =")
	}
	p.file.variables = append(p.file.variables, v)
	return nil
}

// value reads what follows the equals sign: quotes, escapes, continued lines
// and comments. end is behind the last byte that belongs to it.
func (p *configParser) value() (value string, end int, err error) {
	var b strings.Builder
	end = p.at
	quoted, spaces := false, 0
	for {
		c := p.peek()
		switch {
		case c == '\n' && quoted:
			return "", 0, p.fault("a quotation that is not closed")
		case c == '\n':
			return b.String(), min(end, len(p.text)), nil
		case isSpace(c) && !quoted:
			if b.Len() > 0 {
				spaces++
			}
			p.skip()
			continue
		case !quoted && (c == '#' || c == ';'):
			p.skipLine()
			continue
		}
		b.WriteString(strings.Repeat(" ", spaces))
		spaces = 0
		if c == '"' {
			quoted = !quoted
			p.skip()
		} else if err := p.character(&b, c); err != nil {
			return "", 0, err
		}
		end = p.at
	}
}

func (p *configParser) character(b *strings.Builder, c byte) error {
	p.skip()
	if c != '\\' {
		b.WriteByte(c)
		return nil
	}
	escaped := p.peek()
	p.skip()
	switch escaped {
	case '\n': // the line goes on
	case 't':
		b.WriteByte('\t')
	case 'b':
		b.WriteByte('\b')
	case 'n':
		b.WriteByte('\n')
	case '"', '\\':
		b.WriteByte(escaped)
	default:
		return p.fault("an unknown escape")
	}
	return nil
}

func (p *configParser) fault(what string) error {
	before := p.text[:min(p.at, len(p.text))]
	line := strings.LastIndexByte(before, '\n') + 1
	return &memfile.Fault{
		Path: p.path, Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[line:]) + 1,
		Rule: "gitconfig", Message: what, Hint: "`git config --list` shows the same fault",
	}
}

func isSpace(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isKeyByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '-'
}
