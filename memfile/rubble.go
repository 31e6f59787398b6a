package memfile

import (
	"bytes"
	"errors"
	"fmt"
)

// Rubble says why the present bytes of a resident file are damaged rather than edited, "" if they are not: nothing where
// entries were, a NUL or another encoding, conflict markers, the former text cut off inside a line. base is what the last
// operation left, nil for no file.
func Rubble(base, present []byte) string {
	if _, err := ParseResident("", present); err != nil {
		return rubbleOf(err)
	}
	before, err := ParseResident("", base)
	if err != nil || len(before.Entries()) == 0 {
		return ""
	}
	switch {
	case len(bytes.TrimSpace(present)) == 0:
		return fmt.Sprintf("the file is empty, %d entries are gone", len(before.Entries()))
	case cutOff(base, present):
		return "the file is cut off inside a line"
	}
	return ""
}

func rubbleOf(err error) string {
	var f *Fault
	if !errors.As(err, &f) {
		return err.Error()
	}
	if f.Line > 0 {
		return fmt.Sprintf("%s in line %d", f.Message, f.Line)
	}
	return "the file is " + f.Message
}

// cutOff reports a beginning of base that ends inside a line. A person who shortens the last line ends it, as base did.
func cutOff(base, present []byte) bool {
	ended := len(base) > 0 && base[len(base)-1] == '\n'
	return ended && len(present) < len(base) && bytes.HasPrefix(base, present) && present[len(present)-1] != '\n'
}
