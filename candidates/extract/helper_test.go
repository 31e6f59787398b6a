package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/config"
	"gitmem/repo/session"
)

var (
	ctx = context.Background()
	ada = candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}
)

// token is a credential that a person typed.
const token = "ghp_" + "x7Kd93LmQpR2vTnW8sYbZ4cF6hJ1gAe5UiOo"

// clock ticks a second whenever somebody looks at it; heartbeats look at it too.
type clock struct {
	sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

func (c *clock) sleep(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.now = c.now.Add(d)
}

// bench is a home with a store, settings and sessions in a temporary folder.
type bench struct {
	testing.TB
	home, root string
	env        repo.Env
	clock      *clock
	rules      candidates.Rules
	settings   *config.Settings
	*Runner    // of a process that lives
}

// settings of a person who configured a model.
const settingsText = `learning:
  extractor_model: m/tiny
models:
  m: {kind: openai, base_url: "http://127.0.0.1:1", key_env: MODEL_KEY}
`

func newBench(t testing.TB) *bench {
	t.Helper()
	b := benchIn(t, t.TempDir())
	b.save("../.gitconfig", "[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n") // nothing works on behind a test's back
	if _, err := repo.Init(ctx, repo.NewStore{Root: b.root, Name: "test", Scope: memfile.ScopeProject}, b.options(nil)); err != nil {
		t.Fatal(err)
	}
	b.Runner = b.process(nothing, nil)
	b.talk("s-talk", pnpmTalk()...)
	return b
}

// benchIn is what works on a home, which may hold a store already.
func benchIn(t testing.TB, home string) *bench {
	t.Helper()
	vars := map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}
	b := &bench{TB: t, home: home, root: filepath.Join(home, "store"), clock: &clock{now: time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC)}}
	b.env = repo.ReadEnv(func(name string) string { return vars[name] })
	b.rules = candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview, AutoConfidence: 9000, PendingDays: 30}
	b.configure("")
	return b
}

// configure adds settings to those of everybody.
func (b *bench) configure(more string) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "config.yaml")
	b.must(os.WriteFile(file, []byte(settingsText+more), 0o600))
	s, err := config.Load(config.Sources{UserFile: file, OwnFile: file, AccountHome: filepath.Dir(file)})
	b.must(err)
	b.settings = s
	if b.Runner != nil {
		b.Settings = s
	}
}

func (b *bench) options(probe probing) repo.Options {
	return repo.Options{Env: b.env, Now: b.clock.Now, LockWait: 10 * time.Second, Probe: repoProbe(probe)}
}

type probing func(step, path string) error

// repoProbe is a probe of a store, which is nil where there is none.
func repoProbe(p probing) func(step, path string) error {
	if p == nil {
		return nil
	}
	return p
}

// process is a process on the same home, which asks a model; probe may kill it.
func (b *bench) process(ask asking, probe probing) *Runner {
	b.Helper()
	s, err := repo.Open(b.root, b.options(probe))
	b.must(err)
	desk := func() (*candidates.Desk, error) { return b.globalDesk(probe) }
	return &Runner{
		Ledger:   evidence.Open(candidates.Open(s, b.rules)),
		Shelf:    session.Open(s.State, session.Options{Now: b.clock.Now, Wait: 10 * time.Second}),
		Queue:    jobs.Open(filepath.Join(s.State, jobs.Folder), jobs.Options{Now: b.clock.Now, Wait: 10 * time.Second, Probe: probe}),
		Requests: Requests{Root: filepath.Join(s.State, Folder), Probe: probe},
		Settings: b.settings, Home: "/home/ann", Global: desk,
		PresentGlobal: func() (*candidates.Desk, error) {
			if _, err := os.Stat(b.env.GlobalRoot()); err != nil {
				return nil, nil
			}
			return desk()
		},
		Provider: func() (model.Provider, string, error) { return ask, "tiny", nil },
	}
}

func (b *bench) globalDesk(probe probing) (*candidates.Desk, error) {
	found, _, err := repo.MakeGlobal(ctx, b.options(nil))
	if err != nil {
		return nil, err
	}
	s, err := repo.Open(found.Root, b.options(probe))
	if err != nil {
		return nil, err
	}
	return candidates.Open(s, b.rules), nil
}

// asking is a model.
type asking func(ctx context.Context, q model.Request) (model.Answer, error)

func (a asking) Complete(ctx context.Context, q model.Request) (model.Answer, error) {
	return a(ctx, q)
}

func nothing(context.Context, model.Request) (model.Answer, error) { return says(answer{}), nil }

// says is an answer with two lists.
func says(a answer) model.Answer {
	if a.Experiences == nil {
		a.Experiences = []item{}
	}
	if a.Memories == nil {
		a.Memories = []proposed{}
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	return model.Answer{Text: string(text), Stop: model.StopEnd}
}

// always asks a model that says the same again and again, and counts.
func always(a answer, times *int) asking {
	return func(context.Context, model.Request) (model.Answer, error) { *times++; return says(a), nil }
}

// learn carries out the job of a session's newest turn with this answer.
func (b *bench) learn(a answer) Done {
	b.Helper()
	var n int
	done, err := b.process(always(a, &n), nil).Reflect(ctx, "s-talk", ScopeTurn)
	b.must(errors.Join(err, done.Err))
	return done
}

// Quotations of the talk: what a person typed, a call that succeeded, one that
// failed, what the agent said.
var (
	byPerson = citation{"m3", "no, we use pnpm here"}
	byCall   = citation{"m4.t1", "done in 2 s"}
	byFault  = citation{"m2.t1", "no package-lock.json"}
	byAgent  = citation{"m5", "The dependencies are installed with pnpm."}
	invented = citation{"m3", "we always use yarn"}
)

// exp is an experience of the answer.
func exp(title string, quotes ...citation) item {
	return item{Kind: memfile.KindUserCorrection, Title: title, Summary: "The person said " + title + ".", Resolution: "pnpm install", Confidence: 0.95, Evidence: quotes}
}

// adds is a memory of the answer, resting on its first experience.
func adds(content string) proposed {
	first := 0
	return proposed{Experience: &first, Scope: memfile.ScopeProject, Action: memfile.ActionAdd, Content: content, Reason: "The person said so.", Confidence: 0.95}
}

// on lets a memory rest on the experience at a place.
func (p proposed) on(n int) proposed { p.Experience = &n; return p }

// everywhere makes a memory one for all projects.
func (p proposed) everywhere() proposed { p.Scope = memfile.ScopeGlobal; return p }

// pnpmTalk is a turn with a secret, a correction and a recovered error.
func pnpmTalk() []session.Message {
	at := time.Date(2026, 11, 30, 10, 15, 0, 0, time.UTC)
	no, yes := 1, 0
	return []session.Message{
		{ID: "u1", Role: session.User, Typed: true, Time: at, Text: "install the dependencies in /home/ann/app; the token is " + token},
		{ID: "a1", Role: session.Assistant, Text: "Installing.", Tools: []session.ToolCall{{ID: "c1", Name: "sh", Kind: session.Shell, Command: "npm i", Status: session.Failed, Exit: &no, Output: "no package-lock.json"}}},
		{ID: "u2", Role: session.User, Typed: true, Aside: true, Time: at.Add(time.Minute), Text: "no, we use pnpm here"},
		{ID: "a2", Role: session.Assistant, Text: "With pnpm then.", Tools: []session.ToolCall{{ID: "c2", Name: "sh", Kind: session.Shell, Command: "pnpm install --frozen-lockfile", Status: session.OK, Exit: &yes, Output: "done in 2 s"}}},
		{ID: "a3", Role: session.Assistant, Time: at.Add(2 * time.Minute), Text: "The dependencies are installed with pnpm.", End: session.Final},
	}
}

// talk adds messages to a session of ann's.
func (b *bench) talk(id string, messages ...session.Message) {
	b.Helper()
	batch := session.Batch{}
	for _, m := range messages {
		m.Revision = max(m.Revision, 1)
		batch.Entries = append(batch.Entries, session.Entry{Conversation: session.Conversation{ID: id, Agent: "mine", Cwd: "/home/ann/app"}, Message: m})
	}
	_, err := b.Shelf.Append(ctx, batch)
	b.must(err)
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// hand is what a person adds to the memory of the project at once.
func (b *bench) hand(text string) memfile.Candidate {
	b.Helper()
	out, err := b.desk().Propose(ctx, candidates.Proposal{Edit: memfile.Edit{Action: memfile.ActionAdd, Content: text}, Reason: "by hand", Confidence: 10000, Actor: ada, Apply: true})
	b.must(err)
	return out.Candidate
}

func (b *bench) save(rel, text string) {
	b.Helper()
	path := filepath.Join(b.root, rel)
	b.must(os.MkdirAll(filepath.Dir(path), 0o755))
	b.must(os.WriteFile(path, []byte(text), 0o644))
}

func (b *bench) gitIn(dir string, args ...string) string {
	b.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

func (b *bench) git(args ...string) string { b.Helper(); return b.gitIn(b.root, args...) }

func (b *bench) head() string { b.Helper(); return b.git("rev-parse", "HEAD") }

// commits counts those since one.
func (b *bench) commits(since string) int {
	b.Helper()
	return len(strings.Fields(b.git("rev-list", since+"..HEAD")))
}

// sound makes sure that the store verifies, that each of its files passes the
// checks of a commit, and that git finds it clean.
func (b *bench) sound() {
	b.Helper()
	b.soundStore(b.root)
	if _, err := os.Stat(b.env.GlobalRoot()); err == nil {
		b.soundStore(b.env.GlobalRoot())
	}
}

func (b *bench) soundStore(root string) {
	b.Helper()
	s, err := repo.Open(root, b.options(nil))
	b.must(err)
	r, err := s.Verify(ctx, nil)
	if err != nil || len(r.Problems) > 0 {
		b.Errorf("verify: %+v, %v", r.Problems, err)
	}
	if dirty := b.gitIn(root, "status", "--porcelain"); dirty != "" {
		b.Errorf("the work tree is not clean:\n%s", dirty)
	}
	check := candidates.Check{Scope: s.Scope, Cap: b.rules.Cap}
	for _, name := range strings.Fields(b.gitIn(root, "ls-files", memfile.JobFolder)) {
		data, err := s.Read(name)
		b.must(err)
		for _, p := range check.File(name, data) {
			b.Errorf("check %s: %v\n%s", name, p, data)
		}
	}
}

// jobsIn are the jobs that are queued.
func (b *bench) jobsIn() []jobs.Job {
	b.Helper()
	list, bad, err := b.Queue.List()
	b.must(err)
	if len(bad) > 0 {
		b.Errorf("damaged jobs: %v", bad)
	}
	return list
}

// kept are the calls of a job.
func (b *bench) kept(id memfile.ID) []Kept {
	b.Helper()
	kept, err := b.Requests.Of(id)
	b.must(err)
	return kept
}

// settled are the records of all jobs.
func (b *bench) settled() []memfile.Job {
	b.Helper()
	list, err := b.process(nothing, nil).desk().SettledJobs(0)
	b.must(err)
	return list
}

// globalCandidates are the open proposals of the global store.
func (b *bench) globalCandidates() []string {
	b.Helper()
	if _, err := os.Stat(b.env.GlobalRoot()); err != nil {
		return nil
	}
	d, err := b.globalDesk(nil)
	b.must(err)
	list, err := d.OpenList()
	b.must(err)
	var out []string
	for _, r := range list.Records {
		out = append(out, r.Content)
	}
	slices.Sort(out)
	return out
}

// files are all files below a folder with their contents.
func files(t testing.TB, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if path == root && errors.Is(err, fs.ErrNotExist) {
			return fs.SkipAll
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// refusedAs gives the refused items, a line each.
func refusedAs(j memfile.Job) []string {
	var out []string
	for _, r := range j.Refused {
		out = append(out, fmt.Sprintf("%d %s: %s", r.Ordinal, r.Field, r.Detail))
	}
	return out
}

// failing is a model that fails.
func failing(err error) asking {
	return func(context.Context, model.Request) (model.Answer, error) { return model.Answer{}, err }
}

// meanwhile is a model that answers after something else has happened.
func (b *bench) meanwhile(act func(b *bench)) asking {
	return func(context.Context, model.Request) (model.Answer, error) {
		act(b)
		return says(answer{Experiences: []item{exp("use pnpm", byPerson)}, Memories: []proposed{adds("Use pnpm.")}}), nil
	}
}

// tookIn lets a session take in external content.
func (b *bench) tookIn(id string) {
	b.Helper()
	b.talk(id, session.Message{ID: "web", Role: session.Assistant, Text: "Looking it up.", Tools: []session.ToolCall{{ID: "w", Name: "WebFetch", Kind: session.Web, Status: session.OK, Output: "a page"}}})
}

func (b *bench) excluded(id string) {
	b.Helper()
	_, err := b.Shelf.Exclude(ctx, id, "a test", "test")
	b.must(err)
}

func (b *bench) disabled(id string) {
	b.Helper()
	p, err := b.Shelf.Policy(id)
	b.must(err)
	_, err = b.Shelf.SetPolicy(ctx, id, session.PolicyChange{Generation: session.Disabled, Reason: "a test", Source: "test"}, p.Revision)
	b.must(err)
}

// modelAt is the setting of a model behind an address.
func modelAt(kind, url string) config.Model {
	return config.Model{Kind: kind, BaseURL: url, KeyEnv: "MODEL_KEY"}
}

// stopping is a model whose answer arrives just when a person interrupts.
func (b *bench) stopping(stop func(), asked *int) asking {
	return func(context.Context, model.Request) (model.Answer, error) {
		*asked++
		stop()
		return says(answer{Experiences: []item{exp("of the first answer", byPerson)}}), nil
	}
}
