package guard

import (
	"strings"
	"unicode/utf8"

	"gitmem/memfile/fold"
)

const credentialHint = "remove it and name where it is kept instead; if it is real, replace it with a new one"

// credentialFinds gives the credentials of a text, at their bytes in the
// source. The message says the kind, never a part of the secret.
func credentialFinds(plain fold.Trace) []find {
	var finds []find
	for _, s := range secrets(plain.Text) {
		finds = append(finds, find{
			at: plain.Offset(s.start), rule: "credential." + s.kind, class: Credential,
			message: "what looks like a credential", hint: credentialHint,
		})
	}
	return finds
}

// Redact replaces every credential by "[removed: <rule>]" and gives the rules
// that fired, each once, in the order of the text. What it returns scans
// without a credential.
func Redact(text string) (string, []string) {
	var rules []string
	for range 8 {
		plain := fold.PlainTrace(text)
		found := secrets(plain.Text)
		if len(found) == 0 {
			return text, rules
		}
		text = replaced(text, plain, found)
		for _, s := range found {
			rules = addOnce(rules, "credential."+s.kind)
		}
	}
	return "[removed: " + rules[0] + "]", rules
}

func replaced(text string, plain fold.Trace, found []secret) string {
	var b strings.Builder
	done := 0
	for _, s := range found {
		end := s.end - 1
		for end > s.start && !utf8.RuneStart(plain.Text[end]) {
			end-- // a byte that is no UTF-8 is one byte in the source and three here
		}
		start, last := plain.Offset(s.start), plain.Offset(end)
		_, size := utf8.DecodeRuneInString(text[last:])
		if start < done {
			continue
		}
		b.WriteString(text[done:start])
		b.WriteString("[removed: credential." + s.kind + "]")
		done = last + size
	}
	b.WriteString(text[done:])
	return b.String()
}

func addOnce(list []string, item string) []string {
	for _, have := range list {
		if have == item {
			return list
		}
	}
	return append(list, item)
}
