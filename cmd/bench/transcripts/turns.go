package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gitmem/candidates/extract/turns"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// tally counts the turns of sessions.
type tally struct {
	Sessions, Subagents                   int
	Turns, Complete, Interrupted, Open    int
	Worth, Corrections, External, Cut     int
	ToolCalls, Artifacts, Recovered, Kept int // of complete turns; Kept: messages
	Outside                               int // messages in no turn
	Excluded                              map[string]int
}

// learning prints which turns of the samples would be learned from, and why the
// others would not.
func learning(samples, folder string) error {
	t, err := tallied(samples, folder)
	if err == nil {
		fmt.Println(t)
	}
	return err
}

// tallied imports all samples that can be read and counts their turns.
func tallied(samples, folder string) (t tally, err error) {
	files, _, err := readable(samples, folder)
	if err != nil {
		return t, err
	}
	shelf := session.Open(filepath.Join(folder, "learning"), session.Options{})
	if _, err := transcript.Import(context.Background(), shelf, files, transcript.Options{Ended: true}); err != nil {
		return t, err
	}
	list, err := shelf.List()
	for _, about := range list {
		err = errors.Join(err, t.count(about, shelf))
	}
	return t, err
}

// count adds a session. Of a subagent only that it is there: it has no turns.
func (t *tally) count(about session.Session, shelf *session.Shelf) error {
	t.Sessions++
	if about.Relation == session.Subagent {
		t.Subagents++
		return nil
	}
	inside := 0
	for turn, err := range turns.Each(about, shelf.Messages(about.ID)) {
		if err != nil {
			return fmt.Errorf("%s: %w", about.ID, err)
		}
		inside += len(turn.Messages) + turn.Left
		t.add(turn)
	}
	t.Kept += inside
	t.Outside += about.Messages - inside
	return nil
}

func (t *tally) add(turn turns.Turn) {
	t.Turns++
	t.Corrections += len(turn.Corrections())
	t.External += one(turn.External())
	t.Cut += one(turn.Cut())
	switch turn.State {
	case turns.Complete:
		t.Complete++
		t.reasons(turn.Reasons(nil))
	case turns.Interrupted:
		t.Interrupted++
	case turns.Open:
		t.Open++
	}
	why, worth := turn.Worth(nil)
	if worth {
		t.Worth++
		return
	}
	if t.Excluded == nil {
		t.Excluded = map[string]int{}
	}
	t.Excluded[why]++
}

func (t *tally) reasons(r turns.Reasons) {
	t.ToolCalls += one(r.ToolCall)
	t.Artifacts += one(r.Artifact)
	t.Recovered += one(r.Recovered)
}

func one(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// String tells the numbers in words.
func (t tally) String() string {
	s := fmt.Sprintf("%d sessions, %d of them of subagents: %d turns, %d complete, %d interrupted, %d open; %d messages in turns, %d in none\n",
		t.Sessions, t.Subagents, t.Turns, t.Complete, t.Interrupted, t.Open, t.Kept, t.Outside)
	s += fmt.Sprintf("%d worth learning from; of the complete ones %d have a tool call, %d an artifact, %d a recovered error; %d corrections; %d turns with external content, %d cut",
		t.Worth, t.ToolCalls, t.Artifacts, t.Recovered, t.Corrections, t.External, t.Cut)
	var reasons []string
	for why := range t.Excluded {
		reasons = append(reasons, why)
	}
	slices.Sort(reasons)
	for _, why := range reasons {
		s += fmt.Sprintf("\n%6d not: %s", t.Excluded[why], why)
	}
	return s
}
