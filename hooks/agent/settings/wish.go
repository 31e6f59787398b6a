package settings

import (
	"errors"
	"fmt"
)

// Form is how a file is written.
type Form string

// The forms.
const (
	JSON     Form = "json" // with comments and commas at the end, where the file has them
	TOML     Form = "toml"
	Markdown Form = "markdown"
)

// Wish is what gitmem wants in one file. Only what the form has is looked at.
type Wish struct {
	Form   Form
	Hooks  []Hook    // JSON
	Server *Server   // JSON, TOML
	Deny   []string  // JSON: rules below permissions.deny
	Values []Setting // JSON; TOML where the key stands already
	Block  *Block    // Markdown
}

// Setting is one value that is to be so.
type Setting struct {
	Path  []string
	Value any
}

// Kind says what is wrong with an entry.
type Kind string

// The kinds.
const (
	Missing Kind = "missing"
	Stale   Kind = "stale" // an older form of gitmem's own entry
)

// Lack is an entry that is not as wished.
type Lack struct {
	Kind Kind
	What string
}

// editor is one form of files.
type editor interface {
	look(w Wish) ([]Lack, error)
	install(w Wish) error
	remove(w Wish) error
	done() *text
}

// Install changes a file so that it holds what is wished. Where it does already
// nothing changes and Undo is empty. An absent file is no bytes. Errors:
// *memfile.Fault for what is not valid, *ConflictError.
func Install(path string, data []byte, w Wish) (Change, error) {
	return edit(path, data, w, func(e editor) error { return e.install(w) })
}

// Remove takes gitmem's own entries out, and what holds nothing more after that.
// Where Undo of a former Install still fits, it is more exact: it also brings back
// an empty list that a person had written.
func Remove(path string, data []byte, w Wish) (Change, error) {
	return edit(path, data, w, func(e editor) error { return e.remove(w) })
}

// Look says what is not as wished.
func Look(path string, data []byte, w Wish) ([]Lack, error) {
	e, err := open(path, data, w.Form)
	if err != nil {
		return nil, err
	}
	return e.look(w)
}

func edit(path string, data []byte, w Wish, work func(editor) error) (Change, error) {
	e, err := open(path, data, w.Form)
	if err != nil {
		return Change{}, err
	}
	if err := work(e); err != nil {
		return Change{}, err
	}
	change := e.done().change()
	if _, err := open(path, change.After, w.Form); err != nil {
		return Change{}, errors.Join(fmt.Errorf("%s: cannot be changed without damage; nothing was changed", path), err)
	}
	return change, nil
}

func open(path string, data []byte, form Form) (editor, error) {
	t, err := newText(path, data)
	if err != nil {
		return nil, err
	}
	switch form {
	case TOML:
		return openTOML(t)
	case Markdown:
		return openMarkdown(t)
	}
	return openJSON(t)
}
