package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gitmem/memfile/guard"
)

// veil takes out of a text what a request must not name: credentials, and the
// folders that tell an account and a place.
type veil struct{ folders []folder }

// folder is a path and what stands for it.
type folder struct{ path, sign string }

// newVeil makes the veil of one session: the working directory is written as a
// dot, the home directory as a tilde. Empty paths are not looked for.
func newVeil(cwd, home string) veil {
	var v veil
	for _, f := range []folder{{cwd, "."}, {home, "~"}} {
		if f.path = strings.TrimRight(f.path, `/\`); f.path != "" {
			v.folders = append(v.folders, f)
		}
	}
	slices.SortStableFunc(v.folders, func(a, b folder) int { return cmp.Compare(len(b.path), len(a.path)) })
	return v
}

// over gives a text as a request shows it.
func (v veil) over(text string) string {
	for _, f := range v.folders {
		text = f.hide(text)
	}
	text, _ = guard.Redact(strings.ToValidUTF8(text, "\ufffd"))
	return text
}

func (v veil) overAll(texts []string) []string {
	var out []string
	for _, text := range texts {
		out = append(out, v.over(text))
	}
	return out
}

// hide replaces a path where it is the whole beginning of one: /home/ann is no
// part of /home/anna, nor of /mnt/home/ann.
func (f folder) hide(text string) string {
	if !strings.Contains(text, f.path) {
		return text
	}
	var b strings.Builder
	for {
		at := strings.Index(text, f.path)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		rest := text[at+len(f.path):]
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(rest)
		b.WriteString(text[:at])
		if inName(before) || inName(after) {
			b.WriteString(f.path)
		} else {
			b.WriteString(f.sign)
		}
		text = rest
	}
}

// inName tells a character that goes on with the name of a folder; a dot may
// as well end a sentence.
func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-')
}
