package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gitmem/candidates/model"
	"gitmem/hooks/agent"
	"gitmem/repo"
	"gitmem/repo/gitdir"
)

// Streams are where a command reads and writes. The flags say which of them
// are a terminal.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	TerminalIn, TerminalOut, TerminalErr bool

	Dir     string   // working directory
	Environ []string // NAME=value

	// Env is what the surroundings say of the person; nil reads it from Environ
	// and the system.
	Env *repo.Env
	// Now is the clock; nil is the real one.
	Now func() time.Time
	// Model answers instead of the configured one; nil: that one does.
	Model model.Provider
	// After tells when a time is over, Every again and again until stopped; nil
	// are those of package time.
	After func(time.Duration) <-chan time.Time
	Every func(time.Duration) (ticks <-chan time.Time, stop func())
	// Start starts a process that goes on by itself; nil: agent.Start.
	Start func(agent.Runner) error
}

// Standard are the streams of the process.
func Standard() Streams {
	dir, _ := os.Getwd()
	if logical := os.Getenv("PWD"); logical != "" && gitdir.SameFolder(logical, dir) {
		dir = logical
	}
	tty := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Dir: dir, Environ: os.Environ(),
		TerminalIn: tty(os.Stdin), TerminalOut: tty(os.Stdout), TerminalErr: tty(os.Stderr),
	}
}

// Main runs one command and returns its exit code.
func Main(args []string, s Streams) (code int) {
	a := newApp(s)
	ctx, stop := a.interruptible()
	defer stop()
	defer func() {
		if r := recover(); r != nil {
			code = a.fail(&panicError{value: r})
		}
		if isHook(args) {
			code = exitDone
		}
	}()
	root := newRoot(a)
	root.SetArgs(args)
	root.SetContext(ctx)
	ran, err := root.ExecuteC()
	var use *usage
	if errors.As(err, &use) && use.command == "" {
		use.command = ran.CommandPath()
	}
	if ctx.Err() != nil && err != nil && !errors.Is(err, errInterrupted) {
		err = errors.Join(errInterrupted, err)
	}
	if err == nil {
		return exitDone
	}
	return a.fail(err)
}

// newRoot is the command tree. The daily verbs come first.
func newRoot(a *app) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:           "gitmem",
		Short:         "Memory for coding agents that a person can read, review, audit and take back",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return a.runVersion()
			}
			return c.Help()
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.globals.check() },
	}
	root.Flags().BoolVar(&version, "version", false, "print the version of this program")
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return flagError(c, err) })
	root.SetHelpCommand(newHelp())
	root.CompletionOptions.HiddenDefaultCmd = false
	a.globals.add(root)
	for _, g := range commandGroups(a) {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			root.AddCommand(c)
		}
	}
	root.AddCommand(helpTopics()...)
	argumentErrors(root)
	completeRest(root)
	return root
}

// group is a heading of the help and the commands under it.
type group struct {
	id, title string
	commands  []*cobra.Command
}

// globals are the flags that every command has.
type globals struct {
	store   string
	global  bool
	json    string
	dryRun  bool
	quiet   bool
	verbose bool
	noColor bool
	yes     bool
	agent   string
}

func (g *globals) add(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringVar(&g.store, "store", "", "the store's `DIR`, instead of the one that belongs to this folder")
	f.BoolVar(&g.global, "global", false, "use the global store")
	f.StringVar(&g.json, "json", "", "print one JSON document (--json=lines: one a line)")
	f.Lookup("json").NoOptDefVal = "document"
	f.BoolVar(&g.dryRun, "dry-run", false, "check and show everything, change nothing")
	f.BoolVarP(&g.quiet, "quiet", "q", false, "print nothing but what was asked for and errors")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "print more of what is done")
	f.BoolVar(&g.noColor, "no-color", false, "print no colours (as NO_COLOR does)")
	f.BoolVar(&g.yes, "yes", false, "answer questions with yes; it gives no authority")
	f.StringVar(&g.agent, "agent", "", "the command is run by the agent `NAME`, which may only propose")
}

// check refuses what the flags cannot mean.
func (g *globals) check() error {
	switch form := g.json; {
	case form != "" && form != "document" && form != "lines":
		g.json = ""
		return usagef("--json=%s: it is --json for one document, or --json=lines", form)
	case g.store != "" && g.global:
		return usagef("--store and --global: each names a store; give one of them")
	}
	return nil
}

// usage is a mistake in the words of a command line.
type usage struct {
	command string
	err     error
	hint    string // what to do, where more is known than the command
}

func (u *usage) Error() string { return strings.TrimPrefix(u.err.Error(), "flag: ") }
func (u *usage) Unwrap() error { return u.err }

// usagef is a usage error of a command's own; Main adds which command it was.
func usagef(format string, args ...any) error { return &usage{err: fmt.Errorf(format, args...)} }

// panicError is a fault of the program itself, told without a stack trace.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("unexpected: %v", p.value) }
