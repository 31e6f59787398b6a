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

// leastName is from how many bytes on the name of a session is looked for: a
// shorter one may be a word.
const leastName = 8

// newVeil makes the veil of one session: the working directory is written as a
// dot, the home directory as a tilde. Empty paths are not looked for.
func newVeil(cwd, home, session string) veil {
	var v veil
	for _, f := range []folder{{cwd, "."}, {home, "~"}} {
		if f.path = strings.TrimRight(f.path, `/\`); f.path != "" {
			v.folders = append(v.folders, f.spellings()...)
		}
	}
	if len(session) >= leastName {
		v.folders = append(v.folders, folder{session, "[session]"})
	}
	slices.SortStableFunc(v.folders, func(a, b folder) int { return cmp.Compare(len(b.path), len(a.path)) })
	return v
}

// spellings are a path as it stands in texts: plain, within JSON, with slashes,
// and as agents name a folder after it.
func (f folder) spellings() []folder {
	out := []folder{f}
	for _, path := range []string{
		strings.ReplaceAll(f.path, `\`, `\\`), strings.ReplaceAll(f.path, `\`, "/"), strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(f.path),
	} {
		if path != f.path {
			out = append(out, folder{path, f.sign})
		}
	}
	return out
}

// over gives a text as a request shows it.
func (v veil) over(text string) string {
	for _, f := range v.folders {
		text = f.hide(text)
	}
	text, _ = guard.Redact(withoutHalves(strings.ToValidUTF8(text, "\ufffd")))
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
	done := 0
	for {
		n := strings.Index(text[done:], f.path)
		if n < 0 {
			b.WriteString(text[done:])
			return b.String()
		}
		at, end := done+n, done+n+len(f.path)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		b.WriteString(text[done:at])
		if inName(before) || inName(after) {
			b.WriteString(f.path)
		} else {
			b.WriteString(f.sign)
		}
		done = end
	}
}

// inName tells a character that goes on with the name of a folder; a dot may
// as well end a sentence.
func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-')
}
