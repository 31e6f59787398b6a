package precommit

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// maxComponent is the longest part of a path that every usual disk takes, in bytes.
const maxComponent = 255

// checkNames looks at the paths that the commit adds: whether every system can
// have a file of that name, and whether two of them would be one file where
// the disk folds case or normalises.
func (c *Commit) checkNames(changes []change) []candidates.Problem {
	added := map[string]bool{}
	var problems []candidates.Problem
	for _, ch := range changes {
		if !ch.added {
			continue
		}
		for at := ch.path; at != "."; at = path.Dir(at) {
			added[folded(at)] = true
		}
		if reason := oddName(ch.path); reason != "" {
			problems = append(problems, problem(ch.path, "name", reason, "rename it"))
		}
	}
	if len(added) == 0 {
		return problems
	}
	return append(problems, c.clashes(added)...)
}

// clashes finds the paths, and the folders on their way, that meet in one of
// the folded spellings under another spelling.
func (c *Commit) clashes(wanted map[string]bool) []candidates.Problem {
	spelled := map[string]string{}
	var problems []candidates.Problem
	c.eachPath(func(at string) {
		key := folded(at)
		if !wanted[key] {
			return
		}
		if other, ok := spelled[key]; ok && other != at {
			problems = append(problems, problem(at, "name.clash", fmt.Sprintf("is the same file as %q where the disk does not tell their spelling apart", other), "keep one of the two"))
			return
		}
		spelled[key] = at
	})
	return problems
}

// eachPath visits every staged path, and each folder once, in order.
func (c *Commit) eachPath(visit func(at string)) {
	last := ""
	for _, entry := range c.staged() {
		name := entry.Path
		for i, r := range name {
			if r == '/' && !strings.HasPrefix(last, name[:i+1]) {
				visit(name[:i])
			}
		}
		visit(name)
		last = name
	}
}

func folded(name string) string { return strings.ToLower(fold.NFC(name)) }

// oddName says why a path cannot stand on every system.
func oddName(name string) string {
	for part := range strings.SplitSeq(name, "/") {
		switch {
		case len(part) > maxComponent:
			return fmt.Sprintf("a part of the name is longer than %d bytes", maxComponent)
		case strings.ContainsFunc(part, unicode.IsControl):
			return "a control character in the name"
		case strings.ContainsAny(part, `\:*?"<>|`):
			return "a character in the name that Windows cannot have"
		case strings.TrimRight(part, ". ") != part:
			return "a part of the name ends with a dot or a space"
		case repo.ReservedOnWindows(part):
			return "a name that Windows reserves"
		}
	}
	return ""
}

func problem(name, rule, message, hint string) candidates.Problem {
	return candidates.Problem{Fault: &memfile.Fault{Path: name, Rule: rule, Message: message, Hint: hint}}
}
