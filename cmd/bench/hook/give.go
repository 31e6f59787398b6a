package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/cmd/bench"
	"gitmem/cmd/bench/synthetic"
	"gitmem/memfile"
	"gitmem/repo"
)

// giveTarget is the most that a hook may take of a start-up that gives something.
const giveTarget = 2

// perOperation is how many experiences are recorded at once.
const perOperation = 1000

// giving measures the hooks that answer, on a store of so many experiences,
// each recorded by an operation: an agent is given nothing else.
func giving(rounds, records int) (bool, error) {
	b, _, err := bench.NewProject()
	if err != nil {
		return false, err
	}
	defer b.Remove()
	empty, gitmem, err := b.Programs()
	if err != nil {
		return false, err
	}
	if err := fill(b, records); err != nil {
		return false, err
	}
	project := filepath.Join(b.Home, "project")
	if _, err := b.Run(gitmem, "search", "one"); err != nil { // the index is there, as after any search
		return false, err
	}
	prompt := synthetic.NewVocabulary().Queries(records, 1)[0]
	hook := func(event string, rest map[string]any) bench.Timed {
		return bench.Timed{Name: event, Run: func(int) error {
			out, err := answer(b, gitmem, project, event, rest)
			if err == nil && (out == "") != (event == "PreToolUse") {
				err = fmt.Errorf("%s answers %q", event, out)
			}
			return err
		}}
	}
	status := bench.Timed{Name: "git status", Run: func(int) error { return exec.Command("git", "-C", b.Root, "status", "--porcelain").Run() }}
	start := bench.Timed{Name: "empty", Run: func(int) error { return b.Command(empty).Run() }}
	m, err := bench.Compare(rounds, start, hook("SessionStart", map[string]any{"source": "startup"}), hook("UserPromptSubmit", map[string]any{"prompt": prompt}),
		hook("PreToolUse", map[string]any{"tool_name": "Bash", "tool_input": map[string]string{"command": "go test ./..."}}), status)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d experiences: start-up %.1f ms, SessionStart %.1f ms, UserPromptSubmit %.1f ms, PreToolUse %.1f ms; git status %.1f ms\n", records,
		bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]), bench.Milliseconds(m[3]), bench.Milliseconds(m[4]))
	met := true
	for i, name := range []string{"SessionStart", "UserPromptSubmit", "PreToolUse"} {
		met = bench.Ratio{Name: name + " / start-up", Got: bench.Over(m[i+1], m[0]), Target: giveTarget}.Print() && met
	}
	return met, nil
}

// answer runs one hook and gives what it answered. What it complains about is
// an error here.
func answer(b *bench.Bench, gitmem, project, event string, rest map[string]any) (string, error) {
	input := map[string]any{"session_id": "s", "cwd": project, "hook_event_name": event}
	for key, value := range rest {
		input[key] = value
	}
	text, err := json.Marshal(input)
	if err != nil {
		return "", err
	}
	cmd := b.Command(gitmem, "hook", "claude-code", event)
	var out, complaint strings.Builder
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = project, strings.NewReader(string(text)), &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", err
	}
	if complaint.Len() > 0 {
		return "", fmt.Errorf("%s: %s", event, complaint.String())
	}
	return out.String(), nil
}

// fill records experiences, and an entry, as a person would.
func fill(b *bench.Bench, records int) error {
	s, err := b.Open()
	if err != nil {
		return err
	}
	desk := candidates.Open(s, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview})
	ledger := evidence.Open(desk)
	person := candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}
	entry := candidates.Proposal{Edit: memfile.Edit{Action: memfile.ActionAdd, Content: "Use pnpm, never npm."}, Confidence: 10000, Actor: person, Apply: true}
	if _, err := desk.Propose(context.Background(), entry); err != nil {
		return err
	}
	var notes []evidence.Note
	for n, r := range synthetic.NewVocabulary().Records(records) {
		notes = append(notes, evidence.NoteOf(fmt.Sprintf("%s %d\n\n%s", r.Title, n, r.Summary)))
		if len(notes) == perOperation {
			if err := record(ledger, notes, person); err != nil {
				return err
			}
			notes = nil
		}
	}
	return record(ledger, notes, person)
}

func record(l *evidence.Ledger, notes []evidence.Note, person candidates.Actor) error {
	if len(notes) == 0 {
		return nil
	}
	_, err := l.Desk.Run(context.Background(), func() (*repo.Operation, error) {
		batch, err := l.Batch(person)
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			if _, err := batch.Record(n); err != nil {
				return nil, err
			}
		}
		return &repo.Operation{Message: batch.Message(), Author: candidates.Author(person), Changes: batch.Changes()}, nil
	})
	return err
}
