package foreign

import "strings"

// isImportOnly reports a text of nothing but @path words, which Claude Code replaces by the content of those files.
func isImportOnly(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		if len(w) < 2 || w[0] != '@' {
			return false
		}
	}
	return len(words) > 0
}

// isLinksOnly reports a text of nothing but links, images, addresses and definitions of links, and marks between them.
func isLinksOnly(text string) bool {
	links := 0
	for text != "" {
		if n := linkAt(text); n > 0 {
			links++
			text = text[n:]
			continue
		}
		n := markAt(text)
		if n == 0 {
			return false
		}
		text = text[n:]
	}
	return links > 0
}

// markAt gives the bytes of white space or of a mark that can stand between links.
func markAt(text string) int {
	for _, mark := range []string{" ", "\t", "\n", ",", ";", "|", "·", "•", "-", "*", "+", "(", ")"} {
		if strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	return 0
}

// linkAt gives the bytes of the link with which a text begins, 0 if none does.
func linkAt(text string) int {
	switch {
	case strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"):
		return endOr(text, strings.IndexAny(text, " \t\n"))
	case strings.HasPrefix(text, "<http"):
		return 1 + strings.IndexByte(text, '>')
	case text[0] == '!' && len(text) > 1:
		if n := linkAt(text[1:]); text[1] == '[' && n > 0 {
			return 1 + n
		}
		return 0
	case text[0] != '[':
		return 0
	}
	label := closing(text, '[', ']')
	rest := text[label:]
	switch {
	case label == 0 || rest == "":
		return 0
	case rest[0] == ':':
		return after(label, definition(rest))
	case rest[0] == '(':
		return after(label, closing(rest, '(', ')'))
	case rest[0] == '[':
		return after(label, closing(rest, '[', ']'))
	}
	return 0
}

// definition gives the bytes of what follows the label of a link's definition, up to the end of the line; 0 if it is none.
func definition(rest string) int {
	end := endOr(rest, strings.IndexByte(rest, '\n'))
	words := strings.Fields(rest[1:end])
	if len(words) == 0 || !strings.ContainsAny(words[0], "/.#") || len(words) > 1 && !strings.ContainsAny(words[1][:1], `"'(`) {
		return 0
	}
	return end
}

func after(n, more int) int {
	if more == 0 {
		return 0
	}
	return n + more
}

func endOr(text string, end int) int {
	if end < 0 {
		return len(text)
	}
	return end
}

// closing gives the bytes up to the sign that closes the one at the beginning, 0 if none does on the same line.
func closing(text string, open, close byte) int {
	depth := 0
	for i := 0; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
