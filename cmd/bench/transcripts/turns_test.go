package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gitmem/candidates/extract/turns"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// samples is the folder of real transcripts beside the module; tests that need
// it are skipped where it is absent.
func samples(t *testing.T) string {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "..", "shared", "data", "transcripts")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the sample transcripts are not here: ../shared/data/transcripts from the module's root")
	}
	return folder
}

// TestTurnsOfTheLongSession explains the turns of one real session by its lines.
func TestTurnsOfTheLongSession(t *testing.T) {
	const name = "4d5611e5-241a-462a-8d15-5122611a9569"
	path := filepath.Join(samples(t), "claude-code", "marot+spotter", "test", "fixtures", "transcripts", name+".jsonl")
	shelf := session.Open(t.TempDir(), session.Options{})
	if _, err := transcript.Import(context.Background(), shelf, []string{path}, transcript.Options{Ended: true}); err != nil {
		t.Fatal(err)
	}
	about, err := shelf.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	list, err := turns.Of(about, shelf.Messages(name))
	if err != nil {
		t.Fatal(err)
	}
	// A person typed lines 7 and 280. Line 755, a summary, stands in the second
	// turn; line 1502 tells of a task that ended, and what the agent did about it
	// up to line 1512 is a third one, which nobody typed.
	if len(list) != 3 {
		t.Fatalf("%d turns", len(list))
	}
	first, second := list[0], list[1]
	// Lines 7 to 277: the last thing before line 280 is a call, not an answer. In
	// them are 22 calls, of which the one at line 152 writes a file.
	if first.State != turns.Interrupted || len(first.Messages) != 19 || calls(first) != 22 ||
		first.Reasons(nil) != (turns.Reasons{ToolCall: true, Artifact: true}) {
		t.Errorf("the first: %s, %d messages, %d calls, %+v", first.State, len(first.Messages), calls(first), first.Reasons(nil))
	}
	// Lines 280 to 1495, the answer. Line 297 edits a file. Five calls failed (lines
	// 1068, 1115, 1242, 1370 and 1470), and none of them was made again word for
	// word and went well: line 1076 adds other files than line 1068, line 1242 commits
	// without adding what line 1115 added, no commit with the words of lines 1242 and
	// 1370 succeeded, and line 1478 pushes with other options than line 1470. Line
	// 280 says "continue", which corrects nothing. No call went to the network.
	if second.State != turns.Complete || len(second.Messages) != 121 || calls(second) != 127 ||
		second.Reasons(nil) != (turns.Reasons{ToolCall: true, Artifact: true}) || second.External() || second.Cut() {
		t.Errorf("the second: %s, %d messages, %d calls, %+v", second.State, len(second.Messages), calls(second), second.Reasons(nil))
	}
	// Lines 1502 to 1512: the news, and what the agent said and did about it.
	third := list[2]
	if third.State != turns.Complete || len(third.Messages) != 3 || third.Messages[0].Typed || len(third.Corrections()) != 0 {
		t.Errorf("the third: %s, %d messages", third.State, len(third.Messages))
	}
	// In all 143 messages.
	var all tally
	if err := all.count(about, shelf); err != nil {
		t.Fatal(err)
	}
	if all.Turns != 3 || all.Worth != 2 || all.Corrections != 0 || all.Kept != 143 || all.Outside != 0 || all.Excluded["the turn was interrupted"] != 1 {
		t.Errorf("%v", all)
	}
}

func calls(turn turns.Turn) (n int) {
	for _, m := range turn.Messages {
		n += len(m.Tools)
	}
	return n
}

// TestTurnsOfAllSamples counts every sample once, with nothing left over.
func TestTurnsOfAllSamples(t *testing.T) {
	all, err := tallied(samples(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(all)
	excluded := 0
	for _, n := range all.Excluded {
		excluded += n
	}
	if all.Turns != all.Complete+all.Interrupted+all.Open || all.Turns != all.Worth+excluded || all.Excluded["the turn was interrupted"] != all.Interrupted {
		t.Error("the numbers do not add up")
	}
	// Seven sessions are subagents', with work of their own that makes no turn.
	if all.Sessions < 50 || all.Subagents != 7 || all.Worth < 10 || all.Worth > all.ToolCalls+all.Corrections {
		t.Error("the samples are others, or read in another way")
	}
}
