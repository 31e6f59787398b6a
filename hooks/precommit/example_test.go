package precommit_test

import (
	"fmt"

	"gitmem/candidates"
	"gitmem/hooks/precommit"
	"gitmem/repo"
)

// What a pre-commit hook does, in the folder where git runs it.
func ExampleOpen() {
	hook := func(folder string, env repo.Env) error {
		commit, err := precommit.Open(folder, env)
		if err != nil {
			return err // what cannot be looked at is not committed
		}
		report, err := commit.Check(candidates.Check{Scope: "project", Cap: 3000})
		if err != nil {
			return err
		}
		for _, problem := range report.Problems {
			fmt.Println(problem) // path:line:column: message
		}
		return nil
	}
	_ = hook
}
