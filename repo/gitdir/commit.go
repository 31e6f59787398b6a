package gitdir

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// Commit is a commit as it stands in the repository. Texts are the bytes that are there, in whatever
// encoding they have; Raw is the whole object and must not be changed.
type Commit struct {
	Hash, Tree        Hash
	Parents           []Hash
	Author, Committer Signature
	Message           string
	Encoding          string // of the message and the names, as the commit says; empty means UTF-8
	Signed            string // the signature, unfolded, ending in a newline; empty where there is none
	Raw               []byte

	headers []header
}

// header is one header of a commit: its name, and its value as it stands, folded lines included.
type header struct{ name, value string }

// Commit reads a commit. Errors: ErrNoObject, ErrDamaged.
func (d *Dir) Commit(h Hash) (*Commit, error) {
	raw, err := d.typed(h, plumbing.CommitObject)
	if err != nil {
		return nil, err
	}
	return ParseCommit(raw)
}

// ParseCommit takes the bytes of a commit apart. It accepts what git accepts: unknown headers, times
// that are no times, text in any encoding. Errors: ErrDamaged where the tree or a parent is not an id.
func ParseCommit(raw []byte) (*Commit, error) {
	c := &Commit{Hash: HashObject(plumbing.CommitObject, raw), Raw: raw}
	rest := string(raw)
	for rest != "" && rest[0] != '\n' {
		line := foldedLine(rest)
		rest = rest[len(line):]
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || name == "" || line[len(line)-1] != '\n' {
			return nil, damaged("commit "+c.Hash.String(), "%.40q is not a header", line)
		}
		c.headers = append(c.headers, header{name, value})
		if err := c.take(name, value); err != nil {
			return nil, err
		}
	}
	if len(c.headers) == 0 || c.headers[0].name != "tree" {
		return nil, damaged("commit "+c.Hash.String(), "it names no tree")
	}
	if rest == "" {
		return nil, damaged("commit "+c.Hash.String(), "it ends within its headers")
	}
	c.Message = rest[1:]
	return c, nil
}

// foldedLine is the first line with the lines that continue it.
func foldedLine(s string) string {
	for end := 0; ; {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			return s
		}
		end += i + 1
		if end == len(s) || s[end] != ' ' {
			return s[:end]
		}
	}
}

// take notes what a header says. The first of each kind counts, as for git.
func (c *Commit) take(name, value string) error {
	switch name {
	case "tree", "parent":
		id, err := hex.DecodeString(value)
		if err != nil || len(id) != len(c.Tree) {
			return damaged("commit "+c.Hash.String(), "its %s %.60q is not an id", name, value)
		}
		if name == "parent" {
			c.Parents = append(c.Parents, Hash(id))
		} else if len(c.headers) == 1 {
			c.Tree = Hash(id)
		}
	case "author":
		c.Author = first(c.Author, value)
	case "committer":
		c.Committer = first(c.Committer, value)
	case "encoding":
		c.Encoding = value
	case "gpgsig":
		c.Signed = strings.ReplaceAll(value, "\n ", "\n") + "\n"
	}
	return nil
}

func first(have Signature, value string) Signature {
	if have != (Signature{}) {
		return have
	}
	return parseSignature(value)
}

// encode prints what was parsed, byte for byte.
func (c *Commit) encode() []byte {
	var b bytes.Buffer
	for _, h := range c.headers {
		b.WriteString(h.name + " " + h.value + "\n")
	}
	b.WriteString("\n" + c.Message)
	return b.Bytes()
}

// Payload is what a signature of the commit is over: the commit without its signatures. twice is true
// where it has several, of which none can be meant.
func (c *Commit) Payload() (payload []byte, twice bool) {
	rest := *c
	rest.headers = slices.DeleteFunc(slices.Clone(c.headers), func(h header) bool { return h.name == "gpgsig" || h.name == "gpgsig-sha256" })
	return rest.encode(), len(c.headers)-len(rest.headers) > 1
}

// CommitDraft is a commit to be written.
type CommitDraft struct {
	Tree              Hash
	Parents           []Hash
	Author, Committer Signature
	Message           string // ends in a newline, by git's custom; NUL bytes are left out
	Encoding          string // of names and message; empty means UTF-8
	Signed            string // an armoured signature over EncodeCommit of the same draft without it
}

// EncodeCommit prints a commit the way git does. The signature is folded into a gpgsig header.
func EncodeCommit(c CommitDraft) []byte {
	var b bytes.Buffer
	b.WriteString("tree " + c.Tree.String() + "\n")
	for _, p := range c.Parents {
		b.WriteString("parent " + p.String() + "\n")
	}
	b.WriteString("author " + c.Author.String() + "\n")
	b.WriteString("committer " + c.Committer.String() + "\n")
	if e := oneLine(c.Encoding); e != "" {
		b.WriteString("encoding " + e + "\n")
	}
	if s := strings.TrimRight(c.Signed, "\n"); s != "" {
		b.WriteString("gpgsig " + strings.ReplaceAll(s, "\n", "\n ") + "\n")
	}
	b.WriteString("\n" + strings.ReplaceAll(c.Message, "\x00", ""))
	return b.Bytes()
}
