package watch

import "strings"

// litter reports whether a file name, without its folder, is one that an editor or a system leaves behind: a vim swap file or
// its write test 4913, an emacs lock (.#x) or auto-save (#x#), a backup (x~, x.orig), .DS_Store, or any other name that begins
// with a dot, as temporary files of atomic writes do.
func litter(name string) bool {
	switch {
	case name == "" || name == "4913":
		return true
	case name[0] == '.':
		return true
	case strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".orig"):
		return true
	default:
		return len(name) > 1 && name[0] == '#' && strings.HasSuffix(name, "#")
	}
}

// wanted reports whether a file of that name is reported: Markdown and YAML that is no litter.
func wanted(name string) bool {
	return !litter(name) && (strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".yaml"))
}
