package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo/config"
)

func newConfig(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "See, change and check settings",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		&cobra.Command{
			Use: "list", Short: "Print every setting in force, and where it comes from", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.configList() },
		},
		&cobra.Command{
			Use: "get KEY", Short: "Print one setting", Args: cobra.ExactArgs(1), ValidArgsFunction: settingNames,
			RunE: func(_ *cobra.Command, args []string) error { return a.configGet(args[0]) },
		},
		&cobra.Command{
			Use: "set KEY VALUE", Short: "Change one setting in your own settings file", Args: cobra.ExactArgs(2), ValidArgsFunction: settingNames,
			RunE: func(_ *cobra.Command, args []string) error { return a.configSet(args[0], args[1]) },
		},
		&cobra.Command{
			Use: "check", Short: "Say what is wrong in settings, and what a layer asked for and did not get", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.configCheck() },
		},
	)
	return c
}

func settingNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, k := range config.Keys() {
		names = append(names, k.Name+"\t"+k.Purpose)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// settingsHere are those of the store here, or of no store.
func (a *app) settingsHere() (*config.Settings, error) {
	found, err := a.found(false)
	if isNoStore(err) {
		return a.loadSettings("", "")
	}
	if err != nil {
		return nil, err
	}
	return a.loadSettings(found.Root, found.ID)
}

func (a *app) configList() error {
	s, err := a.settingsHere()
	if err != nil {
		return err
	}
	if a.asJSON() {
		return printList(a, s.List())
	}
	for _, v := range s.List() {
		text := v.Text
		if text == "" {
			text = "(not set)"
		}
		a.say("%s: %s  # %s", v.Key, visible(text), visible(v.Origin))
	}
	return nil
}

func (a *app) configGet(name string) error {
	s, err := a.settingsHere()
	if err != nil {
		return err
	}
	v, ok := s.Get(name)
	if !ok {
		return unknownSetting(name)
	}
	if a.asJSON() {
		return a.printJSON(v)
	}
	a.say("%s", visible(v.Text))
	return nil
}

func unknownSetting(name string) error {
	return fmt.Errorf("%s: %w", name, errNoSetting)
}

var errNoSetting = errors.New("no such setting")

// changedSetting is what config set prints.
type changedSetting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Path    string `json:"path"`
	Changed bool   `json:"changed"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

// configSet changes the user's file. A safety setting is a person's decision.
func (a *app) configSet(name, value string) error {
	if _, ok := config.Lookup(name); !ok {
		return unknownSetting(name)
	}
	path := a.env.UserConfig()
	before, err := config.ReadFile(path)
	if err != nil {
		return err
	}
	after, err := config.Edit(path, before, name, value)
	if err != nil {
		return &settingError{name: name, err: err}
	}
	w, tty := a.stage()
	a.printDiff(w, candidates.Unified(path, path, string(before), string(after)), tty)
	out := changedSetting{Key: name, Value: value, Path: path, DryRun: a.globals.dryRun}
	yes, err := a.maySet(name)
	if err != nil {
		return err
	}
	a.tellDryRun()
	if yes && !a.globals.dryRun {
		if err := config.Set(path, name, value); err != nil {
			return err
		}
		out.Changed = string(before) != string(after)
	}
	return a.ifJSON(out)
}

// maySet asks before a safety setting is changed.
func (a *app) maySet(name string) (bool, error) {
	if !config.Safety(name) {
		return true, nil
	}
	if _, err := a.mayDecide("config set " + name); err != nil {
		return false, err
	}
	return a.confirm(name + " is a safety setting; change it?")
}

// checkedSettings is what config check prints: what is wrong, and what a layer
// asked for and did not get.
type checkedSettings struct {
	Faults  []foundFault `json:"faults"`
	Remarks []foundFault `json:"remarks"`
}

func (a *app) configCheck() error {
	s, err := a.settingsHere()
	var faults memfile.Faults
	if errors.As(err, &faults) {
		return a.reportSettings(faults)
	}
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(checkedSettings{Faults: []foundFault{}, Remarks: faultsOf(asProblems(s.Notes()))})
	}
	a.tell("%s: no fault; %s", visible(a.env.UserConfig()), counted(len(s.Notes()), "remark", "remarks"))
	return nil
}

func (a *app) reportSettings(faults []*memfile.Fault) error {
	problems := asProblems(faults)
	if !a.asJSON() {
		return a.report(problems)
	}
	if err := a.printJSON(checkedSettings{Faults: faultsOf(problems), Remarks: []foundFault{}}); err != nil {
		return err
	}
	return ending(problems)
}

func asProblems(faults []*memfile.Fault) []candidates.Problem {
	problems := make([]candidates.Problem, len(faults))
	for i, f := range faults {
		problems[i] = candidates.Problem{Fault: f}
	}
	return problems
}
