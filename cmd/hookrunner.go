package cmd

import (
	"strconv"

	"gitmem/hooks/agent"
)

// runnerJobs is how many jobs a process carries out that a hook started.
const runnerJobs = 2

// startRunner starts a process that works on what waits, where anything does
// and nobody is at it.
func (a *app) startRunner(h *hookedStore) error {
	if on, _ := h.settings.Generates(); !on || h.found.Foreign && h.found.Trusted == nil {
		return nil
	}
	queue := a.queueOf(h.store)
	if waits, err := a.anythingWaits(h); err != nil || !waits {
		return err
	}
	if attended, err := queue.Attended(); err != nil || attended {
		return err
	}
	program, err := ownProgram()
	if err != nil {
		return err
	}
	log, err := queue.Log()
	if err != nil {
		return err
	}
	start := a.Start
	if start == nil {
		start = agent.Start
	}
	return start(agent.Runner{
		Program: program, Args: []string{"--store", h.store.Root, "jobs", "run", "--max", strconv.Itoa(runnerJobs)},
		Environ: agent.Environ(a.Environ, h.keyVariables()...), Dir: a.env.Home, Log: log,
	})
}

// indexLater starts a process that brings the index up to date, which took a
// hook more time than it has, so that the next prompt finds it so.
func indexLater(streams Streams, cwd string) error {
	streams.Dir = cwd
	a := newApp(streams)
	s, _, err := a.open(false)
	if err != nil {
		return ignoreMissing(err)
	}
	program, err := ownProgram()
	if err != nil {
		return err
	}
	log, err := a.queueOf(s).Log()
	if err != nil {
		return err
	}
	start := a.Start
	if start == nil {
		start = agent.Start
	}
	return start(agent.Runner{
		Program: program, Args: []string{"--store", s.Root, "--quiet", "search", "--limit", "1", "gitmem"},
		Environ: agent.Environ(a.Environ), Dir: a.env.Home, Log: log,
	})
}

// anythingWaits tells whether a transcript was noted or a job is due.
func (a *app) anythingWaits(h *hookedStore) (bool, error) {
	noted, err := h.shelf.Noted()
	if err != nil || len(noted) > 0 {
		return err == nil, err
	}
	return a.queueOf(h.store).IsDue()
}

// keyVariables are the variables in which the settings look for keys.
func (h *hookedStore) keyVariables() []string {
	var names []string
	for _, m := range h.settings.Models {
		if m.KeyEnv != "" {
			names = append(names, m.KeyEnv)
		}
	}
	return names
}
