package cmd

import (
	"path/filepath"
	"strings"

	"gitmem/repo"
	"gitmem/repo/config"
	"gitmem/repo/signers"
)

// allowedSigners is the file of those who may sign a decision, empty for none.
// ~ is the account's own home: no variable moves the file away.
func (a *app) allowedSigners(s *config.Settings) string {
	rest, home := strings.CutPrefix(s.Approvals.AllowedSigners, "~/")
	if !home {
		return s.Approvals.AllowedSigners
	}
	if a.env.AccountHome != "" {
		return filepath.Join(a.env.AccountHome, rest)
	}
	return filepath.Join(a.env.Home, rest)
}

// signersOf is by whom the decisions of a store have to be signed; nil where
// no signature is required, or nothing says by whom.
func (a *app) signersOf(s *repo.Store) (*signers.List, error) {
	settings, err := a.loadSettings(s.Root, s.ID)
	if err != nil || !settings.Approvals.RequireSignature {
		return nil, err
	}
	file := a.allowedSigners(settings)
	if file == "" {
		a.notice(repo.ErrNoSigners.Error() + ": no signature is checked")
		return nil, nil
	}
	return signers.Read(file)
}

// signerHint is how a key that may not decide is allowed to.
func signerHint(e *signers.UnknownError) string {
	add := "a person allows it with: echo " + quoted(e.Line()) + " >> " + quoted(e.File)
	if e.Reason != "" {
		return "mend that line, or, if the key may decide for " + e.Principal + ", " + add
	}
	return add
}
