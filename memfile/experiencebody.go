package memfile

import (
	"strings"
)

// resolutionHeading begins the section with the resolution. A line of a text that looks like it is written with a
// backslash before it, as Markdown has it.
const resolutionHeading = "## Resolution"

// experienceBody is the body of an experience in its parts.
type experienceBody struct {
	title, summary, resolution string
	// Lines of the body, from 1, where the parts begin; 0 where one is missing.
	titleLine, summaryLine, resolutionLine int
	// again is the line of a second section, 0 if there is none.
	again int
	// head is the length in bytes of what stands before the section with the resolution.
	head int
}

// cutExperience reads a body: a heading, the text under it, and the section named Resolution.
func cutExperience(body string) experienceBody {
	b := experienceBody{head: len(body)}
	var summary, resolution []string
	at, number := 0, 0
	for line := range strings.Lines(body) {
		number++
		text := strings.TrimSuffix(line, "\n")
		switch {
		case b.titleLine == 0 && b.summaryLine == 0 && b.resolutionLine == 0 && isTitle(text):
			b.title, b.titleLine = strings.TrimSpace(text[1:]), number
		case isResolution(text) && b.resolutionLine > 0:
			b.again = number
		case isResolution(text):
			b.resolutionLine, b.head = number, at
		case b.resolutionLine > 0:
			resolution = append(resolution, unescaped(text))
		default:
			if b.summaryLine == 0 && !isBlank([]byte(text)) {
				b.summaryLine = number
			}
			summary = append(summary, unescaped(text))
		}
		at += len(line)
	}
	b.summary, b.resolution = NormalContent(strings.Join(summary, "\n")), NormalContent(strings.Join(resolution, "\n"))
	return b
}

// isTitle reports a line "# title" of some text.
func isTitle(l string) bool {
	return len(l) > 2 && l[0] == '#' && (l[1] == ' ' || l[1] == '\t')
}

// isResolution reports the line that begins the section, in any case and spacing.
func isResolution(l string) bool {
	rest, ok := strings.CutPrefix(l, "##")
	return ok && rest != "" && (rest[0] == ' ' || rest[0] == '\t') && strings.EqualFold(strings.Trim(rest, " \t"), "resolution")
}

// escaped writes a text so that none of its lines begins the section.
func escaped(s string) string {
	if !strings.Contains(s, "##") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if isResolution(strings.TrimLeft(l, `\`)) {
			lines[i] = `\` + l
		}
	}
	return strings.Join(lines, "\n")
}

// unescaped reads one line of a text.
func unescaped(l string) string {
	if bare := strings.TrimLeft(l, `\`); len(bare) < len(l) && isResolution(bare) {
		return l[1:]
	}
	return l
}

// line gives the line of the body at which a part begins, 0 for what is no part or is not there.
func (b experienceBody) line(part string) int {
	switch part {
	case "title":
		return max(b.titleLine, 1)
	case "summary":
		return max(b.summaryLine, b.titleLine)
	case "resolution":
		return b.resolutionLine
	}
	return 0
}

// faults are those of the form alone.
func (b experienceBody) faults(front *FrontMatter) []*Fault {
	var out []*Fault
	if b.titleLine == 0 {
		fault := front.Fault("body", RuleMissingKey, "the title is missing", "the first line of the body is a heading: # and the title")
		out = append(out, fault)
	}
	if b.again > 0 {
		fault := front.Fault("body", RuleTwiceKey, "a second section "+resolutionHeading, `write \`+resolutionHeading+" where it belongs to the text")
		fault.Line += b.again - 1
		out = append(out, fault)
	}
	return out
}

// changed gives the body with what differs between two experiences, nil where nothing does. The heading and the text
// under it stay as they are written if only the resolution differs.
func (b experienceBody) changed(body string, was, now Experience) *string {
	switch {
	case was.Title != now.Title || was.Summary != now.Summary:
		body = bodyOfExperience(now)
	case was.Resolution != now.Resolution:
		body = strings.TrimRight(body[:b.head], " \t\n") + "\n" + sectionOf(now.Resolution)
	default:
		return nil
	}
	return &body
}

func bodyOfExperience(e Experience) string {
	return "# " + e.Title + "\n\n" + escaped(e.Summary) + "\n" + sectionOf(e.Resolution)
}

// sectionOf writes the section with the resolution, nothing without one.
func sectionOf(resolution string) string {
	if resolution == "" {
		return ""
	}
	return "\n" + resolutionHeading + "\n\n" + escaped(resolution) + "\n"
}
