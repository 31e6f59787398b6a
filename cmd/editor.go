package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// draft is a copy of a file for a person's editor. It lies in the private
// folder of the store, so that what they wrote survives whatever happens.
type draft struct {
	app    *app
	editor string
	file   string
	text   []byte // as it was before the person wrote
}

func (a *app) newDraft(s *repo.Store, name string, text []byte) (*draft, error) {
	editor, err := a.editor()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(s.State, "edit")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	own, err := os.MkdirTemp(folder, "")
	if err != nil {
		return nil, err
	}
	d := &draft{app: a, editor: editor, file: filepath.Join(own, name), text: text}
	return d, os.WriteFile(d.file, text, 0o600)
}

func (d *draft) drop() { _ = os.RemoveAll(filepath.Dir(d.file)) }

// keep tells where the text of the person is when it could not be used. Where
// they wrote nothing there is nothing to keep.
func (d *draft) keep() {
	text, err := os.ReadFile(d.file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(text, d.text) {
		d.drop()
		return
	}
	d.app.tell("what you wrote is kept in %s", d.file)
}

// open runs the editor and gives what came back.
func (d *draft) open(ctx context.Context) ([]byte, error) {
	a := d.app
	c := editing(ctx, d.editor, d.file)
	c.Env, c.Dir, c.Stdin, c.Stdout, c.Stderr = a.Environ, a.Dir, a.In, a.Err, a.Err
	if a.TerminalOut {
		c.Stdout = a.Out
	}
	a.inEditor.Store(true)
	err := c.Run()
	a.inEditor.Store(false)
	if err != nil {
		return nil, fmt.Errorf("the editor failed, nothing was changed: %w", err)
	}
	return os.ReadFile(d.file)
}

// editor is what $VISUAL or $EDITOR says, which may have arguments; on a
// terminal without either, vi.
func (a *app) editor() (string, error) {
	name := a.getenv("VISUAL")
	if name == "" {
		name = a.getenv("EDITOR")
	}
	if name == "" && a.TerminalIn {
		name, _ = exec.LookPath("vi")
	}
	if name == "" {
		return "", &usage{err: errNoEditor, hint: "name one: `export EDITOR=vim`"}
	}
	return name, nil
}

// errNoEditor says that nothing can open a text.
var errNoEditor = errors.New("no editor: set VISUAL or EDITOR")

// editing is the command that opens a file in an editor.
func editing(ctx context.Context, editor, file string) *exec.Cmd {
	if runtime.GOOS != "windows" {
		return exec.CommandContext(ctx, "/bin/sh", "-c", editor+` "$@"`, editor, file)
	}
	if path, err := exec.LookPath(editor); err == nil {
		return exec.CommandContext(ctx, path, file)
	}
	words := strings.Fields(editor)
	return exec.CommandContext(ctx, words[0], append(words[1:], file)...)
}

// untilRight opens the editor until what comes back is accepted, or the person
// gives up. Without a terminal there is one try.
func (d *draft) untilRight(ctx context.Context, accept func(text []byte) error) error {
	for {
		text, err := d.open(ctx)
		if err != nil {
			d.keep()
			return err
		}
		err = accept(text)
		if err == nil {
			d.drop()
			return nil
		}
		if !worthAnotherTry(err) || !d.app.TerminalIn {
			d.keep()
			return err
		}
		d.app.showFaults(err)
		again, asked := d.editAgain()
		if asked != nil {
			d.keep()
			return errors.Join(asked, err)
		}
		if !again {
			d.drop()
			d.app.tell("nothing was changed")
			return exit(explain(err).Code)
		}
	}
}

// editAgain asks what to do about a text with faults.
func (d *draft) editAgain() (bool, error) {
	for {
		answer, err := d.app.ask("(e)dit again, or e(x)it and drop what you wrote? ")
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		switch {
		case answer == "e":
			return true, nil
		case answer == "x", err != nil:
			return false, nil
		}
	}
}

// worthAnotherTry is true for what another try in the editor can put right.
func worthAnotherTry(err error) bool {
	switch explain(err).Code {
	case exitInvalid, exitRefused, exitNotFound:
		return true
	}
	return false
}

// showFaults prints every fault of a text, not only the first.
func (a *app) showFaults(err error) {
	var faults memfile.Faults
	var refused *guard.RefusedError
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			a.fault(f.Error(), f.Hint)
		}
	case errors.As(err, &refused):
		for _, f := range refused.Findings {
			a.fault(fmt.Sprintf("%s:%d:%d: %s", refused.Path, f.Line, f.Column, f.Message), f.Hint)
		}
	default:
		c := explain(err)
		a.fault(c.Message, c.Hint)
	}
}

func (a *app) fault(message, hint string) {
	fmt.Fprintln(a.Err, a.red(message, a.TerminalErr))
	if hint != "" {
		fmt.Fprintln(a.Err, "hint: "+hint)
	}
}
