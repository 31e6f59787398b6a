package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

func newTrust(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "trust",
		Short: "See everything that a foreign store would tell agents, and allow it",
		Long: `A store in .gitmem of a project that this account did not make is foreign: it can be read, searched and checked,
but nothing of it is handed to an agent. This command shows every entry, skill and experience of it, and notes by a
digest that you saw them.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.runTrust() },
	}
}

// trusted is what trust prints.
type trusted struct {
	Store   string     `json:"store"`
	ID      memfile.ID `json:"id"`
	Foreign bool       `json:"foreign"`
	Trusted bool       `json:"trusted"` // agents may be told what it holds
	Digest  string     `json:"digest,omitempty"`
	DryRun  bool       `json:"dry_run,omitempty"`
}

func (a *app) runTrust() error {
	if _, err := a.mayDecide("trust"); err != nil {
		return err
	}
	s, found, err := a.open(false)
	if err != nil {
		return err
	}
	out := trusted{Store: found.Root, ID: found.ID, Foreign: found.Foreign, Trusted: !found.Foreign, DryRun: a.globals.dryRun}
	if !found.Foreign {
		a.tell("this account made this store; there is nothing to trust")
		return a.ifJSON(out)
	}
	shown, err := s.Offered()
	if err != nil {
		return err
	}
	a.showOffered(shown)
	out.Digest = repo.DigestOffered(shown)
	if found.Trusted != nil && found.Trusted.Digest == out.Digest {
		a.tell("you trusted just this on %s; nothing was changed", stamp(found.Trusted.At))
		out.Trusted = true
		return a.ifJSON(out)
	}
	ok, err := a.confirm("may agents be told all of this?")
	if err != nil {
		return err
	}
	if !ok || a.globals.dryRun {
		return a.ifJSON(out)
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	if err := repo.TrustStore(found, out.Digest, s.Now(), options); err != nil {
		return err
	}
	a.tell("trusted")
	out.Trusted = true
	return a.ifJSON(out)
}

// showOffered shows every text, and before each what the guard says of it.
func (a *app) showOffered(shown []repo.Shown) {
	w, tty := a.stage()
	if len(shown) == 0 {
		a.tell("it holds no entry, no skill and no experience")
	}
	for _, s := range shown {
		text := string(s.Data)
		fmt.Fprintln(w, a.bold("--- "+visibleName(s.Path), tty))
		for _, f := range guard.Scan(text, guard.Resident, guard.Options{Actor: memfile.ActorUser}) {
			fmt.Fprintln(w, a.red(fmt.Sprintf("the guard: line %d: %s", f.Line, f.Message), tty))
		}
		redacted, _ := guard.Redact(text)
		fmt.Fprintln(w, visible(strings.TrimRight(redacted, "\n")))
	}
}
