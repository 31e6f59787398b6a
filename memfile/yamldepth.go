package memfile

import "strings"

const (
	// maxDepth is how deep values may lie in each other. Our formats need four; the library takes time and stack that
	// grow with the square of the depth.
	maxDepth = 32
	// maxYAML is the bound of the YAML part of a file, in bytes.
	maxYAML = 256 << 10
	// maxLines bounds the lines that are not in a block of text, because the library's time grows with the square of the
	// number of keys.
	maxLines = 2_000
)

// depthScan measures YAML without parsing it. It may count brackets of a quoted text, never too few.
type depthScan struct {
	flow  int   // brackets open
	marks []int // indentations open
	text  int   // lines more indented than this are a block of text; -1 for none
	lines int   // lines that are neither blank nor in a block of text
}

// checkDepth refuses what is nested too deeply or too large, before the library sees it.
func checkDepth(path, source string, above int) *Fault {
	if len(source) > maxYAML {
		return &Fault{Path: path, Line: above + 1, Column: 1, Rule: RuleSize, Message: "front matter larger than 256 KiB"}
	}
	s := depthScan{text: -1}
	for number := 1; source != ""; number++ {
		var l string
		l, source, _ = strings.Cut(source, "\n")
		depth := s.take(l)
		if s.lines > maxLines {
			return &Fault{Path: path, Line: above + number, Column: 1, Rule: RuleSize, Message: "more than 2,000 lines of keys and values"}
		}
		if depth > maxDepth {
			return &Fault{Path: path, Line: above + number, Column: 1, Rule: RuleDepth, Message: "values are nested too deeply"}
		}
	}
	return nil
}

// take gives the depth after one line.
func (s *depthScan) take(l string) int {
	content := strings.TrimLeft(l, " ")
	indent := len(l) - len(content)
	if content == "" || content[0] == '#' || s.text >= 0 && indent > s.text {
		return 0
	}
	s.text = -1
	s.lines++
	if indent == 0 && s.flow > 0 {
		s.flow = 0 // a key in the first column begins anew
	}
	for len(s.marks) > 0 && s.marks[len(s.marks)-1] >= indent {
		s.marks = s.marks[:len(s.marks)-1]
	}
	s.marks = append(s.marks, indent)
	signs := 0
	for rest := content; len(rest) > 1 && strings.ContainsRune("-?:", rune(rest[0])) && (rest[1] == ' ' || rest[1] == '\t'); signs++ {
		rest = strings.TrimLeft(rest[1:], " \t")
		content = rest
	}
	if s.flow == 0 && beginsText(content) {
		s.text = indent
		return len(s.marks) + signs
	}
	peak := s.flow
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '[', '{':
			s.flow++
			peak = max(peak, s.flow)
		case ']', '}':
			s.flow = max(s.flow-1, 0)
		}
	}
	return len(s.marks) + signs + peak
}

// beginsText reports a line "key: |" or "|", under which a block of text stands.
func beginsText(content string) bool {
	if key, value, ok := strings.Cut(content, ": "); ok && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		content = strings.TrimLeft(value, " ")
	}
	if content == "" || content[0] != '|' && content[0] != '>' {
		return false
	}
	rest := strings.TrimLeft(content[1:], "+-123456789")
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}
