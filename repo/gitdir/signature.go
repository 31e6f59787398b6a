package gitdir

import (
	"strconv"
	"strings"
	"time"
)

// Signature is who did something and when, to the second and in that person's time zone.
type Signature struct {
	Name, Email string
	When        time.Time
}

// String prints the signature as git writes it: name <email> seconds zone. What would break the format
// or is mere decoration at the ends of a name is left out, as git leaves it out; so is a time before 1970.
func (s Signature) String() string {
	return crudless(s.Name) + " <" + crudless(s.Email) + "> " +
		strconv.FormatInt(max(s.When.Unix(), 0), 10) + " " + zone(s.When)
}

// zone prints the offset from UTC in hours and minutes.
func zone(t time.Time) string {
	_, seconds := t.Zone()
	minutes, sign := seconds/60, byte('+')
	if minutes < 0 {
		minutes, sign = -minutes, '-'
	}
	digits := strconv.Itoa(10000 + minutes/60*100 + minutes%60)
	return string(sign) + digits[1:]
}

// crudless removes what git removes from names and addresses.
func crudless(s string) string {
	s = strings.Trim(s, ".,:;<>\"\\'\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f ")
	if !strings.ContainsAny(s, "\n<>\x00") {
		return s
	}
	return strings.NewReplacer("\n", "", "<", "", ">", "", "\x00", "").Replace(s)
}

func oneLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.ReplaceAll(line, "\x00", "")
}

// parseSignature reads the value of an author or committer header. What cannot be read stays empty.
func parseSignature(value string) Signature {
	end := strings.LastIndexByte(value, '>')
	if end < 0 {
		return Signature{Name: strings.TrimSpace(value)}
	}
	begin := strings.LastIndexByte(value[:end], '<')
	if begin < 0 {
		return Signature{Name: strings.TrimSpace(value[:end])}
	}
	return Signature{
		Name:  strings.TrimSpace(value[:begin]),
		Email: value[begin+1 : end],
		When:  parseWhen(value[end+1:]),
	}
}

// parseWhen reads seconds since 1970 and a zone such as +0130. An unreadable zone counts as UTC.
func parseWhen(s string) time.Time {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return time.Time{}
	}
	seconds, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return time.Time{}
	}
	offset := 0
	if len(fields) > 1 {
		if n, err := strconv.Atoi(fields[1]); err == nil && n > -10000 && n < 10000 {
			offset = n/100*3600 + n%100*60
		}
	}
	return time.Unix(seconds, 0).In(time.FixedZone("", offset))
}
