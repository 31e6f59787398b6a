package repo

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// configVariable is one variable of a git configuration file, with the bytes
// that it takes, so that it can be changed without touching any other.
type configVariable struct {
	name       string // "gitmem.store", "url.<as written>.insteadof": section and key in lower case
	value      string // "true" for a key without "="
	start, end int    // from the key to the end of the value
}

// configSection is a header with what follows it.
type configSection struct {
	name                string // "gitmem", "branch.<as written>"
	start, body, finish int    // the header, what follows it, and the next header or the end
}

// gitConfigFile is a git configuration file, read the way git reads it.
type gitConfigFile struct {
	text      string
	variables []configVariable
	sections  []configSection
}

// readGitConfig reads a file; one that is absent is empty.
func readGitConfig(path string) (*gitConfigFile, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return &gitConfigFile{}, nil
	}
	if err != nil {
		return nil, err
	}
	return parseGitConfig(path, string(data))
}

// last gives the value that is in force: of a variable that stands several
// times git takes the last.
func (f *gitConfigFile) last(name string) (configVariable, bool) {
	for _, v := range slices.Backward(f.variables) {
		if v.name == name {
			return v, true
		}
	}
	return configVariable{}, false
}

// gitBool reads a truth value as git does; what is none of them is false.
func gitBool(s string) bool {
	switch strings.ToLower(s) {
	case "true", "yes", "on":
		return true
	case "", "false", "no", "off":
		return false
	}
	return strings.Trim(s, "0123456789") == "" && strings.Trim(s, "0") != ""
}
