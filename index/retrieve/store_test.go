package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

var testDay = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

// shop is a store in a temporary folder, with a clock that ticks.
type shop struct {
	testing.TB
	*repo.Store
	env       repo.Env
	now       time.Time
	n         int
	withdrawn map[memfile.ID]bool
	cited     map[memfile.ID][]memfile.ID
}

func newShop(t testing.TB, scope string) *shop {
	t.Helper()
	home := t.TempDir()
	quiet := "[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n" // nothing works on behind a test's back
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(quiet), 0o644); err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}
	s := &shop{TB: t, now: testDay, withdrawn: map[memfile.ID]bool{}, cited: map[memfile.ID][]memfile.ID{}}
	s.env = repo.ReadEnv(func(name string) string { return vars[name] })
	tick := func() time.Time { s.now = s.now.Add(time.Second); return s.now }
	id := memfile.DeriveID(memfile.KindStore, scope)
	var err error
	s.Store, err = repo.Init(context.Background(), repo.NewStore{ID: id, Root: filepath.Join(home, "store"), Name: "shop", Scope: scope}, repo.Options{Env: s.env, Now: tick})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *shop) scope() *Scope {
	cited := func() (map[memfile.ID][]memfile.ID, error) { return s.cited, nil }
	return &Scope{Store: s.Store, Search: shelf{s}, Withdrawn: s.withdrawn, Cited: cited, Cap: 3000}
}

// id makes a new id that is the same in every run.
func (s *shop) id(kind byte) memfile.ID {
	s.n++
	return memfile.DeriveID(kind, s.Store.Scope, fmt.Sprint(s.n))
}

func (s *shop) present(rel string) repo.Bytes {
	data, err := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(rel)))
	if err != nil {
		return repo.Bytes{}
	}
	return repo.Of(data)
}

func (s *shop) run(op string, ids []memfile.ID, operation memfile.ID, changes ...repo.Change) {
	s.Helper()
	_, err := s.Run(context.Background(), func() (*repo.Operation, error) {
		return &repo.Operation{
			Message: memfile.Message{Op: op, IDs: ids, Operation: operation, Subject: op, Actor: memfile.ActorUser, Via: "terminal"},
			Author:  repo.Person{Name: "ada", Email: "ada@example.org"},
			Changes: changes,
		}, nil
	})
	if err != nil {
		s.Fatal(err)
	}
}

// remember adds an entry, as an applied candidate, and gives its id.
func (s *shop) remember(text string) memfile.ID {
	s.Helper()
	before := s.present(repo.ResidentPath)
	r, err := memfile.ParseResident(repo.ResidentPath, before.Data)
	if err != nil {
		s.Fatal(err)
	}
	if !before.Present {
		r = memfile.EmptyResident(repo.ResidentPath, s.Store.Scope)
	}
	edit := memfile.Edit{Action: memfile.ActionAdd, Content: text}
	applied, err := r.Apply(edit)
	if err != nil {
		s.Fatal(err)
	}
	after := repo.Of(applied.Resident.Bytes())
	at := s.Now()
	c := memfile.Candidate{
		Edit: edit, Reason: "said twice", Confidence: 10_000, ID: s.id(memfile.KindCandidate), Kind: "memory", Scope: s.Store.Scope,
		Status: memfile.StatusApplied, Actor: memfile.ActorUser, Created: at, Updated: at,
		Decided: &memfile.Decided{By: memfile.ActorUser, Via: "terminal", At: at},
		Effect: &memfile.Effect{
			Operation: s.id(memfile.KindOperation), Applied: at, Entries: []memfile.EntryChange{applied.EntryChange},
			File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
		},
	}
	s.run("apply", []memfile.ID{c.ID}, c.Effect.Operation,
		repo.Change{Path: repo.ResidentPath, Before: before, After: after, Decides: true},
		repo.Change{Path: memfile.CandidatePath(c), After: repo.Of(memfile.FormatCandidate(c))})
	return c.ID
}

// file makes an operation leave a resident file just so.
func (s *shop) file(text string) {
	s.Helper()
	s.run("adopt", nil, "", repo.Change{Path: repo.ResidentPath, Before: s.present(repo.ResidentPath), After: repo.Of([]byte(text)), Decides: true})
}

// experience is one that may be handed out.
func (s *shop) experience(title, summary, resolution string) memfile.Experience {
	return memfile.Experience{
		ID: s.id(memfile.KindExperience), Kind: memfile.KindProcedure, Status: memfile.StatusActive, Confidence: 8800,
		Source: memfile.Origin{Agent: "claude-code", Session: "0b1e77aa", Message: fmt.Sprintf("msg_%d", s.n)},
		Evidence: []memfile.Evidence{{
			Kind: memfile.EvidenceMessage, Role: memfile.ActorUser, Source: "msg_1", Verified: true,
			Digest: memfile.Digest([]byte(title)), Excerpt: "no, we use pnpm here",
		}},
		Created: testDay.Add(time.Duration(s.n) * time.Second), Title: title, Summary: summary, Resolution: resolution,
	}
}

// record commits experiences as gitmem does.
func (s *shop) record(list ...memfile.Experience) {
	s.Helper()
	var ids []memfile.ID
	var changes []repo.Change
	for _, e := range list {
		ids = append(ids, e.ID)
		changes = append(changes, repo.Change{Path: pathOf(e), Before: s.present(pathOf(e)), After: repo.Of(memfile.FormatExperience(e))})
	}
	s.run("record", ids, "", changes...)
}

func (s *shop) learned(title, summary, resolution string) memfile.Experience {
	s.Helper()
	e := s.experience(title, summary, resolution)
	s.record(e)
	return e
}

func pathOf(e memfile.Experience) string { return memfile.ExperiencePath(e.ID, e.Created) }

// save writes a working file by hand.
func (s *shop) save(rel, text string) {
	s.Helper()
	full := filepath.Join(s.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

// byHand commits all that stands in the working tree.
func (s *shop) byHand() {
	s.Helper()
	for _, args := range [][]string{{"add", "-A"}, {"-c", "user.name=ada", "-c", "user.email=ada@example.org", "commit", "-qm", "by hand"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = s.Root, []string{"HOME=" + s.env.Home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		if out, err := cmd.CombinedOutput(); err != nil {
			s.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// shelf finds what shares a word with the text, the most words first and then
// the newest. It says nothing of states: what it finds is for others to refuse.
type shelf struct{ *shop }

func (f shelf) Experiences(_ context.Context, text string, most int) (Found, error) {
	type match struct {
		Hit
		score   int
		created time.Time
	}
	var all []match
	err := filepath.WalkDir(filepath.Join(f.Root, memfile.ExperienceFolder), func(full string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return ignoreAbsent(err)
		}
		data, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(f.Root, full)
		m := match{Hit: Hit{Path: filepath.ToSlash(rel), Blob: memfile.BlobID(data)}}
		if parsed, err := memfile.ParseExperience(m.Path, data); err == nil {
			m.created = parsed.Experience().Created
		}
		for _, w := range strings.Fields(text) {
			m.score += strings.Count(string(data), w)
		}
		if m.score > 0 || text == "" {
			all = append(all, m)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.created.Compare(a.created), cmp.Compare(a.Path, b.Path))
	})
	var found Found
	for _, m := range all[:min(len(all), most)] {
		found.Hits = append(found.Hits, m.Hit)
	}
	return found, err
}

func ignoreAbsent(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// request is what gitmem asks with its defaults.
func request(query string, project, global *shop) Request {
	q := Request{
		Query: query, Session: "s1", Turn: "1", MaxItems: 5, MaxTokens: 1200, Use: true,
		Now: func() time.Time { return testDay }, NewID: func() (memfile.ID, error) { return "r0123456789abcdef", nil },
	}
	if project != nil {
		q.Project = project.scope()
	}
	if global != nil {
		q.Global = global.scope()
	}
	return q
}

func build(t testing.TB, q Request) memfile.Receipt {
	t.Helper()
	r, err := Build(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := memfile.FormatReceipt(r); err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	if _, err := Read(r.Text); err != nil {
		t.Fatalf("the context does not read back: %v\n%s", err, r.Text)
	}
	return r
}
