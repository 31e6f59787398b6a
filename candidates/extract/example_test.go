package extract_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/config"
	"gitmem/repo/session"
)

// scripted is a model that always says the same.
type scripted string

func (s scripted) Complete(context.Context, model.Request) (model.Answer, error) {
	return model.Answer{Text: string(s), Stop: model.StopEnd}, nil
}

const learned = `{"experiences": [{"kind": "user_correction", "title": "pnpm installs the dependencies", "summary": "npm i was corrected.",
  "resolution": "pnpm install", "confidence": 0.95, "evidence": [{"source": "m1", "excerpt": "no, use pnpm"}]}],
 "memories": [{"experience": 0, "scope": "project", "action": "add", "content": "Use pnpm, never npm.", "locator": "", "reason": "The person said so.", "confidence": 0.95}]}`

// A finished turn is sent to a model once; what comes back is one commit with an
// experience and a proposal, which waits for a person.
func Example() {
	dir, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	runner, err := exampleRunner(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	talk := session.Conversation{ID: "2026-11-30-a", Agent: "claude-code"}
	_, err = runner.Shelf.Append(ctx, session.Batch{Entries: []session.Entry{
		{Conversation: talk, Message: session.Message{ID: "1", Revision: 1, Role: session.User, Typed: true, Text: "no, use pnpm"}},
		{Conversation: talk, Message: session.Message{ID: "2", Revision: 1, Role: session.Assistant, Text: "Installed with pnpm.", End: session.Final}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	done, err := runner.Reflect(ctx, talk.ID, extract.ScopeTurn)
	if err != nil || done.Err != nil {
		fmt.Println(err, done.Err)
		return
	}
	s := done.Settlement
	fmt.Println(s.Job.Outcome, s.Experiences[0].Status, s.Candidates[0].Status)
	fmt.Println(strings.Join([]string{s.Experiences[0].Title, s.Candidates[0].Content}, ": "))
	again, err := runner.Reflect(ctx, talk.ID, extract.ScopeTurn)
	fmt.Println(again.Existing, err)
	// Output:
	// completed active pending
	// pnpm installs the dependencies: Use pnpm, never npm.
	// true <nil>
}

// exampleRunner is everything that learning needs, in one folder.
func exampleRunner(dir string) (*extract.Runner, error) {
	env := repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": dir, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	store, err := repo.Init(context.Background(), repo.NewStore{Root: filepath.Join(dir, "store"), Name: "shop", Scope: memfile.ScopeProject}, repo.Options{Env: env})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "config.yaml")
	text := "learning: {extractor_model: local/tiny}\nmodels: {local: {kind: openai, base_url: \"http://127.0.0.1:11434\"}}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	settings, err := config.Load(config.Sources{UserFile: file, OwnFile: file, AccountHome: dir})
	return &extract.Runner{
		Ledger:   evidence.Open(candidates.Open(store, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview})),
		Shelf:    session.Open(store.State, session.Options{}),
		Queue:    jobs.Open(filepath.Join(store.State, jobs.Folder), jobs.Options{}),
		Requests: extract.Requests{Root: filepath.Join(store.State, extract.Folder)},
		Settings: settings, Home: dir,
		Provider: func() (model.Provider, string, error) { return scripted(learned), "tiny", nil },
	}, err
}
