package repo

import (
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"gitmem/memfile"
)

const bindingName = "gitmem.store"

// Binding reads which store a project is bound to, from the configuration in
// its common git directory; "" for none. A value that is no id of a store is a
// *memfile.Fault.
func Binding(common string) (memfile.ID, error) {
	path := filepath.Join(common, "config")
	file, err := readGitConfig(path)
	if err != nil {
		return "", err
	}
	v, ok := file.last(bindingName)
	if !ok {
		return "", nil
	}
	id, err := memfile.ParseID(v.value)
	if err != nil || id.Kind() != memfile.KindStore {
		before := file.text[:v.start]
		line := strings.LastIndexByte(before, '\n') + 1
		return "", &memfile.Fault{
			Path: path, Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[line:]) + 1,
			Rule: "binding", Message: bindingName + " does not name a store: it must be g and sixteen hex digits",
			Hint: "`gitmem stores attach` binds this project anew",
		}
	}
	return id, nil
}

// Bind binds a project to a store with one line in its own git configuration.
// It waits for git's lock on that file at most so long; after that the error
// is a *gitdir.LockedError. No byte but those of that line changes.
func Bind(common string, id memfile.ID, wait time.Duration) error {
	return editConfig(common, []string{bindingName}, wait, func(file *gitConfigFile) string { return file.withBinding(id) })
}

// Unbind takes the line away again; where there is none it does nothing.
func Unbind(common string, wait time.Duration) error {
	return editConfig(common, []string{bindingName}, wait, (*gitConfigFile).withoutBinding)
}

func (f *gitConfigFile) withBinding(id memfile.ID) string {
	return f.with("gitmem", "store", string(id))
}

func (f *gitConfigFile) withoutBinding() string { return f.without("gitmem", "store") }
