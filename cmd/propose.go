package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
)

type proposeOptions struct {
	edit             memfile.Edit
	scope            string
	reason           string
	confidence       string
	session, message string
	operations       string
}

func newPropose(a *app) *cobra.Command {
	var o proposeOptions
	c := &cobra.Command{
		Use:   "propose",
		Short: "Propose a change of memory, which stays open until it is decided",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.proposeOpen(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.edit.Action, "action", "", "add, replace or remove")
	offerWords(c, "action", these(memfile.ActionAdd, memfile.ActionReplace, memfile.ActionRemove))
	f.StringVar(&o.edit.Content, "content", "", "the whole proposed `TEXT` (- reads stdin)")
	f.StringVar(&o.edit.Locator, "locator", "", "the entry to replace or remove, or a part of it")
	f.StringVar(&o.edit.Section, "section", "", "add it under this `HEADING`")
	scopeFlag(c, &o.scope)
	f.StringVar(&o.reason, "reason", "", "why this is worth remembering")
	f.StringVar(&o.confidence, "confidence", "", "how sure, 0 to 1 (1 for a person; an agent must say)")
	f.StringVar(&o.session, "session", "", "the session it comes from")
	f.StringVar(&o.message, "message", "", "the message it comes from; the same proposal of one message is one candidate")
	f.StringVar(&o.operations, "operations", "", "a JSON `FILE` with a list of changes that are one candidate (- reads stdin)")
	return c
}

func (a *app) proposeOpen(ctx context.Context, o proposeOptions) error {
	actor := a.actor()
	p := candidates.Proposal{
		Edit: o.edit, Reason: o.reason, Actor: actor,
		Source: memfile.Source{Session: o.session, Message: o.message},
	}
	var err error
	if p.Confidence, err = confidence(o.confidence, actor); err != nil {
		return err
	}
	if o.operations != "" {
		if o.edit != (memfile.Edit{}) {
			return usagef("--operations stands alone: each change in the file has its own action, locator, section and content")
		}
		if p.Operations, err = a.readOperations(o.operations); err != nil {
			return err
		}
	} else if p.Content, err = a.text(o.edit.Content); err != nil {
		return err
	}
	return a.propose(ctx, o.scope, p)
}

// readOperations reads the changes of a batch: a JSON list of objects with
// action, locator, section and content.
func (a *app) readOperations(file string) ([]memfile.Edit, error) {
	data, err := a.readInput(file)
	if err != nil {
		return nil, err
	}
	edits, offset, err := parseOperations(data)
	if err == nil {
		return edits, nil
	}
	line, column := position(data, offset)
	return nil, &memfile.Fault{
		Path: file, Line: line, Column: column, Rule: "json", Message: "not a list of changes: " + err.Error(),
		Hint: `write [{"action": "add", "content": "…"}, {"action": "remove", "locator": "…"}]`,
	}
}

// parseOperations gives the changes, or the place of the first fault in bytes.
func parseOperations(data []byte) ([]memfile.Edit, int64, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil, 0, errors.New("it does not begin with [")
	}
	var edits []memfile.Edit
	for dec.More() {
		at := skipSpace(data, dec.InputOffset())
		var one json.RawMessage
		if err := dec.Decode(&one); err != nil {
			return nil, at, err
		}
		var e editJSON
		strict := json.NewDecoder(bytes.NewReader(one))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&e); err != nil {
			return nil, at, err
		}
		edits = append(edits, memfile.Edit{Action: e.Action, Locator: e.Locator, Section: e.Section, Content: e.Content})
	}
	if _, err := dec.Token(); err != nil {
		return nil, dec.InputOffset(), errors.New("the list is not closed")
	}
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		return nil, dec.InputOffset(), errors.New("something follows the list")
	}
	if len(edits) == 0 {
		return nil, 0, errors.New("it is empty")
	}
	return edits, 0, nil
}

// skipSpace goes on to the next value of a list.
func skipSpace(data []byte, offset int64) int64 {
	for int(offset) < len(data) && bytes.IndexByte([]byte(" \t\r\n,"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// position is the line and column, from 1, of an offset in bytes.
func position(data []byte, offset int64) (line, column int) {
	before := data[:min(int(offset), len(data))]
	line = bytes.Count(before, []byte("\n")) + 1
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return line, len([]rune(string(last))) + 1
}
