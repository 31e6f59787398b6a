package retrieve

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s: %v\n%s", path, err, got)
	}
}

// full is a project and the global store, with something of everything.
func full(t *testing.T) (project, global *shop) {
	project, global = newShop(t, "project"), newShop(t, "global")
	global.remember("Answer in British English.")
	project.remember("Use pnpm, never npm, in this repository.")
	project.remember("Run `make lint` before a commit;\nit takes twenty seconds.")
	project.learned("pnpm is the package manager", "npm installs were rejected twice and broke the lock file.", "Use `pnpm install --frozen-lockfile`.")
	open := project.experience("pnpm hangs behind the proxy", "The install waits for ever.\n\nNobody knows why.", "")
	open.Kind, open.Evidence[0].Verified, open.Confidence = memfile.KindUnresolvedIssue, false, 6050
	project.record(open)
	hand := global.experience("Prefer pnpm", "A note of a person.", "Prefer pnpm wherever a lock file of it stands.")
	hand.Source.Agent, hand.Source.Session, hand.Source.Message, hand.Confidence = "", "", "", 10_000
	global.record(hand)
	return project, global
}

func TestGoldenContext(t *testing.T) {
	project, global := full(t)
	r := build(t, request("pnpm install", project, global))
	golden(t, "context.golden", r.Text)
}

// TestSameInputsSameBytes: neither the clock nor the receipt, session or turn
// is in the text, and a changed query alone leaves memory as it is.
func TestSameInputsSameBytes(t *testing.T) {
	project, global := full(t)
	q := request("pnpm install", project, global)
	first := build(t, q)
	for range 5 {
		q.Session, q.Turn = q.Session+"x", q.Turn+"y"
		q.NewID = func() (memfile.ID, error) { return project.NewID(memfile.KindReceipt) }
		q.Now = project.Store.Now
		if again := build(t, q); again.Text != first.Text || again.ID == first.ID {
			t.Fatalf("another text:\n%s", again.Text)
		}
	}
	memory := strings.Split(first.Text, "\n<gitmem-data name=\"learning")[0]
	q.Query = "proxy"
	if other := build(t, q); !strings.HasPrefix(other.Text, memory) || other.Text == first.Text {
		t.Errorf("%s", other.Text)
	}
	q.Use = false
	if none := build(t, q); none.Text+"\n" != memory && none.Text != memory {
		t.Errorf("without experiences:\n%s\nwant\n%s", none.Text, memory)
	}
}

func TestEmptyStoresGiveNothing(t *testing.T) {
	project, global := newShop(t, "project"), newShop(t, "global")
	project.file("# Project memory\n\n<!-- nothing yet -->\n")
	for _, q := range []Request{request("pnpm", project, global), request("", project, global), request("pnpm", nil, nil)} {
		if r := build(t, q); r.Text != "" || len(r.Sections)+len(r.Notices) > 0 || r.Skipped != nil {
			t.Errorf("%+v", r)
		}
	}
}

func TestSectionsOfAReceipt(t *testing.T) {
	project, global := full(t)
	r := build(t, request("pnpm install", project, global))
	envelopes, err := Read(r.Text)
	if err != nil || len(envelopes) != 3 || len(r.Sections) != 3 {
		t.Fatal(len(envelopes), len(r.Sections), err)
	}
	for i, s := range r.Sections {
		e := envelopes[i]
		if s.Name != e.Name || s.Content != e.Content || s.SHA256 != e.SHA256 || s.Revision != e.Revision || s.SHA256 != memfile.Digest([]byte(s.Content)) {
			t.Errorf("%+v\n%+v", s, e)
		}
	}
	memory := r.Sections[1]
	if got := memory.Items; len(got) != 2 || got[0].Source != "MEMORY.md#1" || got[1].Source != "MEMORY.md#2" ||
		got[0].ID.Kind() != memfile.KindCandidate || got[0].SHA256 != memfile.Digest([]byte("Use pnpm, never npm, in this repository.")) {
		t.Errorf("%+v", got)
	}
	base, err := project.Base(repo.ResidentPath)
	if err != nil || memory.Revision != base.Blob || memory.Source != string(project.Store.ID)+"/MEMORY.md" {
		t.Errorf("%+v %+v %v", memory, base, err)
	}
	for _, item := range r.Sections[2].Items {
		label := "experience " + string(item.ID)
		found := slices.IndexFunc(envelopes[2].Parts, func(p Part) bool { return strings.HasPrefix(p.Label, label) })
		if found < 0 || !strings.Contains(envelopes[2].Parts[found].Label, "sha256 "+item.SHA256[7:19]) || !strings.Contains(item.Source, "/experiences/2026/11/30/"+string(item.ID)) {
			t.Errorf("%+v", item)
		}
	}
}

func TestCancelled(t *testing.T) {
	project, global := full(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, request("pnpm", project, global)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
