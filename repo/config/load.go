package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"gitmem/memfile"
)

// Sources are the places from which settings come. All may be empty.
type Sources struct {
	// UserFile is <config home>/gitmem/config.yaml, wherever the environment
	// put the config home. OwnFile is the same file where it lies without any
	// help of the environment. Where UserFile is outside AccountHome, safety
	// settings are read from OwnFile, and UserFile only tightens them.
	UserFile, OwnFile string
	AccountHome       string // by the system's account list, not by $HOME; "" if unknown

	Store     memfile.ID // picks the overrides in projects; "" for none
	StoreFile string     // path of store.yaml, for messages
	StoreData []byte     // its bytes, of which only `settings:` is looked at

	Env   []string          // NAME=value, as os.Environ gives it
	Flags map[string]string // by key
}

// Load reads and joins all layers. The error is a memfile.Faults with every
// fault of every source, or that of a file that cannot be read; the settings
// are nil then, since half of a policy is not a policy.
func Load(src Sources) (*Settings, error) {
	l := &loading{src: src, settings: &Settings{Models: map[string]Model{}, values: make(map[string]held, len(allKeys()))}}
	l.defaults()
	for _, step := range []func() error{l.userFiles, l.store, l.environment, l.flags} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(l.faults) > 0 {
		return nil, l.faults
	}
	l.finish()
	return l.settings, nil
}

type loading struct {
	src      Sources
	settings *Settings
	faults   memfile.Faults
}

func (l *loading) defaults() {
	for _, key := range allKeys() {
		if key.Default == "" || key.family() {
			continue
		}
		value, problem := key.parse(key.Default)
		if problem != "" {
			panic("config: default of " + key.Name + " " + problem) // a fault of the table, which a test finds
		}
		l.settings.values[key.Name] = held{value: value, key: key}
	}
}

// userFiles reads the user's file. Where the environment led out of the
// account's home, the account's own file says first what is safe.
func (l *loading) userFiles() error {
	src := l.src
	if inside(src.AccountHome, src.UserFile) {
		return l.userFile(src.UserFile, layerOwn)
	}
	if src.OwnFile != "" && src.OwnFile != src.UserFile && inside(src.AccountHome, src.OwnFile) {
		if err := l.userFile(src.OwnFile, layerOwnSafety); err != nil {
			return err
		}
	}
	return l.userFile(src.UserFile, layerOutside)
}

func (l *loading) userFile(path string, as layer) error {
	data, err := ReadFile(path)
	if err != nil {
		return err
	}
	d, top := parseDocument(path, data)
	leaves := d.leaves(top)
	l.faults = append(l.faults, d.faults...)
	for _, project := range []string{"", string(l.src.Store)} {
		for _, leaf := range leaves {
			if leaf.project == project {
				l.apply(leaf, as, origin{path: path, line: leaf.at.Position.Line, column: leaf.at.Position.Column})
			}
		}
		if l.src.Store == "" {
			break
		}
	}
	if as == layerOutside && len(leaves) > 0 {
		l.note(origin{path: path}, "outside the account's own home: its safety settings can only tighten")
	}
	return nil
}

// ReadFile reads a settings file; one that does not exist is empty. Errors name
// the path: what is no plain file or too large is a fault.
func ReadFile(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, memfile.Faults{{Path: path, Rule: "file", Message: "not a plain file"}})
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}

// store reads `settings:` of store.yaml. The other keys of that file are
// memfile's to check.
func (l *loading) store() error {
	if len(l.src.StoreData) == 0 {
		return nil
	}
	d, top := parseDocument(l.src.StoreFile, l.src.StoreData)
	if top != nil {
		for _, entry := range top.Values {
			if name, ok := d.keyText(entry); ok && name == "settings" {
				l.storeSettings(d, entry)
			}
		}
	}
	l.faults = append(l.faults, d.faults...)
	return nil
}

// environment reads the variables of keys. Other variables that begin with
// GITMEM_ are the program's own, except that a name which can only be a
// mistyped setting is refused.
func (l *loading) environment() error {
	for _, pair := range l.src.Env {
		if !strings.HasPrefix(pair, variablePrefix) {
			continue
		}
		variable, s, _ := strings.Cut(pair, "=")
		if s == "" {
			continue // set and empty counts as not set
		}
		name, rest := keyOfVariable(variable)
		if name == "" {
			if rest != "" {
				l.refuse(origin{name: variable}, rest)
			}
			continue
		}
		l.text(name, s, layerEnvironment, origin{name: variable})
	}
	return nil
}

// flags are applied in the order of their names, so that messages come in
// the same order every time.
func (l *loading) flags() error {
	names := make([]string, 0, len(l.src.Flags))
	for name := range l.src.Flags {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if key, ok := Lookup(name); !ok || key.family() || strings.HasPrefix(name, "projects.") {
			l.refuse(origin{name: "flag"}, name)
			continue
		}
		l.text(name, l.src.Flags[name], layerFlag, origin{name: "flag " + name})
	}
	return nil
}

func (l *loading) text(name, s string, as layer, from origin) {
	key, _ := Lookup(name)
	value, problem := key.parse(s)
	if problem != "" {
		l.faults = append(l.faults, from.fault(memfile.RuleValue, name+" "+problem))
		return
	}
	l.apply(leaf{name: name, key: key, value: value}, as, from)
}

func (l *loading) refuse(from origin, name string) {
	rule, message, hint := refuseKey(name)
	f := from.fault(rule, message)
	f.Hint = hint
	l.faults = append(l.faults, f)
}

func (l *loading) note(from origin, message string) {
	l.settings.notes = append(l.settings.notes, from.fault("setting.ignored", message))
}
