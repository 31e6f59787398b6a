package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Identity is who the person is for git, and how they sign.
type Identity struct {
	Person

	// StandIn says that git knows no name or no address, and which account stands
	// in; status tells it once.
	StandIn bool
	Signing Signing
}

// IdentityError says that git is told to use no identity but a configured one,
// and that there is none. The hint is the two commands of Commands.
type IdentityError struct {
	Missing []string // "user.name", "user.email"
}

func (e *IdentityError) Error() string {
	return "no git identity: user.useConfigOnly is set and " + strings.Join(e.Missing, " and ") + " is not"
}

// Commands are what a person runs to mend it.
func (e *IdentityError) Commands() []string {
	return []string{`git config --global user.name "Your Name"`, `git config --global user.email you@example.com`}
}

// ReadIdentity reads the person's identity: the store's git configuration, then
// the account's, then the system's; the nearest wins. Includes are followed by
// git itself, where there are any. Where nothing is configured, the account
// name and an address under .invalid stand in. The variables GIT_AUTHOR_* and
// GIT_COMMITTER_* of a caller are not obeyed: they may belong to the commit of
// another repository.
//
// git is the store's common git directory, or "" for none. What a store says
// of signing counts only where this account's data home holds it, and never
// names a program.
//
// Errors: *IdentityError; a *memfile.Fault for a configuration that git could
// not read either.
func ReadIdentity(git string, env Env) (Identity, error) {
	c, err := readPersonConfig(git, env)
	if err != nil {
		return Identity{}, err
	}
	id := Identity{
		Person:  Person{Name: cleanIdent(c.any("user.name")), Email: cleanIdent(c.any("user.email"))},
		Signing: c.signing(git != "" && env.own(canonical(git))),
	}
	return id, id.standIn(gitBool(c.any("user.useconfigonly")), env)
}

// standIn fills what git does not know.
func (id *Identity) standIn(configOnly bool, env Env) error {
	var missing []string
	if id.Name == "" {
		missing = append(missing, "user.name")
	}
	if id.Email == "" {
		missing = append(missing, "user.email")
	}
	if len(missing) == 0 {
		return nil
	}
	if configOnly {
		return &IdentityError{Missing: missing}
	}
	id.StandIn = true
	account := cleanIdent(env.Account)
	if account == "" {
		account = "unknown"
	}
	if id.Name == "" {
		id.Name = account
	}
	if id.Email == "" {
		id.Email = Slug(account) + "@" + env.host() + ".invalid"
	}
	return nil
}

func (e Env) host() string {
	host := e.Host
	if host == "" {
		host, _ = os.Hostname()
	}
	host, _, _ = strings.Cut(host, ".")
	if strings.Trim(host, " ") == "" {
		return "localhost"
	}
	return Slug(host)
}

// cleanIdent takes away what git does not allow in names and addresses: control
// characters, angle brackets, and punctuation at the ends.
func cleanIdent(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '<' || r == '>' || r == 0xfffd {
			return -1
		}
		return r
	}, s)
	return strings.Trim(s, " ,:;\"\\'")
}

// signing reads how commits are signed. local says that the store's own
// configuration is the person's too.
func (c personConfig) signing(local bool) Signing {
	read := c.users
	if local {
		read = c.any
	}
	s := Signing{Sign: gitBool(read("commit.gpgsign")), Format: strings.ToLower(read("gpg.format")), Key: read("user.signingkey")}
	if s.Format == "" {
		s.Format = "openpgp"
	}
	s.Program = c.users("gpg." + s.Format + ".program")
	if s.Program == "" && s.Format == "openpgp" {
		s.Program = c.users("gpg.program")
	}
	return s
}

// personConfig is git's configuration as far as a person's identity goes, in
// the order in which git reads it.
type personConfig struct {
	user  []configVariable // the system's and the account's
	store []configVariable // the store's own
}

// any gives the value in force; users the one that no store can set.
func (c personConfig) any(name string) string {
	if value, ok := lastValue(c.store, name); ok {
		return value
	}
	return c.users(name)
}

func (c personConfig) users(name string) string {
	value, _ := lastValue(c.user, name)
	return value
}

// all gives every value of a variable that no store can set, in order.
func (c personConfig) all(name string) []string {
	var values []string
	for _, v := range c.user {
		if v.name == name {
			values = append(values, v.value)
		}
	}
	return values
}

func lastValue(variables []configVariable, name string) (value string, ok bool) {
	for i := len(variables) - 1; i >= 0; i-- {
		if variables[i].name == name {
			return variables[i].value, true
		}
	}
	return "", false
}

func includes(variables []configVariable) bool {
	return slices.ContainsFunc(variables, func(v configVariable) bool {
		return v.name == "include.path" || strings.HasPrefix(v.name, "includeif.") && strings.HasSuffix(v.name, ".path")
	})
}

// readPersonConfig reads the files itself, which takes microseconds, and asks
// git where one of them includes others.
func readPersonConfig(git string, env Env) (personConfig, error) {
	c, err := readConfigFiles(git, env.gitConfigFiles())
	if err != nil || !includes(c.user) && !(includes(c.store) && env.own(canonical(git))) {
		return c, err
	}
	asked, err := askGit(git, env.Home, env)
	if err != nil {
		return c, nil // without git, what the files themselves say stands
	}
	return asked, nil
}

// ownGitConfig is the system's and the account's configuration where no
// variable can move them; what cannot be read counts as empty.
func ownGitConfig(env Env) personConfig {
	if env.AccountHome == "" {
		return personConfig{}
	}
	own := env
	own.Home = env.AccountHome
	own.Getenv = func(string) string { return "" }
	c, err := readPersonConfig("", own)
	if err != nil {
		return personConfig{}
	}
	return c
}

func readConfigFiles(git string, files []string) (personConfig, error) {
	var c personConfig
	for _, path := range files {
		file, err := readGitConfig(path)
		if err != nil {
			return c, fmt.Errorf("git configuration: %w", err)
		}
		c.user = append(c.user, file.variables...)
	}
	if git == "" {
		return c, nil
	}
	file, err := readGitConfig(filepath.Join(git, "config"))
	if err != nil {
		return c, fmt.Errorf("git configuration: %w", err)
	}
	c.store = file.variables
	return c, nil
}
