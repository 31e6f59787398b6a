package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"gitmem/candidates"
	"gitmem/repo"
)

// tourist is who takes the tour: a person with a home of their own.
type tourist struct {
	app      *app
	streams  Streams
	store    string
	proposed string // id of the proposal at hand
	job      string // what learned from the session
	unproved string // id of the experience whose quotation is none
	handed   string // the context that an agent got
}

// newTourist makes a home and a project below top. Nothing of the person who
// runs the tour is in its surroundings: no identity, no settings, no marks of
// an agent.
func newTourist(a *app, top string) (*tourist, error) {
	home, project := filepath.Join(top, "home"), filepath.Join(top, "shop")
	for _, folder := range []string{home, project} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, err
		}
	}
	gitconfig := filepath.Join(home, ".gitconfig")
	err := os.WriteFile(gitconfig, []byte("[user]\n\tname = You\n\temail = you@example.org\n[init]\n\tdefaultBranch = main\n"), 0o600)
	environ := []string{"HOME=" + home, "USERPROFILE=" + home, "GIT_CONFIG_GLOBAL=" + gitconfig, "GIT_CONFIG_NOSYSTEM=1"}
	for _, name := range []string{"PATH", "PATHEXT", "SYSTEMROOT", "TERM", "NO_COLOR", "TMPDIR", "TEMP", "TMP"} {
		if value := a.getenv(name); value != "" {
			environ = append(environ, name+"="+value)
		}
	}
	answers, replayErr := a.tourModel()
	t := &tourist{app: a, streams: Streams{
		In: strings.NewReader(""), TerminalOut: a.TerminalOut, TerminalErr: a.TerminalOut, Dir: project, Environ: environ, Model: answers,
	}}
	env := repo.ReadEnv(newApp(t.streams).getenv)
	env.AccountHome, env.OwnConfigHome = home, ""
	t.streams.Env = &env
	return t, errors.Join(err, replayErr)
}

func (t *tourist) begin() error {
	if err := t.git("init", "--quiet"); err != nil {
		return err
	}
	if err := t.gitmem("init"); err != nil {
		return err
	}
	var out bytes.Buffer
	if code := t.call(&out, "path"); code != exitDone {
		return fmt.Errorf("exit %d", code)
	}
	t.store = strings.TrimSpace(out.String())
	return nil
}

func (t *tourist) propose() error {
	var out bytes.Buffer
	args := []string{
		"--agent", "claude-code", "propose", "--action", "add", "--content", "Use pnpm, never npm, in this repository.",
		"--reason", "The user corrected the package manager twice.", "--confidence", "0.92", "--session", "0b1e", "--message", "msg_12",
	}
	if err := t.show(&out, exitDone, args); err != nil {
		return err
	}
	t.proposed = regexp.MustCompile(`\bc[0-9a-f]{16}\b`).FindString(out.String())
	if t.proposed == "" {
		return errors.New("the proposal has no id")
	}
	return nil
}

func (t *tourist) editByHand() error {
	line := "- The database is PostgreSQL 17.\n"
	t.prompt("printf '- The database is PostgreSQL 17.\\n' >> \"$(gitmem path)/MEMORY.md\"")
	f, err := os.OpenFile(filepath.Join(t.store, candidates.ResidentPath), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Close())
}

// handOut gets the context of a turn.
func (t *tourist) handOut() error {
	var out bytes.Buffer
	err := t.show(&out, exitDone, []string{"context", "--query", "pnpm install hangs", "--session", "7f3a", "--turn", "1"})
	t.handed = out.String()
	return err
}

// replay prints that context again, from its receipt, and compares.
func (t *tourist) replay() error {
	var out bytes.Buffer
	if err := t.show(&out, exitDone, []string{"receipt", "list"}); err != nil {
		return err
	}
	id := regexp.MustCompile(`\br[0-9a-f]{16}\b`).FindString(out.String())
	out.Reset()
	if err := t.show(&out, exitDone, []string{"receipt", "replay", id}); err != nil {
		return err
	}
	if out.String() != t.handed {
		return errors.New("the replay is not what was handed out")
	}
	return nil
}

// gitmem runs this program, which must succeed; refused one that must not.
func (t *tourist) gitmem(args ...string) error  { return t.show(io.Discard, exitDone, args) }
func (t *tourist) refused(args ...string) error { return t.show(io.Discard, exitRefused, args) }

func (t *tourist) both(first, second []string) error {
	return errors.Join(t.gitmem(first...), t.gitmem(second...))
}

// show prints a command, runs it and prints what it says.
func (t *tourist) show(also io.Writer, want int, args []string) error {
	t.prompt("gitmem " + shellWords(args))
	if code := t.call(io.MultiWriter(t.indented(), also), args...); code != want {
		return fmt.Errorf("gitmem %s: exit %d, want %d", shellWords(args), code, want)
	}
	if want != exitDone {
		t.app.say("  (exit code %d)", want)
	}
	return nil
}

// call runs a command in this process, as a fresh one would run it.
func (t *tourist) call(out io.Writer, args ...string) int {
	s := t.streams
	s.Out, s.Err = out, out
	return Main(args, s)
}

// git runs the real git; without one the step is passed by.
func (t *tourist) git(args ...string) error {
	shown, dir := "git "+shellWords(args), t.streams.Dir
	if t.store != "" {
		shown, dir = `git -C "$(gitmem path)" `+shellWords(args), t.store
	}
	t.prompt(shown)
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, t.streams.Environ
	cmd.Stdout, cmd.Stderr = t.indented(), t.indented()
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		t.app.say("  (git is not in PATH)")
		return nil
	}
	return err
}

func (t *tourist) prompt(line string) { t.app.say("%s", t.app.green("$ "+line, t.app.TerminalOut)) }

func (t *tourist) indented() io.Writer { return &indenter{to: t.app.Out, start: true} }

// indenter sets what a command prints apart from the tour's own words.
type indenter struct {
	to    io.Writer
	start bool // of a line
}

func (w *indenter) Write(p []byte) (int, error) {
	var out bytes.Buffer
	for _, c := range p {
		if w.start && c != '\n' {
			out.WriteString("  ")
		}
		out.WriteByte(c)
		w.start = c == '\n'
	}
	_, err := w.to.Write(out.Bytes())
	return len(p), err
}

// shellWords prints arguments as one would type them.
func shellWords(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = quoted(arg)
	}
	return strings.Join(words, " ")
}
