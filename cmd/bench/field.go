package bench

import "strings"

// Field finds the first string value of a key in a JSON text.
func Field(text, key string) string {
	_, rest, ok := strings.Cut(text, `"`+key+`"`)
	if !ok {
		return ""
	}
	_, rest, ok = strings.Cut(rest, `"`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
