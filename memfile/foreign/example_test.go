package foreign_test

import (
	"fmt"

	"gitmem/memfile/foreign"
)

func ExampleRead() {
	file := `# Project

Never do these:
- commit to main
- force push

| key | value |
|-----|-------|
| a   | b     |
`
	reading, err := foreign.Read("CLAUDE.md", []byte(file), foreign.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range reading.Entries {
		fmt.Printf("line %d, under %q: %q\n", e.Line, e.Section, e.Text)
	}
	for _, s := range reading.Skipped {
		if !s.Layout {
			fmt.Printf("line %d: left out: %s\n", s.Line, s.Reason)
		}
	}
	fmt.Println(reading.Format, reading.Total)
	// Output:
	// line 3, under "Project": "Never do these:\n- commit to main\n- force push"
	// line 7: left out: a table
	// markdown 3
}

func ExampleRead_mcp() {
	file := `{"type":"entity","name":"pnpm","entityType":"tool","observations":["is the package manager"]}
half a line`
	reading, err := foreign.Read("memory.json", []byte(file), foreign.Auto)
	fmt.Println(reading.Entries[0].Text, err)
	fmt.Println(reading.Skipped[0].Line, reading.Skipped[0].Reason)
	// Output:
	// pnpm: is the package manager <nil>
	// 2 not valid JSON
}
