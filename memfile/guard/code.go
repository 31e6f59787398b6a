package guard

import "strings"

// codeRegions finds fenced code and code spans, as CommonMark has them: a
// fence ends at a fence of its kind that is at least as long, or with the
// text; a span ends at a run of backticks of the same length in the same
// paragraph.
func codeRegions(text string) []region {
	if !strings.ContainsAny(text, "`~") {
		return nil
	}
	var regions []region
	paragraph := -1 // where the open paragraph begins
	closeParagraph := func(end int) {
		if paragraph >= 0 {
			regions = append(regions, codeSpans(text, paragraph, end)...)
			paragraph = -1
		}
	}
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := strings.TrimSpace(text[at:end])
		if fence := fenceOf(line); fence != "" {
			closeParagraph(at)
			closing := fenceEnd(text, end, fence)
			regions = append(regions, region{start: at, end: closing})
			at = closing
			continue
		}
		if line == "" {
			closeParagraph(at)
		} else if paragraph < 0 {
			paragraph = at
		}
		at = end
	}
	closeParagraph(len(text))
	return regions
}

// lineEnd is the byte behind the line's LF.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// fenceOf gives the run of backticks or tildes that opens a fence, also behind
// the marker of a list item.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, "-*+> \t")
	for _, c := range []string{"`", "~"} {
		run := line[:len(line)-len(strings.TrimLeft(line, c))]
		if len(run) >= 3 && (c == "~" || !strings.Contains(line[len(run):], "`")) {
			return run
		}
	}
	return ""
}

func fenceEnd(text string, at int, fence string) int {
	for at < len(text) {
		end := lineEnd(text, at)
		line := strings.TrimLeft(strings.TrimSpace(text[at:end]), "> \t")
		if strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == "" {
			return end
		}
		at = end
	}
	return len(text)
}

func codeSpans(text string, start, end int) []region {
	var spans []region
	for at := start; at < end; {
		n := strings.IndexByte(text[at:end], '`')
		if n < 0 {
			break
		}
		open := at + n
		run := runLength(text[open:end])
		closing := closingRun(text, open+run, end, run)
		if closing < 0 || open > start && text[open-1] == '\\' {
			at = open + run
			continue
		}
		spans = append(spans, region{start: open, end: closing, span: true})
		at = closing
	}
	return spans
}

func runLength(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// closingRun is the byte behind the next run of exactly n backticks, or -1.
func closingRun(text string, at, end, n int) int {
	for at < end {
		i := strings.IndexByte(text[at:end], '`')
		if i < 0 {
			return -1
		}
		at += i
		run := runLength(text[at:end])
		at += run
		if run == n {
			return at
		}
	}
	return -1
}
