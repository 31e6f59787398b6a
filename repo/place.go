package repo

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gitmem/memfile"
)

// HereFolder is the folder of a store that lies in its project.
const HereFolder = ".gitmem"

const (
	maxName = 100 // code points of a store's name
	maxSlug = 48  // characters of it in a folder's name
)

// GlobalRoot is where the global store lies.
func (e Env) GlobalRoot() string { return filepath.Join(e.DataHome, "gitmem", "global") }

// ProjectsRoot is the folder of the projects' stores.
func (e Env) ProjectsRoot() string { return filepath.Join(e.DataHome, "gitmem", "projects") }

// ProjectRoot is where the store of a project lies. The id at the end keeps
// two projects of one name apart, also where names are folded to one case.
func (e Env) ProjectRoot(name string, id memfile.ID) string {
	return filepath.Join(e.ProjectsRoot(), Slug(name)+"-"+string(id))
}

// StateFolder is the private folder of a store, which is never committed.
func (e Env) StateFolder(id memfile.ID) string {
	return filepath.Join(e.StateHome, "gitmem", string(id))
}

// RegistryFile is the private list of stores and project folders, one a line.
func (e Env) RegistryFile() string { return filepath.Join(e.StateHome, "gitmem", "registry.jsonl") }

// own tells whether a path lies in gitmem's part of the data home, where only
// this program puts stores.
func (e Env) own(path string) bool {
	return e.DataHome != "" && isBelow(canonical(filepath.Join(e.DataHome, "gitmem")), path)
}

// Slug makes the part of a folder's name that people recognise: lowercase
// ASCII letters and digits, every other run one dash, at most 48 characters;
// "project" where nothing is left or Windows reserves the name.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if b.Len() == maxSlug {
			break
		}
		switch r = unicode.ToLower(r); {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r): // an accent, taken off its letter
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	switch slug := strings.Trim(b.String(), "-"); {
	case slug == "":
		return "project"
	case ReservedOnWindows(slug):
		return "project-" + slug
	default:
		return slug
	}
}

// ReservedOnWindows tells whether a file or folder name is that of a device there.
func ReservedOnWindows(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	base = strings.TrimRight(base, " ")
	switch base {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	number := len(base) == 4 && base[3] >= '0' && base[3] <= '9'
	return number && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt"))
}

// CheckName refuses names that a person gives a store and that some disk,
// terminal or shell would not carry. The error says which rule is broken.
func CheckName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("the name of a store must not be blank")
	case !utf8.ValidString(name):
		return fmt.Errorf("the name of a store must be UTF-8")
	case utf8.RuneCountInString(name) > maxName:
		return fmt.Errorf("the name of a store must be at most %d characters long", maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the name of a store must be one line of visible characters")
	case strings.ContainsAny(name, `/\`):
		return fmt.Errorf("the name of a store must not hold / or \\")
	case strings.TrimRight(name, ". ") != name || strings.TrimLeft(name, " ") != name:
		return fmt.Errorf("the name of a store must not begin with a space or end with a space or a dot")
	case ReservedOnWindows(name):
		return fmt.Errorf("the name of a store must not be one that Windows reserves")
	}
	return nil
}

// canonical resolves symbolic links in as much of a path as exists.
func canonical(path string) string {
	path = filepath.Clean(path)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(canonical(parent), filepath.Base(path))
}

// isBelow tells whether path lies in folder, both canonical.
func isBelow(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
