package memfile_test

import (
	"fmt"
	"time"

	"gitmem/memfile"
)

// A resident file is parsed once; an edit gives another one and says what it did.
func ExampleResident_Apply() {
	r, err := memfile.ParseResident("MEMORY.md", []byte("# Project memory\n\n- Use npm for installs.\n- Run `make lint`.\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	done, err := r.Apply(memfile.Edit{Action: "replace", Locator: "npm", Content: "Use pnpm, never npm."})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q became %q\n", done.Before, done.After)
	fmt.Printf("%d code points, then %d\n", r.Usage(), done.Resident.Usage())
	fmt.Print(string(done.Resident.Bytes()))
	// Output:
	// "- Use npm for installs." became "- Use pnpm, never npm."
	// 60 code points, then 59
	// # Project memory
	//
	// - Use pnpm, never npm.
	// - Run `make lint`.
}

// A locator must name one entry.
func ExampleResident_Locate() {
	r, _ := memfile.ParseResident("MEMORY.md", []byte("- test\n- echo tests pass via twins\n"))
	b, err := r.Locate("test") // an entry that equals it wins
	fmt.Println(b.Text, err)
	_, err = r.Locate("te")
	fmt.Println(err)
	// Output:
	// test <nil>
	// MEMORY.md: locator "te" is ambiguous, it hits 2 entries: line 1 "test", line 2 "echo tests pass via twins"
}

// A candidate's file is changed by splicing: what a person wrote beside it stays.
func ExampleCandidateFile_Update() {
	c := memfile.Candidate{
		Edit: memfile.Edit{Action: "add", Content: "Use pnpm."}, Reason: "by hand", Confidence: 10000,
		ID: "c0123456789abcdef", Kind: "memory", Scope: "project", Status: "pending", Actor: "user",
		Created: time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC), Updated: time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC),
	}
	f, err := memfile.ParseCandidate(memfile.CandidatePath(c), memfile.FormatCandidate(c))
	if err != nil {
		fmt.Println(err)
		return
	}
	c.Status = memfile.StatusRejected
	data, err := f.Update(c)
	fmt.Println(memfile.CandidatePath(c), err)
	fmt.Print(string(data))
	// Output:
	// candidates/2026/11/30/c0123456789abcdef.md <nil>
	// ---
	// decision:                    # approve, or reject REASON, then run `gitmem apply`
	// action: add                  # add, replace or remove
	// reason: |
	//   by hand
	// confidence: 10000            # basis points
	// # below: gitmem's own, not to be changed
	// gitmem: candidate/1
	// id: c0123456789abcdef
	// kind: memory
	// scope: project
	// status: rejected
	// actor: user
	// created: 2026-11-30T10:15:02Z
	// updated: 2026-11-30T10:15:02Z
	// ---
	// Use pnpm.
}

// An unresolved issue supports nothing before it is solved; a solved one is a problem with a resolution.
func ExampleExperienceFile_Update() {
	quoted := "the tests hang every other run"
	e := memfile.Experience{
		ID: "e0123456789abcdef", Kind: memfile.KindUnresolvedIssue, Status: memfile.StatusActive, Confidence: 10000,
		Evidence: []memfile.Evidence{{Kind: memfile.EvidenceUser, Digest: memfile.Digest([]byte(quoted)), Verified: true, Excerpt: quoted}},
		Created:  time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC), Title: "The tests hang", Summary: "They hang every other run.",
	}
	f, err := memfile.ParseExperience(memfile.ExperiencePath(e.ID, e.Created), memfile.FormatExperience(e))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = memfile.SupportingID(f.Experience())
	fmt.Println(err)
	e.Kind, e.Resolution, e.Updated = memfile.KindProblem, "Close the server at the end.", e.Created.Add(time.Hour)
	data, err := f.Update(e)
	fmt.Println(f.Path(), err)
	fmt.Print(string(data))
	// Output:
	// e0123456789abcdef: an unresolved issue supports no memory, no pattern and no evaluation
	// experiences/2026/11/30/e0123456789abcdef.md <nil>
	// ---
	// gitmem: experience/1
	// id: e0123456789abcdef
	// kind: problem
	// status: active
	// confidence: 10000
	// source: {}
	// evidence:
	//   - {kind: user, digest: "sha256:63a34eba4d505d69a050c1b1a15f674228748eced8e1a40ea617a45c50db610e", verified: true, excerpt: "the tests hang every other run"}
	// created: 2026-11-30T10:15:02Z
	// updated: 2026-11-30T11:15:02Z
	// ---
	// # The tests hang
	//
	// They hang every other run.
	//
	// ## Resolution
	//
	// Close the server at the end.
}

// A receipt is one line that ends in the digest of its own bytes.
func ExampleParseReceipt() {
	line, err := memfile.FormatReceipt(memfile.Receipt{
		ID: "r0123456789abcdef", Time: time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC), Session: "s1", Text: "| Use pnpm.\n",
	})
	fmt.Print(string(line), err, "\n")
	r, err := memfile.ParseReceipt("receipts/2026/11/30.jsonl", 1, line)
	fmt.Printf("%q %v\n", r.Text, err)
	line[len(line)/2] ^= 1
	_, err = memfile.ParseReceipt("receipts/2026/11/30.jsonl", 2, line)
	fmt.Println(err)
	// Output:
	// {"gitmem":"receipt/1","id":"r0123456789abcdef","time":"2026-11-30T10:15:02Z","session":"s1","text":"| Use pnpm.\n","digest":"sha256:ec28c3add0724ef9d0c67b662932b3fb9cb649383f8fa6adafce3fe7021f1886"}
	// <nil>
	// "| Use pnpm.\n" <nil>
	// receipts/2026/11/30.jsonl:2:1: the line is not as it was written: its digest is wrong
}

// What other programs call a session or a message becomes a file name on every system.
func ExampleFeedbackPath() {
	fmt.Println(memfile.FeedbackPath("0b1e77aa", "msg_12"))
	fmt.Println(memfile.FeedbackPath("C:\\sessions", "nul"))
	// Output:
	// feedback/0b1e77aa/msg_12.yaml
	// feedback/c-sessions-20853f98c9a14db9/nul-99e6242759016035.yaml
}

// The same message is the same job everywhere; its record says what came of it.
func ExampleJobID() {
	id, identity := memfile.JobID(memfile.JobExtraction, "s1", "msg_12", "1")
	j := memfile.Job{
		ID: id, Identity: identity, Kind: memfile.JobExtraction, Session: "s1", Message: "msg_12", Extractor: "1", Attempts: 1,
		Outcome: memfile.JobCompleted, Counts: memfile.JobCounts{Experiences: 1}, Made: []memfile.ID{"e51b22c07aa000001"},
		Created: time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC), Finished: time.Date(2026, 11, 30, 10, 16, 2, 0, time.UTC),
	}
	f, err := memfile.ParseJob(memfile.JobPath(id, j.Created), memfile.FormatJob(j))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Path())
	fmt.Println(f.Job().Subject())
	// Output:
	// jobs/2026/11/30/j5fc0f7e67dcd2fe1.yaml
	// record j5fc0f7e67dcd2fe1: 1 experience
}

// A fault has the place in the file, and a hint.
func ExampleParseCandidate() {
	_, err := memfile.ParseCandidate("candidates/c0123456789abcdef.md", []byte("---\nreason: fixes: quoting\n---\n"))
	fmt.Println(err)
	// Output:
	// candidates/c0123456789abcdef.md:2:9: not YAML: mapping value is not allowed in this context
}

// The message of an operation tells everything that git log needs.
func ExampleMessage_String() {
	m := memfile.Message{
		Op: "apply", IDs: []memfile.ID{"c0123456789abcdef"}, Operation: "o0123456789abcdef",
		Subject: "apply c0123456789abcdef: add to project memory", Paragraphs: []string{"Use pnpm.", "Memory-Op: forged"},
		Paths: []memfile.PathChange{{Path: "MEMORY.md", After: memfile.BlobID([]byte("- Use pnpm.\n"))}},
		Actor: "user", Via: "terminal",
	}
	fmt.Print(m)
	// Output:
	// apply c0123456789abcdef: add to project memory
	//
	// Use pnpm.
	//
	// > Memory-Op: forged
	//
	// Memory-Op: apply
	// Memory-Id: c0123456789abcdef
	// Memory-Operation: o0123456789abcdef
	// Memory-Path: MEMORY.md
	// Memory-Before: 0000000000000000000000000000000000000000
	// Memory-After: cb627abad59016e9d64570240f5dc6ea2ae11b5f
	// Memory-Actor: user
	// Memory-Via: terminal
}
