package jobs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/candidates/jobs"
	"gitmem/memfile"
)

// A job is admitted once, claimed by one process, and leaves the queue when
// its record is written.
func Example() {
	private, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(private)
	ctx := context.Background()
	queue := jobs.Open(filepath.Join(private, jobs.Folder), jobs.Options{})
	id := memfile.DeriveID(memfile.KindJob, "extraction", "s1", "m1", "v1")
	for range 2 {
		job, fresh, err := queue.Admit(jobs.Job{ID: id, Kind: "extraction", Session: "s1", Message: "m1"})
		fmt.Println(job.State, fresh, err)
	}
	claimed, err := queue.Claim(ctx, func(j jobs.Job) jobs.Verdict {
		if j.Kind != "extraction" {
			return jobs.Leave()
		}
		return jobs.Take()
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	held, stop := claimed.Keep(ctx) // the work ends with this context
	defer stop()
	fmt.Println(claimed.State, claimed.Attempts, held.Err())
	_, err = queue.ClaimID(ctx, id)
	fmt.Printf("%T\n", err)
	fmt.Println(claimed.Holds(), claimed.Settled())
	_, err = queue.Get(id)
	fmt.Println(err)
	// Output:
	// queued true <nil>
	// queued false <nil>
	// running 1 <nil>
	// *jobs.BusyError
	// <nil> <nil>
	// jedb7169574ff6e13: no such job in the queue
}
