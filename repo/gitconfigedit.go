package repo

import "strings"

// with gives the text with a variable set: it changes the value in force, else
// adds a line to the last section of that name, else adds a section at the
// end. No byte but those of that line changes.
func (f *gitConfigFile) with(section, key, value string) string {
	if v, ok := f.last(variableName(section, key)); ok {
		if v.value == value {
			return f.text
		}
		return f.text[:v.start] + key + " = " + configValue(value) + f.text[v.end:]
	}
	end := f.lineEnd()
	line := "\t" + key + " = " + configValue(value) + end
	for i := len(f.sections) - 1; i >= 0; i-- {
		if s := f.sections[i]; s.name == section {
			at, lead := f.sectionTail(s), ""
			if f.text[at-1] != '\n' {
				lead = end
			}
			return f.text[:at] + lead + line + f.text[at:]
		}
	}
	return f.finished(end) + "[" + section + "]" + end + line
}

// without gives the text without every line of a variable, and without a
// section of that name in which nothing is left.
func (f *gitConfigFile) without(section, key string) string {
	text := f.text
	for i := len(f.variables) - 1; i >= 0; i-- {
		if v := f.variables[i]; v.name == variableName(section, key) {
			start, end := f.wholeLine(v)
			text = text[:start] + text[end:]
		}
	}
	if text == f.text {
		return text
	}
	rest, err := parseGitConfig("", text)
	if err != nil {
		return f.text // cannot happen to what git can read; then nothing changes
	}
	for i := len(rest.sections) - 1; i >= 0; i-- {
		if s := rest.sections[i]; s.name == section && strings.TrimSpace(text[s.body:s.finish]) == "" {
			text = text[:s.start] + text[s.finish:]
		}
	}
	return text
}

func variableName(section, key string) string { return section + "." + strings.ToLower(key) }

// configValue writes a value so that git reads it back: in quotes where it
// holds anything that git would otherwise take for its own.
func configValue(value string) string {
	if !strings.ContainsAny(value, " \t\n\"\\#;") {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(value) + `"`
}

// finished is the text with its last line ended, also where that line says by a
// backslash that it goes on.
func (f *gitConfigFile) finished(end string) string {
	text := f.text
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += end
	}
	if strings.HasSuffix(text, "\\"+end) {
		text += end
	}
	return text
}

// sectionTail is where the next line of a section goes: behind the line of its
// last variable, or of its header.
func (f *gitConfigFile) sectionTail(s configSection) int {
	last := s.body
	for _, v := range f.variables {
		if s.body <= v.start && v.start < s.finish {
			last = v.end
		}
	}
	if i := strings.IndexByte(f.text[last:s.finish], '\n'); i >= 0 {
		return last + i + 1
	}
	return s.finish
}

func (f *gitConfigFile) lineEnd() string {
	if strings.Contains(f.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// wholeLine is the line of a variable where nothing else stands on it, else
// the bytes of the variable alone.
func (f *gitConfigFile) wholeLine(v configVariable) (start, end int) {
	start = strings.LastIndexByte(f.text[:v.start], '\n') + 1
	end = len(f.text)
	if i := strings.IndexByte(f.text[v.end:], '\n'); i >= 0 {
		end = v.end + i + 1
	}
	if strings.TrimSpace(f.text[start:v.start]) != "" || strings.TrimSpace(f.text[v.end:end]) != "" {
		return v.start, v.end
	}
	return start, end
}
