package repo

import (
	"errors"
	"path/filepath"
	"runtime"
)

// ErrNoHome says that neither the variables nor the list of accounts name a
// home, so that there is no place for stores and private state.
var ErrNoHome = errors.New("no home directory is known: set HOME to an absolute path")

// Env is what the surroundings say of the person who runs gitmem: where homes
// are, and the variables that git's configuration depends on. It is a value, so
// that tests never touch the real ones.
type Env struct {
	Home    string // $HOME (the profile folder on Windows), else AccountHome
	Account string // name of the account, "" if unknown

	// AccountHome is the account's own home by the system's list of accounts,
	// which no variable can change; "" if the list does not know it.
	AccountHome string

	DataHome, StateHome, ConfigHome string // by XDG or the platform, absolute; gitmem's own folder lies in each

	// OwnConfigHome is where ConfigHome would be without any variable; "" where
	// AccountHome is unknown.
	OwnConfigHome string

	Getenv func(string) string // never nil after ReadEnv
	Host   string              // name of the machine, "" to ask the system when it is needed
}

// ReadEnv reads the surroundings. getenv is os.Getenv, or a test's own.
func ReadEnv(getenv func(string) string) Env {
	name, home := account(getenv)
	return readEnv(runtime.GOOS, getenv, name, home)
}

func readEnv(goos string, getenv func(string) string, account, accountHome string) Env {
	e := Env{Home: accountHome, Account: account, AccountHome: accountHome, Getenv: getenv}
	homeVariable := "HOME"
	if goos == "windows" {
		homeVariable = "USERPROFILE"
	}
	if home := getenv(homeVariable); filepath.IsAbs(home) {
		e.Home = filepath.Clean(home)
	}
	own := platformHomes(goos, accountHome, func(string) string { return "" })
	e.OwnConfigHome = own.config
	now := platformHomes(goos, e.Home, getenv)
	e.DataHome = xdg(getenv, "XDG_DATA_HOME", now.data)
	e.StateHome = xdg(getenv, "XDG_STATE_HOME", now.state)
	e.ConfigHome = xdg(getenv, "XDG_CONFIG_HOME", now.config)
	return e
}

// xdg obeys a variable of the XDG specification, which says that a relative
// path in one is to be ignored.
func xdg(getenv func(string) string, variable, standard string) string {
	if dir := getenv(variable); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return standard
}

type homes struct{ data, state, config string }

// platformHomes are the folders that programs of a platform use where no XDG
// variable says otherwise; empty where the home is unknown.
func platformHomes(goos, home string, getenv func(string) string) homes {
	if home == "" {
		return homes{}
	}
	in := func(parts ...string) string { return filepath.Join(append([]string{home}, parts...)...) }
	switch goos {
	case "darwin", "ios":
		support := in("Library", "Application Support")
		return homes{data: support, state: support, config: support}
	case "windows":
		local := xdg(getenv, "LOCALAPPDATA", in("AppData", "Local"))
		return homes{data: local, state: local, config: xdg(getenv, "APPDATA", in("AppData", "Roaming"))}
	default:
		return homes{data: in(".local", "share"), state: in(".local", "state"), config: in(".config")}
	}
}

// check refuses to work with paths that would be relative to wherever the
// command was started.
func (e Env) check() error {
	if e.DataHome == "" || e.StateHome == "" {
		return ErrNoHome
	}
	return nil
}

// UserConfig is the path of the user's settings file, "" where no home is known.
func (e Env) UserConfig() string { return configFile(e.ConfigHome) }

// OwnConfig is the path of the settings file in the account's own home, ""
// where that is unknown.
func (e Env) OwnConfig() string { return configFile(e.OwnConfigHome) }

func configFile(home string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(home, "gitmem", "config.yaml")
}

func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}
