package precommit

import (
	"bytes"
	_ "embed"
	"path/filepath"
	"strings"
)

// The names of our hooks, as git calls them, and what a foreign hook of the
// same name is called once it is chained.
const (
	PreCommit     = "pre-commit"
	PostCommit    = "post-commit"
	chainedSuffix = ".chained"
)

// names are the hooks that Install writes, in that order: the one that checks
// comes last, so that a crash never leaves a store that only adopts.
var names = []string{PostCommit, PreCommit}

//go:embed pre-commit.sh
var preCommitScript string

//go:embed post-commit.sh
var postCommitScript string

// marker begins the second line of our hooks; by it they are known again.
const marker = "# gitmem hook: "

// script is the text of a hook that calls the program at a path.
func script(name, program string) []byte {
	text := preCommitScript
	if name == PostCommit {
		text = postCommitScript
	}
	return []byte(strings.Replace(text, "@PROGRAM@", quote(filepath.ToSlash(program)), 1))
}

// quote makes one word of the shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// isOurs tells whether a hook was written by gitmem, by this or another version.
func isOurs(text []byte) bool {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return bytes.HasPrefix(text, []byte("#!")) && bytes.HasPrefix(rest, []byte(marker))
}
