package evidence_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

// A person records what they learned, brings it into memory, and later forgets
// it: memory stays as it is, and a proposal to take it back waits for review.
func Example() {
	dir, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	env := repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": dir, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	ctx := context.Background()
	store, err := repo.Init(ctx, repo.NewStore{Root: filepath.Join(dir, "store"), Name: "shop", Scope: memfile.ScopeProject}, repo.Options{Env: env})
	if err != nil {
		fmt.Println(err)
		return
	}
	desk := candidates.Open(store, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview})
	ledger := evidence.Open(desk)
	person := candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaTerminal}

	noted, err := ledger.Record(ctx, evidence.NoteOf("Use pnpm, never npm."), person)
	fmt.Println(noted.Experience.Status, err)
	proposed, err := ledger.Promote(ctx, noted.Experience.ID, evidence.Promotion{}, person)
	fmt.Println(proposed.Candidate.Status, err)
	applied, err := desk.Approve(ctx, proposed.Candidate.ID, person)
	fmt.Println(applied.Candidate.Status, err)
	gone, err := ledger.Forget(ctx, []memfile.ID{noted.Experience.ID}, person)
	fmt.Println(gone.Experiences[0].Status, gone.Revocations[0].Action, gone.Revocations[0].Status, err)
	// Output:
	// active <nil>
	// pending <nil>
	// applied <nil>
	// forgotten remove pending <nil>
}
