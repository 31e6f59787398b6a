package signers

import (
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/ssh"
)

// gitNamespace is under what git signs.
const gitNamespace = "git"

// line is one signer of the file.
type line struct {
	number     int
	principals string // a list of patterns
	key        ssh.PublicKey
	authority  bool      // the key signs certificates
	namespaces string    // a list of patterns, empty for any
	after      time.Time // valid from, zero for ever
	before     time.Time // valid until, zero for ever
}

// lineError is what is wrong with a line, at a column in code points.
type lineError struct {
	column  int
	message string
}

// parseLine reads one line; nil for a comment and an empty one.
func parseLine(text string) (*line, *lineError) {
	text = strings.TrimRight(text, " \t\r\n")
	rest := strings.TrimLeft(text, " \t")
	if rest == "" || rest[0] == '#' {
		return nil, nil
	}
	fail := func(at, message string) *lineError {
		return &lineError{column: 1 + utf8.RuneCountInString(text[:len(text)-len(at)]), message: message}
	}
	l := &line{}
	principals, after, ok := firstWord(rest)
	if !ok || principals == "" {
		return nil, fail(rest, "the principals begin with a quotation mark and no other ends them")
	}
	l.principals = principals
	key, _, options, more, err := ssh.ParseAuthorizedKey([]byte(after))
	if err != nil || len(more) > 0 || strings.HasPrefix(after, "#") {
		return nil, fail(after, "no options and public key that can be read stand here")
	}
	if _, isCert := key.(*ssh.Certificate); isCert {
		return nil, fail(after, "a certificate is no key to be allowed: name the authority that signed it, with cert-authority")
	}
	l.key = key
	for _, option := range options {
		if message := l.take(option); message != "" {
			return nil, fail(after, message)
		}
	}
	if !l.after.IsZero() && !l.before.IsZero() && !l.after.Before(l.before) {
		return nil, fail(after, "valid-before is not later than valid-after")
	}
	return l, nil
}

// firstWord cuts off the first word, which may stand in quotation marks.
func firstWord(s string) (word, rest string, ok bool) {
	end := strings.IndexAny(s, " \t")
	from := 0
	if s[0] == '"' {
		from = 1
		if end = strings.IndexByte(s[1:], '"') + 1; end == 0 {
			return "", s, false
		}
	}
	if end < 0 {
		return s, "", true
	}
	return s[from:end], strings.TrimLeft(s[end+from:], " \t"), true
}

// take notes one option; what it gives is what is wrong with it.
func (l *line) take(option string) string {
	name, value, valued := strings.Cut(option, "=")
	name = strings.ToLower(name)
	if name == "cert-authority" && !valued {
		if l.authority {
			return "cert-authority stands twice"
		}
		l.authority = true
		return ""
	}
	if valued {
		if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
			return "the value of " + known(name) + " does not stand in quotation marks"
		}
		value = strings.ReplaceAll(value[1:len(value)-1], `\"`, `"`)
	}
	switch {
	case valued && name == "namespaces":
		return once(&l.namespaces, value, name)
	case valued && name == "valid-after":
		return l.moment(&l.after, value, name)
	case valued && name == "valid-before":
		return l.moment(&l.before, value, name)
	}
	return "an option that is not one of cert-authority, namespaces, valid-after and valid-before"
}

// known is the name of an option where it is one, so that a fault never quotes
// what else may stand in the file.
func known(name string) string {
	switch name {
	case "namespaces", "valid-after", "valid-before":
		return name
	}
	return "an option"
}

func once(to *string, value, name string) string {
	switch {
	case *to != "":
		return name + " stands twice"
	case value == "":
		return name + " is empty"
	}
	*to = value
	return ""
}

func (l *line) moment(to *time.Time, value, name string) string {
	if !to.IsZero() {
		return name + " stands twice"
	}
	at, ok := parseMoment(value)
	if !ok {
		return name + " is no time of the form YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with or without Z"
	}
	*to = at
	return ""
}

// momentForms are the forms of a time by their length.
var momentForms = map[int]string{8: "20060102", 12: "200601021504", 14: "20060102150405"}

// parseMoment reads a time; without Z it is one of this machine's zone, as for
// ssh-keygen.
func parseMoment(s string) (time.Time, bool) {
	zone := time.Local
	if cut, ok := strings.CutSuffix(s, "Z"); ok {
		s, zone = cut, time.UTC
	}
	form, ok := momentForms[len(s)]
	if !ok || strings.Trim(s, "0123456789") != "" {
		return time.Time{}, false
	}
	at, err := time.ParseInLocation(form, s, zone)
	return at, err == nil && !at.IsZero()
}
