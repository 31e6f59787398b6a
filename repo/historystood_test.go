package repo

import (
	"testing"

	"gitmem/memfile"
)

// What a resolve replaced is in a commit of its own, which is a part of it;
// one that only says so is a commit by hand.
func TestHistoryWhatStoodIsOfTheResolve(t *testing.T) {
	j, _ := life(t)
	c := interrupted(j, j.propose(add("Almost.")))
	j.save(ResidentPath, j.read(ResidentPath)+"- Mine.\n")
	_, err := j.s.Resolve(t.Context(), c.ID, KeepAfter, func(Standing) (*Operation, error) { return j.resolution(c, KeepAfter), nil })
	if err != nil {
		t.Fatal(err)
	}
	j.stood("o00000000000000aa", j.evil())
	h := j.history()
	if forged := h[0]; !forged.ByHand || forged.Message.Op != "" {
		t.Errorf("no resolve came after it, and it is %+v", forged)
	}
	stood := h[2]
	if stood.ByHand || stood.Message.Op != "resolve" || stood.Message.Operation != c.Effect.Operation || stood.Message.Actor != memfile.ActorSystem {
		t.Errorf("what stood: %+v", stood)
	}
	if p, ok := stood.path(ResidentPath); !ok || p.After == "" {
		t.Errorf("its paths: %+v", stood.Paths())
	}
}
