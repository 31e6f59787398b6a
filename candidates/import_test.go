package candidates

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/memfile/foreign"
)

func entries(texts ...string) Import {
	in := Import{Confidence: 10000}
	for i, text := range texts {
		in.Entries = append(in.Entries, ImportEntry{File: "CLAUDE.md", Line: i + 1, Text: text})
	}
	return in
}

func (b *bench) imports(in Import) ImportReport {
	b.Helper()
	report, err := b.desk.Import(ctx, in)
	if err != nil {
		b.Fatal(err)
	}
	if sum := len(report.Imported) + report.Duplicates + len(report.Refused); sum != len(in.Entries) {
		b.Fatalf("%d imported + %d duplicates + %d refused, of %d", len(report.Imported), report.Duplicates, len(report.Refused), len(in.Entries))
	}
	return report
}

func TestImportAccountsForEveryEntry(t *testing.T) {
	b := newBench(t)
	b.hand("Use pnpm.")
	gone := b.hand("Use npm.").Candidate.ID
	b.must(b.desk.Undo(ctx, gone, ada))
	before := b.commits()
	report := b.imports(entries("Deploy on Tuesdays.", "Use pnpm.", "use NPM!", "Deploy on Tuesdays.", "x\u202ey"))
	if len(report.Imported) != 1 || report.Duplicates != 2 || len(report.Refused) != 2 {
		t.Errorf("report %+v", report)
	}
	if r := report.Refused[0]; r.Line != 3 || !strings.Contains(r.Reason, string(gone)) {
		t.Errorf("refused %+v", r)
	}
	if b.commits() != before+1 || b.state(report.Imported[0]) != Pending || strings.Contains(b.memory(), "Tuesdays") {
		t.Errorf("%d commits more, state %s", b.commits()-before, b.state(report.Imported[0]))
	}
	if log := b.git("log", "-1", "--format=%B"); !strings.Contains(log, "\nMemory-Op: import\n") || !strings.Contains(log, "\nMemory-Actor: system") {
		t.Error(log)
	}
	rec, err := b.desk.Find(string(report.Imported[0]))
	if err != nil || rec.Reason != "imported from CLAUDE.md, line 1" || rec.Actor != memfile.ActorSystem {
		t.Errorf("record %+v, %v", rec.Candidate, err)
	}
}

// A second import changes nothing, whatever became of the first, and even
// where another entry is new.
func TestImportTwice(t *testing.T) {
	b := newBench(t)
	first := b.imports(entries("One.", "Two.", "Three."))
	b.must(b.desk.Approve(ctx, first.Imported[0], ada))
	b.must(b.desk.Reject(ctx, first.Imported[1], ada, ""))
	before := b.commits()
	again := b.imports(entries("One.", "Two.", "Three."))
	if len(again.Imported) != 0 || again.Duplicates != 3 || b.commits() != before || again.Result.Commit != "" {
		t.Errorf("second import: %+v", again)
	}
	b.must(b.desk.Undo(ctx, first.Imported[0], ada))
	more := b.imports(entries("One.", "Two.", "Four.", "Three."))
	if len(more.Imported) != 1 || more.Duplicates != 3 {
		t.Errorf("third import: %+v", more)
	}
}

// The heading of an entry is a hint: it is used where the memory has it.
func TestImportSections(t *testing.T) {
	b := newBench(t)
	b.save(ResidentPath, "# Project memory\n\n## Build\n\n- Use make.\n")
	if _, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada}); err != nil {
		t.Fatal(err)
	}
	in := entries("Run lint.", "Deploy.")
	in.Entries[0].Section, in.Entries[1].Section = "Build", "Shipping"
	report := b.imports(in)
	for i, want := range []string{"Build", ""} {
		rec, err := b.desk.Find(string(report.Imported[i]))
		if err != nil || rec.Section != want {
			t.Errorf("section %q, want %q (%v)", rec.Section, want, err)
		}
	}
}

// An agent cannot flood a store through an import, and no policy applies it.
func TestImportByAnAgent(t *testing.T) {
	b := newBench(t)
	b.desk.Rules.Promotion = PolicyAutomatic
	in := entries()
	in.Agent = "codex"
	for i := range MaxOpenPerStore + 5 {
		in.Entries = append(in.Entries, ImportEntry{File: "x", Line: i, Text: "fact " + strings.Repeat("i", i+1)})
	}
	report := b.imports(in)
	if len(report.Imported) != MaxOpenPerStore || len(report.Refused) != 5 || b.memory() != "" {
		t.Errorf("%d imported, %d refused, memory %q", len(report.Imported), len(report.Refused), b.memory())
	}
	if report = b.imports(in); report.Duplicates != MaxOpenPerStore || len(report.Refused) != 5 {
		t.Errorf("again: %d duplicates, %d refused", report.Duplicates, len(report.Refused))
	}
}

// Every piece of real memory files is accounted for, and a second import finds
// only what the first one made.
func TestImportRealFiles(t *testing.T) {
	in := realEntries(t)
	b := newBench(t)
	b.desk.Rules.Cap = 1 << 20
	first := b.imports(in)
	before := b.commits()
	again := b.imports(in)
	if len(again.Imported) != 0 || again.Duplicates != len(first.Imported)+first.Duplicates || len(again.Refused) != len(first.Refused) || b.commits() != before {
		t.Errorf("again %d imported, %d duplicates, %d refused", len(again.Imported), again.Duplicates, len(again.Refused))
	}
	list, err := b.desk.OpenList()
	if err != nil || len(list.Records) != len(first.Imported) || len(list.Invalid) != 0 {
		t.Errorf("%d open, want %d; %d invalid; %v", len(list.Records), len(first.Imported), len(list.Invalid), err)
	}
	t.Logf("%d entries: %d imported, %d duplicates, %d refused", len(in.Entries), len(first.Imported), first.Duplicates, len(first.Refused))
}

func realEntries(t *testing.T) Import {
	t.Helper()
	root := filepath.Join("..", "..", "shared", "data", "memory-files")
	if _, err := os.Stat(root); err != nil {
		t.Skip("../shared/data/memory-files is not there")
	}
	in := Import{Confidence: 10000}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		reading, err := foreign.Read(path, data, foreign.Auto)
		for _, e := range reading.Entries {
			in.Entries = append(in.Entries, ImportEntry{File: path, Line: e.Line, Text: e.Text, Origin: e.Origin})
		}
		return err
	})
	if err != nil || len(in.Entries) == 0 {
		t.Fatalf("%d entries, %v", len(in.Entries), err)
	}
	return in
}
