package cmd

import (
	"errors"
	"fmt"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile/guard"
	"gitmem/repo"
	"gitmem/repo/gitdir"
	"gitmem/repo/signers"
)

// classifyRefusal: what may not be.
func classifyRefusal(err error) (int, string, bool) {
	var (
		refused   *guard.RefusedError
		tomb      *candidates.TombstoneError
		capacity  *candidates.CapError
		flood     *candidates.FloodError
		authority *candidates.AuthorityError
		unsafe    *repo.UnsafePathError
		owner     *repo.OwnerError
		foreign   *foreignError
		identity  *repo.IdentityError
		form      *gitdir.UnsupportedError
		signer    *signers.UnknownError
		signature *signers.BadError
	)
	switch {
	case errors.As(err, &refused):
		return exitRefused, refused.Findings[0].Hint, true
	case errors.As(err, &tomb):
		return exitRefused, fmt.Sprintf("`gitmem show %s` says why", tomb.Candidate), true
	case errors.As(err, &capacity):
		return exitRefused, "`gitmem list` shows every entry with its size; `gitmem propose --operations` can replace and remove several in one step", true
	case errors.As(err, &flood):
		return exitRefused, "`gitmem review` walks through them", true
	case errors.As(err, &authority):
		return exitRefused, "run it yourself in a terminal, or propose the change; approvals.from_agents: allow in your own settings permits it", true
	case errors.As(err, &unsafe):
		return exitRefused, "", true
	case errors.As(err, &foreign):
		return exitRefused, "`gitmem trust`, run by a person, shows all of it first", true
	case errors.As(err, &owner):
		return exitRefused, "git's own safe.directory lists the folders of others that you trust", true
	case errors.Is(err, repo.ErrUnsigned):
		return exitRefused, "git config --global gpg.format ssh && git config --global user.signingKey KEY && git config --global commit.gpgsign true", true
	case errors.Is(err, repo.ErrNoSigners):
		return exitRefused, "gitmem config set approvals.allowed_signers ~/.ssh/allowed_signers, a file with lines like: you@example.org ssh-ed25519 AAAA…", true
	case errors.As(err, &signer):
		return exitRefused, signerHint(signer), true
	case errors.As(err, &signature):
		return exitRefused, "what git's gpg.ssh.program signs is not what it was given, or not for git; nothing was changed", true
	case errors.As(err, &identity):
		return exitUnexpected, strings.Join(identity.Commands(), " && "), true
	case errors.As(err, &form):
		return exitInvalid, form.Hint, true
	}
	return 0, "", false
}
