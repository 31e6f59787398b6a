package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/config"
)

// app is one run of the program. What a command needs is made when it first
// asks, so that help and version work anywhere.
type app struct {
	Streams
	globals globals

	env      repo.Env
	noted    map[string]bool             // notices that were printed
	settings map[string]*config.Settings // by store folder
	answers  *answers                    // of stdin, once a question was asked

	interrupted <-chan struct{} // closed when a person presses ^C
	inEditor    atomic.Bool     // the keys are the editor's
}

func newApp(s Streams) *app {
	a := &app{Streams: s, noted: map[string]bool{}, settings: map[string]*config.Settings{}}
	if s.Env != nil {
		a.env = *s.Env
	} else {
		a.env = repo.ReadEnv(a.getenv)
	}
	return a
}

func (a *app) getenv(name string) string {
	for i := len(a.Environ) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(a.Environ[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}

// notice prints one line on stderr, once, unless --quiet.
func (a *app) notice(line string) {
	if a.globals.quiet || a.noted[line] {
		return
	}
	a.noted[line] = true
	fmt.Fprintln(a.Err, line)
}

// found is the store that this command is for.
func (a *app) found(global bool) (repo.Found, error) {
	q := repo.Query{Dir: a.Dir, Global: global || a.globals.global, Env: a.env}
	if a.globals.store != "" {
		q.Store = a.abs(a.globals.store)
	}
	found, err := repo.Find(q)
	switch {
	case isNoStore(err) && q.Store != "":
		err = &notThereError{err: err, hint: "--store names the folder of a store; `gitmem stores list` shows them"}
	case isNoStore(err) && q.Global:
		err = &notThereError{err: err, hint: "`gitmem init --global` makes the global store"}
	}
	return found, err
}

// open opens the store that this command is for.
func (a *app) open(global bool) (*repo.Store, repo.Found, error) {
	f, err := a.found(global)
	if err != nil {
		return nil, f, err
	}
	settings, err := a.loadSettings(f.Root, f.ID)
	if err != nil {
		return nil, f, err
	}
	s, err := repo.Open(f.Root, a.storeOptions(settings.LockTimeout))
	if err == nil && !a.globals.dryRun {
		// After a rename the registry learns where the project is now. Nothing
		// depends on it: a later command can do so as well.
		_ = repo.RecordProject(f, a.storeOptions(time.Millisecond))
	}
	return s, f, err
}

func (a *app) storeOptions(wait time.Duration) repo.Options {
	return repo.Options{Env: a.env, Now: a.now(), Rand: seed(a.getenv), Probe: failpoint(a.getenv), LockWait: wait, Notify: a.notice}
}

// now is the clock: the one passed in, else the pinned one of a test build,
// else nil for the real one.
func (a *app) now() func() time.Time {
	if a.Now != nil {
		return a.Now
	}
	return clock(a.getenv)
}

// loadSettings joins the settings for a store; root is empty without one.
func (a *app) loadSettings(root string, id memfile.ID) (*config.Settings, error) {
	if known := a.settings[root]; known != nil {
		return known, nil
	}
	var data []byte
	path := ""
	if root != "" {
		path = filepath.Join(root, repo.StoreFileName)
		var err error
		if data, err = config.ReadFile(path); err != nil {
			return nil, err
		}
	}
	settings, err := a.joinSettings(path, data, id)
	if err == nil {
		a.settings[root] = settings
	}
	return settings, err
}

// joinSettings joins the settings with those of a store.yaml.
func (a *app) joinSettings(path string, data []byte, id memfile.ID) (*config.Settings, error) {
	settings, err := config.Load(config.Sources{
		UserFile: a.env.UserConfig(), OwnFile: a.env.OwnConfig(), AccountHome: a.env.AccountHome,
		Store: id, StoreFile: path, StoreData: data, Env: a.Environ,
	})
	if err != nil {
		return nil, err
	}
	for _, n := range settings.Notes() {
		a.notice(n.Error())
	}
	return settings, nil
}

// desk opens the desk of the store that this command is for.
func (a *app) desk() (*candidates.Desk, error) { return a.deskOf("") }

// deskOf opens the desk of a scope: project, global, or the one that --global
// and the folder say. The global store is made when it is first written to.
func (a *app) deskOf(scope string) (*candidates.Desk, error) {
	s, found, err := a.open(scope == memfile.ScopeGlobal)
	if err != nil {
		return nil, err
	}
	if agent, _ := a.agent(); agent != "" && found.Foreign && found.Trusted == nil {
		return nil, &foreignError{root: s.Root}
	}
	if scope != "" && s.Scope != scope {
		return nil, usagef("--scope %s: the store here, %s, is %s memory", scope, s.Root, s.Scope)
	}
	return a.deskFor(s)
}

func (a *app) deskFor(s *repo.Store) (*candidates.Desk, error) {
	settings, err := a.loadSettings(s.Root, s.ID)
	if err != nil {
		return nil, err
	}
	return a.deskWith(s, settings), nil
}

func (a *app) deskWith(s *repo.Store, settings *config.Settings) *candidates.Desk {
	m := settings.Memory
	d := candidates.Open(s, candidates.Rules{
		Cap: m.CharLimit(s.Scope), Promotion: m.Promotion, AutoConfidence: m.AutoConfidence, PendingDays: m.PendingDays,
		RequireSignature: settings.Approvals.RequireSignature, AllowedSigners: a.allowedSigners(settings),
	})
	d.DryRun = a.globals.dryRun
	return d
}

// deskToPropose opens the desk for a proposal: where there is no project the
// scope is global, and the global store is made if need be.
func (a *app) deskToPropose(scope string) (*candidates.Desk, error) {
	d, err := a.deskOf(scope)
	if !errors.Is(err, repo.ErrNoStore) || a.globals.store != "" {
		return d, err
	}
	project, perr := repo.FindProject(a.Dir, a.env)
	inProject := perr == nil && project.Common != ""
	if scope == memfile.ScopeProject || (scope == "" && inProject && !a.globals.global) {
		return nil, err
	}
	return a.globalDesk()
}

// globalDesk opens the desk of the global store, making the store if need be.
func (a *app) globalDesk() (*candidates.Desk, error) {
	if _, err := os.Lstat(a.env.GlobalRoot()); err != nil {
		if _, _, err := a.makeGlobal(); err != nil {
			return nil, err
		}
	}
	s, _, err := a.open(true)
	if err != nil {
		return nil, err
	}
	return a.deskFor(s)
}
