package candidates_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// An agent proposes, a person approves, and takes it back.
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
	agent := candidates.Actor{Kind: memfile.ActorTool, Agent: "claude-code"}
	person := candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}

	proposed, err := desk.Propose(ctx, candidates.Proposal{
		Edit:   memfile.Edit{Action: memfile.ActionAdd, Content: "Use pnpm, never npm."},
		Reason: "The user said so twice.", Confidence: 9200, Actor: agent,
	})
	fmt.Println(proposed.Candidate.Status, err)
	applied, err := desk.Approve(ctx, proposed.Candidate.ID, person)
	fmt.Println(applied.Candidate.Status, err)
	undone, err := desk.Undo(ctx, proposed.Candidate.ID, person)
	fmt.Println(undone.Candidate.Status, err)
	// Output:
	// pending <nil>
	// applied <nil>
	// undone <nil>
}
