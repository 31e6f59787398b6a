package cmd

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gitmem/hooks/precommit"
	"gitmem/repo"
)

func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look at everything that gitmem needs, and say what is not as it should be",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runDoctor(c.Context()) },
	}
}

// The states of a diagnosis.
const (
	sound  = "ok"
	remark = "remark"
	faulty = "fault"
)

// diagnosis is one thing that was looked at.
type diagnosis struct {
	Check   string `json:"check"`
	State   string `json:"state"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// runDoctor looks at one thing after the other; a fault of one never hides the
// others. It ends with exit 5 if there is a fault.
func (a *app) runDoctor(ctx context.Context) error {
	var all []diagnosis
	all = append(all, a.diagnoseGit(ctx), a.diagnoseHomes(), a.diagnoseRegistry(), a.diagnoseSettings())
	all = append(all, a.diagnoseStore(ctx)...)
	all = append(all, a.diagnoseAgents(ctx)...)
	if a.asJSON() {
		if err := printList(a, all); err != nil {
			return err
		}
	} else {
		a.sayDiagnoses(all)
	}
	for _, d := range all {
		if d.State == faulty {
			return exit(exitInvalid)
		}
	}
	return nil
}

func (a *app) sayDiagnoses(all []diagnosis) {
	for _, d := range all {
		state := fmt.Sprintf("%-6s", d.State)
		switch d.State {
		case sound:
			state = a.green(state, a.TerminalOut)
		case faulty:
			state = a.red(state, a.TerminalOut)
		default:
			state = a.yellow(state, a.TerminalOut)
		}
		a.say("%s  %s: %s", state, d.Check, visibleName(d.Message))
		if d.Hint != "" {
			a.say("        %s", visibleName(d.Hint))
		}
	}
}

// ailing is the diagnosis of an error.
func ailing(check string, err error) diagnosis {
	c := explain(err)
	return diagnosis{Check: check, State: faulty, Message: c.Message, Hint: c.Hint}
}

// diagnoseGit: gitmem works without git, but people audit with it.
func (a *app) diagnoseGit(ctx context.Context) diagnosis {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "git", "--version").Output()
	if err != nil {
		return diagnosis{Check: "git", State: remark, Message: "not found in PATH; gitmem works without it, `git log` and hooks do not"}
	}
	return diagnosis{Check: "git", State: sound, Message: strings.TrimSpace(string(out))}
}

func (a *app) diagnoseHomes() diagnosis {
	d := diagnosis{Check: "folders", State: sound, Message: fmt.Sprintf("data %s, state %s, settings %s", a.env.DataHome, a.env.StateHome, a.env.ConfigHome)}
	if a.env.DataHome == "" || a.env.StateHome == "" || a.env.ConfigHome == "" {
		d.State, d.Message, d.Hint = faulty, "the home directory is not known", "set HOME"
	}
	return d
}

func (a *app) diagnoseRegistry() diagnosis {
	list, err := repo.ListStores(a.env)
	if err != nil {
		return ailing("registry", err)
	}
	gone := 0
	for _, s := range list {
		if !s.Present {
			gone++
		}
	}
	d := diagnosis{Check: "registry", State: sound, Message: counted(len(list), "store", "stores")}
	if gone > 0 {
		d.State, d.Message = remark, fmt.Sprintf("%s, of %d the folder is gone", counted(len(list), "store", "stores"), gone)
		d.Hint = "`gitmem stores list` names them"
	}
	return d
}

func (a *app) diagnoseSettings() diagnosis {
	s, err := a.settingsHere()
	if err != nil && !isNoStore(err) {
		return ailing("settings", err)
	}
	d := diagnosis{Check: "settings", State: sound, Message: a.env.UserConfig()}
	if s != nil && len(s.Notes()) > 0 {
		d.State, d.Message, d.Hint = remark, s.Notes()[0].Error(), "`gitmem config check` shows all"
	}
	return d
}

// diagnoseStore looks at the store here, its repository, disk and hooks, and at
// what is kept beside it.
func (a *app) diagnoseStore(ctx context.Context) []diagnosis {
	s, found, err := a.open(false)
	if isNoStore(err) {
		return []diagnosis{{Check: "store", State: remark, Message: firstLine(err.Error()), Hint: "`gitmem init` makes one"}}
	}
	if err != nil {
		return []diagnosis{ailing("store", err)}
	}
	all := []diagnosis{{Check: "store", State: sound, Message: fmt.Sprintf("%s, %s (%s)", s.ID, s.Root, found.How)}}
	if found.Foreign && found.Trusted == nil {
		all = append(all, diagnosis{Check: "trust", State: remark, Message: "this account did not make the store; nothing of it is handed to an agent", Hint: "`gitmem trust` shows what it holds"})
	}
	all = append(all, a.diagnoseIdentity(s), a.diagnoseHooks(s), a.diagnosePending(s), a.diagnoseIndex(ctx, s), a.diagnoseReceipts(s))
	return append(all, diagnoseHealth(s)...)
}

func (a *app) diagnoseIdentity(s *repo.Store) diagnosis {
	who, err := s.Identity()
	if err != nil {
		return ailing("identity", err)
	}
	d := diagnosis{Check: "identity", State: sound, Message: fmt.Sprintf("%s <%s>", who.Name, who.Email)}
	if who.StandIn {
		d.State, d.Hint = remark, "git knows no identity and the account stands in: "+strings.Join((&repo.IdentityError{}).Commands(), " && ")
	}
	return d
}

func (a *app) diagnoseHooks(s *repo.Store) diagnosis {
	status, err := precommit.Of(s, a.env, 0).Look()
	switch {
	case err != nil:
		return ailing("hook", err)
	case !status.Active:
		return diagnosis{Check: "hook", State: remark, Message: "inactive: " + status.Reason, Hint: "`gitmem hooks install` makes git check commits by hand"}
	}
	return diagnosis{Check: "hook", State: sound, Message: "active in " + status.Folder}
}

func (a *app) diagnosePending(s *repo.Store) diagnosis {
	pending, err := s.Pending()
	if err != nil {
		return ailing("operations", err)
	}
	if len(pending) == 0 {
		return diagnosis{Check: "operations", State: sound, Message: "none is unfinished"}
	}
	p := pending[0]
	return diagnosis{Check: "operations", State: remark, Message: fmt.Sprintf("%d unfinished; %s is %s", len(pending), p.Operation, p.State), Hint: "`gitmem recover` settles what can be settled"}
}

func diagnoseHealth(s *repo.Store) []diagnosis {
	found, err := s.Health()
	var all []diagnosis
	for _, f := range found {
		d := diagnosis{Check: "repository", State: remark, Message: f.Path + ": " + f.Message, Hint: f.Hint}
		if f.Serious {
			d.State = faulty
		}
		all = append(all, d)
	}
	if err != nil {
		all = append(all, ailing("repository", err))
	}
	if len(all) == 0 {
		all = append(all, diagnosis{Check: "repository", State: sound, Message: "no empty object or reference, no lock left, not too many packs"})
	}
	return all
}
