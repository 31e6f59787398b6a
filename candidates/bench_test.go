package candidates

import (
	"fmt"
	"testing"

	"gitmem/memfile"
)

// BenchmarkApprove is one durable apply inside the process, on a small store.
// cmd/bench/apply compares it with git.
func BenchmarkApprove(b *testing.B) {
	top := newBench(b)
	top.hand("Entry 0.")
	for n := range b.N {
		b.StopTimer()
		p := Proposal{Edit: memfile.Edit{Action: "replace", Locator: fmt.Sprintf("Entry %d.", n), Content: fmt.Sprintf("Entry %d.", n+1)}, Reason: "r", Confidence: 9000, Actor: ada}
		id := top.must(top.desk.Propose(ctx, p)).Candidate.ID
		desk := top.open()
		b.StartTimer()
		top.must(desk.Approve(ctx, id, ada))
	}
}
