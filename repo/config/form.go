package config

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is what a text must look like.
type Form int

// The forms.
const (
	LineForm     Form = iota // one line, not empty
	ModelForm                // <name of models>/<model>
	URLForm                  // http or https, without user, password, query or fragment
	VariableForm             // the name of an environment variable
	PathForm                 // an absolute path, or one that starts with ~/
)

const maxText = 1024 // bytes

// check says what is wrong with a text, never the text itself.
func (f Form) check(s string) string {
	if problem := oneLine(s); problem != "" {
		return problem
	}
	switch f {
	case ModelForm:
		return checkModel(s)
	case URLForm:
		return checkURL(s)
	case VariableForm:
		return checkVariable(s)
	case PathForm:
		if !strings.HasPrefix(s, "~/") && !filepath.IsAbs(s) {
			return "must be an absolute path or start with ~/"
		}
	}
	return ""
}

func oneLine(s string) string {
	switch {
	case s == "":
		return "must not be empty"
	case len(s) > maxText:
		return "must be at most 1024 bytes long"
	case !utf8.ValidString(s):
		return "must be UTF-8"
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "must be one line of visible characters"
	}
	return ""
}

func checkModel(s string) string {
	name, model, ok := strings.Cut(s, "/")
	if !ok || !isModelName(name) || model == "" || strings.ContainsAny(s, " \t") {
		return "must be <name>/<model>, where models.<name> says how it is reached"
	}
	return ""
}

func checkURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Opaque != "":
		return "must be an address that starts with http:// or https://"
	case u.User != nil:
		return "must not hold a user or a password; use key_env or key_command"
	case u.RawQuery != "" || u.ForceQuery || strings.Contains(s, "#"):
		return "must not hold a query or a fragment"
	}
	return ""
}

func checkVariable(s string) string {
	for i, r := range s {
		letter := r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return "must be the name of an environment variable, not the key itself"
		}
	}
	return ""
}
