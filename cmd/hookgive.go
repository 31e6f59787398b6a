package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/hooks/agent"
	"gitmem/hooks/transcript"
	"gitmem/memfile"
	"gitmem/repo"
)

// give makes the answer to an event that has one: what the agent gets for its
// prompt, or why a call is denied. The receipt of what it gets is kept before.
func (a *app) give(name string, e agent.Event, in agent.Input) (agent.Output, error) {
	switch {
	case e.Judges:
		return a.judge(in)
	case e.Ended && e.Wakes: // the session is over
		return agent.Output{Notice: a.whatWaits()}, nil
	case !e.Memory && !e.Experiences:
		return agent.Output{}, nil
	}
	o := contextOptions{query: in.Prompt, session: in.Session, turn: in.Turn, onlySome: true, noResident: !e.Memory, noExperiences: !e.Experiences}
	again, err := a.compacted(name, e, in)
	if err != nil {
		return agent.Output{}, err
	}
	o.noResident = o.noResident && !again
	receipt, err := a.handOut(context.Background(), o)
	if receipt == nil {
		return agent.Output{}, ignoreMissing(err)
	}
	out := agent.Output{Context: receipt.Text}
	if e.Memory {
		out.Notice = a.whatWaits()
	}
	return out, err
}

// whatWaits is one line for the person: what waits for them, and what was
// applied or decided without them. It is empty where that is nothing.
func (a *app) whatWaits() string {
	desks, err := a.desks()
	if err != nil {
		return ""
	}
	open, applied, agents := 0, 0, 0
	for _, d := range desks {
		if list, err := d.OpenList(); err == nil {
			open += len(list.Records)
		}
		if list, err := d.AutoApplied(context.Background()); err == nil {
			applied += len(list.Changes)
		}
		if list, err := d.DecidedByAgents(context.Background()); err == nil {
			agents += len(list.Decisions)
		}
	}
	var parts []string
	if open > 0 {
		parts = append(parts, counted(open, "proposal waits", "proposals wait")+" for you (`gitmem review`)")
	}
	if applied > 0 {
		parts = append(parts, counted(applied, "change was", "changes were")+" applied by your policy (`gitmem review --auto`)")
	}
	if agents > 0 {
		parts = append(parts, counted(agents, "decision was", "decisions were")+" made by an agent (`gitmem review --auto`)")
	}
	if len(parts) == 0 {
		return ""
	}
	return "gitmem: " + strings.Join(parts, ", ")
}

// compacted tells whether memory is to be given again with this prompt: Codex
// takes nothing from a hook while it shortens its context, so that is noted
// when it begins and made up for with the next prompt.
func (a *app) compacted(name string, e agent.Event, in agent.Input) (bool, error) {
	if name != agent.Codex || in.Session == "" || !e.Experiences {
		return false, nil
	}
	path, err := a.compactionMark(in)
	if err != nil {
		return false, ignoreMissing(err)
	}
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// noteCompaction notes that a session of Codex loses what it was given.
func (a *app) noteCompaction(name string, e agent.Event, in agent.Input) error {
	if name != agent.Codex || e.Name != "PreCompact" || in.Session == "" {
		return nil
	}
	path, err := a.compactionMark(in)
	if err != nil {
		return ignoreMissing(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o600)
}

// compactionMark is the file that says so.
func (a *app) compactionMark(in agent.Input) (string, error) {
	s, _, err := a.open(false)
	if err != nil {
		return "", err
	}
	return filepath.Join(s.State, "compacted", strings.TrimPrefix(memfile.Digest([]byte(in.Session)), "sha256:")), nil
}

// deciding are the commands that only a person may run, in words.
var deciding = [][]string{
	{"approve"},
	{"apply"},
	{"review"},
	{"reject"},
	{"undo"},
	{"revive"},
	{"adopt"},
	{"edit"},
	{"trust"},
	{"off"},
	{"setup"},
	{"purge"},
	{"recover", "resolve"},
	{"stores", "attach"},
	{"stores", "forget"},
	{"hooks", "uninstall"},
	{"config", "set"},
	{"jobs", "show"},
	{"receipt", "show"},
	{"session", "delete"},
	{"session", "exclude"},
	{"session", "policy"},
	{"session", "show"},
	{"learn", "confirm"},
	{"learn", "solved"},
	{"learn", "forget"},
	{"learn", "promote"},
	{"learn", "feedback"},
}

// judge looks at a call of a tool that an agent is about to make.
func (a *app) judge(in agent.Input) (agent.Output, error) {
	known, err := repo.ReadRegistry(a.env)
	if err != nil {
		return agent.Output{}, err
	}
	g := agent.Guarded{Cwd: a.Dir, Home: a.env.Home, Deciding: deciding, Calls: transcript.Calls}
	for _, s := range known.Stores {
		g.Stores = append(g.Stores, s.Root)
	}
	if a.hasGlobal() {
		g.Stores = append(g.Stores, a.env.GlobalRoot())
	}
	why := g.Judge(in)
	if why == "" {
		return agent.Output{}, nil
	}
	return agent.Output{Deny: fmt.Sprintf("gitmem: %s", why)}, nil
}
