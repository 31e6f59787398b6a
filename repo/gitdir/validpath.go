package gitdir

import "strings"

// checkPath refuses what git refuses in a tree or an index, on any platform: a path that leaves its
// folder, or whose parts a file system could take for `.git`.
func checkPath(path string) error {
	if strings.IndexByte(path, 0) >= 0 {
		return &InvalidPathError{path, "a path cannot hold a NUL byte"}
	}
	for part := range strings.SplitSeq(path, "/") {
		switch {
		case part == "":
			return &InvalidPathError{path, "a path has no empty parts and neither begins nor ends with a slash"}
		case part == "." || part == "..":
			return &InvalidPathError{path, "a path has no parts . and .."}
		case likeDotGit(part):
			return &InvalidPathError{path, "a part could be taken for git's own folder"}
		}
	}
	return nil
}

// likeDotGit is true for the spellings of .git on file systems that ignore case, trailing dots and
// spaces, stream names (NTFS) or invisible characters (HFS+).
func likeDotGit(part string) bool {
	part, _, _ = strings.Cut(part, ":")
	part = strings.TrimRight(strings.Map(visible, part), " .")
	return strings.EqualFold(part, ".git") || strings.EqualFold(part, "git~1")
}

func visible(r rune) rune {
	switch {
	case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
		return -1
	}
	return r
}
