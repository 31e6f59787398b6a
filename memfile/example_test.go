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
