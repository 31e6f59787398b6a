package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gitmem/hooks/agent"
	"gitmem/repo"
	"gitmem/repo/config"
	"gitmem/repo/session"
)

// hookTime is what a hook may take of its agent's time.
const hookTime = 300 * time.Millisecond

// hookName is the command that ends with 0 whatever happens: another code can
// stop an agent, and in Claude Code 2 erases what the person has just typed.
const hookName = "hook"

func newHook(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   hookName + " AGENT EVENT",
		Short: "What the hooks of an agent call: note what it wrote, and work on what waits",
		Long: `For the hooks of claude-code and codex; EVENT is the agent's own name of it. The agent's JSON is read from stdin.
SessionStart answers with the memory, UserPromptSubmit with the experiences that fit the prompt, PreToolUse denies what
would edit the store or decide. Stop, SubagentStop, PreCompact and SessionEnd note that the transcript has news;
SessionStart and SessionEnd start "gitmem jobs run --max 2" in the background where there is work and nobody is at it.
It ends with 0 whatever happens, and what it cannot do in time it leaves.`,
		// What is wrong in a hook's words must not stop its agent either.
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			words, help := hookWords(args)
			if help {
				return c.Help()
			}
			a.hook(words)
			return nil
		},
	}
}

// isHook tells by its words whether a command line is a hook's, also where the
// rest of it makes no sense.
func isHook(args []string) bool {
	words, _ := hookWords(args)
	return len(words) > 0 && words[0] == hookName
}

// hookWords are the words that are no flags. A hook has none; a person may ask
// for help.
func hookWords(args []string) (words []string, help bool) {
	for _, word := range args {
		if !strings.HasPrefix(word, "-") {
			words = append(words, word)
		}
		help = help || word == "--help" || word == "-h"
	}
	return words, help
}

// hook does what an event asks for, and says in one line what went wrong.
func (a *app) hook(words []string) {
	signal.Ignore(syscall.SIGPIPE) // nobody may be reading what it complains about
	if len(words) != 2 {
		return
	}
	event, known := agent.Find(words[0], words[1])
	if !known {
		return
	}
	a.globals.quiet = true // notices are for a person who asked
	after := a.After
	if after == nil {
		after = time.After
	}
	var where atomic.Value         // the working directory, once it is read
	answer := make(chan []byte, 1) // nobody waits for it once the time is over
	err := agent.Within(after(hookTime), func() error {
		out, err := a.hooked(words[0], event, &where)
		answer <- out.Bytes(event)
		return err
	})
	select {
	case data := <-answer:
		_, _ = a.Out.Write(data)
	default: // the time is over; a is in use
		if cwd, ok := where.Load().(string); ok && event.Experiences {
			err = errors.Join(err, indexLater(a.Streams, cwd))
		}
	}
	if err != nil {
		fmt.Fprintln(a.Err, "gitmem "+hookName+": "+clip(firstLine(err.Error()), 300))
	}
}

// hooked is one event in the project of an agent. Where there is no store
// nothing is done.
func (a *app) hooked(name string, e agent.Event, where *atomic.Value) (agent.Output, error) {
	in, err := agent.Read(a.In)
	if err != nil {
		return agent.Output{}, err
	}
	if in.Cwd != "" {
		a.Dir = in.Cwd
	}
	where.Store(a.Dir)
	if off, err := a.isOffHere(); err != nil || off {
		return agent.Output{}, ignoreMissing(err)
	}
	out, err := a.give(name, e, in)
	return out, errors.Join(err, a.noteCompaction(name, e, in), a.work(name, e, in))
}

// ignoreMissing: where there is no folder, or no store, a hook has nothing to do.
func ignoreMissing(err error) error {
	if errors.Is(err, repo.ErrNoStore) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// work notes what an agent wrote, and starts work on what waits.
func (a *app) work(name string, e agent.Event, in agent.Input) error {
	if !e.Notes && !e.Wakes {
		return nil
	}
	h, err := a.hookedStore(in.Cwd)
	if err != nil || h == nil {
		return err
	}
	for _, t := range in.Transcripts(e) {
		if err := h.shelf.Note(session.Noted{Path: t.Path, Format: name, Size: t.Size, Ended: t.Ended}); err != nil {
			return err
		}
	}
	if e.Wakes {
		return a.startRunner(h)
	}
	return nil
}

// hookedStore is the store in whose project a hook runs.
type hookedStore struct {
	store    *repo.Store
	found    repo.Found
	settings *config.Settings
	shelf    *session.Shelf
}

// hookedStore finds the store of a working directory; nil where there is none,
// or where its sessions are nobody's business.
func (a *app) hookedStore(cwd string) (*hookedStore, error) {
	if cwd == "" {
		cwd = a.Dir
	}
	found, err := repo.Find(repo.Query{Dir: cwd, Env: a.env})
	if err != nil {
		return nil, ignoreMissing(err)
	}
	settings, err := a.loadSettings(found.Root, found.ID)
	if err != nil || !settings.Learning.Enabled {
		return nil, err
	}
	store, err := repo.Open(found.Root, a.storeOptions(time.Millisecond))
	if err != nil {
		return nil, err
	}
	shelf, err := a.sessionsOf(store)
	return &hookedStore{store, found, settings, shelf}, err
}
