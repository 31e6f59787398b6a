package repo

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
)

const benchCommits = 10_000

// importer writes a history of proposals and applies for git fast-import, with
// files and messages as operations make them.
type importer struct {
	*journal
	out      io.Writer
	resident *memfile.Resident
	former   string // blob of the resident file
	n        int
}

// longJournal is a store with so many commits: proposals, each followed by its
// apply, which replaces one of thirty entries, one after the other.
func longJournal(b testing.TB, commits int) *journal {
	b.Helper()
	j := newJournal(b)
	cmd := exec.Command("git", "fast-import", "--quiet", "--force")
	cmd.Dir, cmd.Env = j.store, []string{"HOME=" + j.path("home"), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	w := &importer{journal: j, out: in, resident: memfile.EmptyResident(ResidentPath, j.s.Scope)}
	j.when = j.when.Add(-1000 * 24 * time.Hour)
	for w.n < commits-2 {
		w.candidate()
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	j.git("reset", "-q", "--hard")
	return j
}

// candidate writes the two commits of one candidate.
func (w *importer) candidate() {
	number := w.n / 2
	edit := add(fmt.Sprintf("Fact %d: the answer to question %d of this project is %d.", number, number%30, number))
	if number >= 30 {
		edit = replace(fmt.Sprintf("Fact %d:", number-30), edit.Content)
	}
	c := w.draft(edit)
	c.Actor, c.Source = memfile.ActorReflection, memfile.Source{Agent: "claude-code", Session: "5f0c9a4e-0d1b-4c55-9d0f-0b6c9b7e2a11", Message: fmt.Sprint("msg_", number)}
	open := memfile.CandidatePath(c)
	w.commit("propose", c, w.newID(memfile.KindOperation), nil, file{open, memfile.FormatCandidate(c)})
	steps, err := w.resident.Perform(c)
	if err != nil {
		w.Fatal(err)
	}
	w.resident = steps[0].Resident
	change := memfile.PathChange{Path: ResidentPath, Before: w.former, After: memfile.BlobID(w.resident.Bytes())}
	w.former = change.After
	c.Status, c.Decided = memfile.StatusApplied, &memfile.Decided{By: memfile.ActorUser, Via: "terminal", At: w.when}
	c.Effect = &memfile.Effect{
		Operation: w.newID(memfile.KindOperation), Applied: w.when, Entries: []memfile.EntryChange{steps[0].EntryChange},
		File: memfile.FileChange{Before: change.Before, After: change.After},
	}
	w.commit("apply", c, c.Effect.Operation, []memfile.PathChange{change},
		file{ResidentPath, w.resident.Bytes()}, file{open, nil}, file{memfile.CandidatePath(c), memfile.FormatCandidate(c)})
}

type file struct {
	path string
	data []byte // nil takes it away
}

func (w *importer) commit(op string, c memfile.Candidate, id memfile.ID, paths []memfile.PathChange, files ...file) {
	m := w.message(op, c)
	m.Operation, m.Paths, m.Paragraphs = id, paths, []string{c.Content, c.Reason}
	text := m.String()
	from := ""
	if w.n == 0 {
		from = "from refs/heads/main^0\n"
	}
	fmt.Fprintf(w.out, "commit refs/heads/main\ncommitter ada <ada@example.org> %d +0000\ndata %d\n%s%s", w.tick().Unix(), len(text), text, from)
	for _, f := range files {
		if f.data == nil {
			fmt.Fprintf(w.out, "D %s\n", f.path)
			continue
		}
		fmt.Fprintf(w.out, "M 100644 inline %s\ndata %d\n%s\n", f.path, len(f.data), f.data)
	}
	w.n++
}

// unpack makes every object a loose one.
func (j *journal) unpack() {
	j.Helper()
	packs, _ := filepath.Glob(filepath.Join(j.store, ".git/objects/pack/*.pack"))
	for _, pack := range packs {
		data, err := os.ReadFile(pack)
		if err != nil {
			j.Fatal(err)
		}
		for _, end := range []string{".pack", ".idx", ".keep", ".rev"} {
			os.Remove(strings.TrimSuffix(pack, ".pack") + end)
		}
		j.gitWith(string(data), "unpack-objects", "-q")
	}
	j.reopen()
}

// BenchmarkHistory compares with git on the same store, packed and loose.
func BenchmarkHistory(b *testing.B) {
	j := longJournal(b, benchCommits)
	j.git("gc", "-q")
	b.Run("packed", func(b *testing.B) { benchmarkHistory(b, j) })
	j.unpack()
	b.Run("loose", func(b *testing.B) { benchmarkHistory(b, j) })
}

func benchmarkHistory(b *testing.B, j *journal) {
	ctx := context.Background()
	run := func(name string, work func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := work(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	git := func(args ...string) func() error {
		return func() error { _, err := j.tryGit(args...); return err }
	}
	run("git-log-file", git("log", "--format=%H %s", "--", ResidentPath))
	run("git-log", git("log", "--format=%H %s"))
	run("git-fsck", git("fsck", "--strict"))
	run("history-anew", func() error {
		os.Remove(j.cache())
		j.reopen()
		_, err := j.s.History(ctx)
		return err
	})
	run("history-cached", func() error { j.reopen(); _, err := j.s.History(ctx); return err })
	run("history-every-record", func() error {
		j.reopen()
		h, err := j.s.History(ctx)
		for r := range h.All() {
			if r.Commit == "" {
				return errRecord
			}
		}
		return err
	})
	run("blame-cached", func() error { j.reopen(); _, err := j.s.Blame(ctx, BlameEarlier); return err })
	run("verify", func() error {
		j.reopen()
		r, err := j.s.Verify(ctx, nil)
		if err == nil && (!r.Sound(true) || r.Operations != benchCommits-1) {
			err = fmt.Errorf("%d operations, %v", r.Operations, r.Problems[:min(3, len(r.Problems))])
		}
		return err
	})
}
