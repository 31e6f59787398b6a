package cmd

import (
	"errors"
	"os/exec"
	"path/filepath"

	"gitmem/hooks/agent/setup"
	"gitmem/repo"
	"gitmem/repo/gitdir"
)

// setupRequest is what the surroundings say of an agent that is to be set up.
func (a *app) setupRequest(agent, scope string) (setup.Request, error) {
	project, err := a.projectHere()
	if err != nil && (!errors.Is(err, repo.ErrNoStore) || scope == setup.Project) {
		return setup.Request{}, err
	}
	program, err := a.calledName()
	if err != nil {
		return setup.Request{}, err
	}
	folder := func(home string) string { return filepath.Join(home, "gitmem") }
	return setup.Request{
		Agent: agent, Scope: scope, Places: setup.UsualPlaces(a.env.Home, project.Folder, project.Main, a.getenv), Program: program,
		Home: a.env.Home, Hidden: []string{folder(a.env.DataHome), folder(a.env.StateHome)}, Fixed: []string{folder(a.env.ConfigHome)},
		State: folder(a.env.StateHome),
	}, nil
}

// calledName is how another program starts this one: by its name where PATH
// leads to it, else by its path.
func (a *app) calledName() (string, error) {
	program, err := ownProgram()
	if err != nil {
		return "", err
	}
	if found, err := exec.LookPath("gitmem"); err == nil && gitdir.SameFolder(found, program) {
		return "gitmem", nil
	}
	return program, nil
}
