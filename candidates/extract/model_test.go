package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/memfile"
)

// wire lets a bench ask a server that speaks what a family of providers does.
func (b *bench) wire(kind string, key bool, answer func(modeltest.Sent) modeltest.Reply) (*Runner, *modeltest.Server) {
	b.Helper()
	s := modeltest.Serve(kind, answer)
	b.Cleanup(s.Close)
	b.settings.Models["m"] = modelAt(kind, s.URL)
	p := b.process(nil, nil)
	var environ []string
	if key {
		environ = []string{"MODEL_KEY=made-up"}
	}
	p.Provider = func() (model.Provider, string, error) {
		return model.FromSettings(b.settings, "m/tiny", model.Options{Environ: environ, Dir: b.home})
	}
	return p, s
}

// text is an answer as a server would say it.
func text(a answer) modeltest.Reply { return modeltest.Reply{Text: says(a).Text} }

func good() modeltest.Reply {
	return text(answer{Experiences: []item{exp("use pnpm", byPerson)}, Memories: []proposed{adds("Use pnpm.")}})
}

// attempt is what one attempt is to come to.
type attempt struct {
	replies  []modeltest.Reply
	requests int    // that arrive
	state    string // of the job, or "" where it left the queue
	kind     string // of what went wrong
	kept     string // outcomes, in a line
	wait     time.Duration
}

func TestWhatGoesWrongOnTheWire(t *testing.T) {
	bad := modeltest.Reply{Text: `{"experiences": oops`}
	for name, c := range map[string]attempt{
		"nothing":                  {[]modeltest.Reply{good()}, 1, "", "", "completed", 0},
		"429 with a time":          {[]modeltest.Reply{{Status: 429, RetryAfter: "37", Message: "slow down"}}, 1, jobs.Queued, "rate_limited", "failed rate_limited", 37 * time.Second},
		"429 with a very long one": {[]modeltest.Reply{{Status: 429, RetryAfter: "7200", Message: "slow down"}}, 1, jobs.Queued, "rate_limited", "failed rate_limited", jobs.MaxBackoff},
		"500":                      {[]modeltest.Reply{{Status: 500, Message: "ouch"}}, 1, jobs.Queued, "server", "failed server", time.Second},
		"no answer":                {[]modeltest.Reply{{Refuse: true}}, 1, jobs.Queued, "unreachable", "failed unreachable", time.Second},
		"cut off":                  {[]modeltest.Reply{{Text: good().Text, CutAfter: true}}, 1, jobs.Queued, "truncated", "failed truncated", time.Second},
		"ended too early":          {[]modeltest.Reply{{Text: good().Text[:40], EndAfter: true}}, 1, jobs.Queued, "truncated", "failed truncated", time.Second},
		"mended":                   {[]modeltest.Reply{bad, good()}, 2, "", "", "failed malformed, completed", 0},
		"not mended":               {[]modeltest.Reply{bad, bad}, 2, jobs.Queued, "malformed", "failed malformed, failed malformed", time.Second},
		"a tool call":              {[]modeltest.Reply{{Text: "I will look.", Calls: []string{"read_file"}}, good()}, 2, "", "", "failed malformed, completed", 0},
		"declined":                 {[]modeltest.Reply{{Refusal: "I will not."}}, 1, "", "refused", "failed refused", 0},
		"no such model":            {[]modeltest.Reply{{Status: 404, Message: "no such model"}}, 1, "", "refused", "failed refused", 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p, s := b.wire(modeltest.OpenAI, true, modeltest.InTurn(c.replies...))
			before := b.clock.Now()
			done, err := p.Reflect(ctx, "s-talk", ScopeTurn)
			b.must(err)
			if len(s.Sent()) != c.requests || b.outcomes(done.Job.ID) != c.kept {
				t.Errorf("%d requests, outcomes %q", len(s.Sent()), b.outcomes(done.Job.ID))
			}
			b.queued(c, before)
			if c.kind == "" != (done.Err == nil) || c.kind == "" && len(done.Settlement.Candidates) != 1 {
				t.Errorf("%+v", done)
			}
			if c.state == "" {
				b.recorded(c.kind)
			}
			b.sound()
		})
	}
}

// outcomes are the kept ones of a job.
func (b *bench) outcomes(id memfile.ID) string {
	b.Helper()
	var out []string
	for _, k := range b.kept(id) {
		if k.Outcome == nil {
			out = append(out, "none")
			continue
		}
		out = append(out, strings.TrimSpace(k.Outcome.Status+" "+k.Outcome.Error))
	}
	return strings.Join(out, ", ")
}

// queued compares the queue with what an attempt is to leave.
func (b *bench) queued(c attempt, before time.Time) {
	b.Helper()
	list := b.jobsIn()
	if c.state == "" {
		if len(list) != 0 {
			b.Errorf("the queue holds %+v", list)
		}
		return
	}
	if len(list) != 1 || list[0].State != c.state || list[0].LastKind != c.kind || list[0].Attempts != 1 {
		b.Errorf("the queue holds %+v", list)
		return
	}
	if wait := list[0].Due.Sub(before); wait < c.wait || wait > c.wait+time.Minute {
		b.Errorf("it is due after %v, not %v", wait, c.wait)
	}
}

// recorded compares the record of the one job with what it came to.
func (b *bench) recorded(kind string) {
	b.Helper()
	all := b.settled()
	if len(all) != 1 || all[0].Error != kind || (kind == "") != (all[0].Outcome == memfile.JobCompleted) {
		b.Errorf("%+v", all)
	}
}

// What arrived before the connection ended stays to be looked at.
func TestWhatArrivedIsKept(t *testing.T) {
	b := newBench(t)
	p, _ := b.wire(modeltest.OpenAI, true, modeltest.InTurn(modeltest.Reply{Text: "half an ", CutAfter: true}, modeltest.Reply{Calls: []string{"read_file"}}, modeltest.Reply{Text: "no JSON"}))
	for range 2 {
		_, err := p.Reflect(ctx, "s-talk", ScopeTurn)
		b.must(err)
	}
	kept := b.kept(b.jobsIn()[0].ID)
	if len(kept) != 3 || kept[0].Outcome.Answer.Text != "half an " || len(kept[1].Outcome.Answer.Calls) != 1 || kept[1].Outcome.Answer.Calls[0].Name != "read_file" || kept[2].Outcome.Answer.Text != "no JSON" {
		t.Errorf("%+v", kept)
	}
	if kept[1].Request.Attempt != 2 || kept[2].Request.Call != 2 || len(kept[2].Request.Request.Messages) != 3 {
		t.Errorf("%+v", kept[2].Request)
	}
}

// The third attempt that fails is the last, and is committed with its reason.
func TestThirdFailureIsRecorded(t *testing.T) {
	b := newBench(t)
	head := b.head()
	p, s := b.wire(modeltest.OpenAI, true, modeltest.Always(modeltest.Reply{Status: 503, Message: "not \x1b[31mnow\x1b[0m\n\u202e " + token}))
	_, err := p.Admit("s-talk")
	b.must(err)
	for n := range 4 {
		b.clock.sleep(7 * time.Hour)
		report, err := p.Run(ctx, 5)
		b.must(err)
		if n < 3 && len(report.Done) != 1 || n == 3 && len(report.Done) != 0 {
			t.Errorf("wake %d: %+v", n, report)
		}
	}
	j := b.settled()
	if len(j) != 1 || j[0].Outcome != memfile.JobFailed || j[0].Error != "server" || j[0].Attempts != 3 || j[0].Detail == "" || len(s.Sent()) != 3 || b.commits(head) != 1 {
		t.Fatalf("%+v", j)
	}
	if strings.Contains(b.git("show", "HEAD"), token) || !strings.Contains(b.git("log", "-1", "--format=%s"), "failed, server") {
		t.Error(b.git("show", "HEAD"))
	}
	if again, err := p.Reflect(ctx, "s-talk", ScopeTurn); err != nil || !again.Existing {
		t.Errorf("%+v, %v", again, err)
	}
	b.sound()
}

// What the server says is no record before it is one line without anything
// that does something.
func TestFailureInStrangeWords(t *testing.T) {
	b := newBench(t)
	why := &model.RefusedError{Where: "m", Why: "a\x1b[31m\x00b\u202e\u200b\nc\xff " + token + strings.Repeat("构", 400)}
	done, err := b.process(failing(why), nil).Reflect(ctx, "s-talk", ScopeTurn)
	b.must(err)
	if j := b.settled(); len(j) != 1 || j[0].Error != "refused" || done.Err == nil {
		t.Errorf("%+v, %+v", j, done)
	}
	if strings.Contains(b.git("show", "HEAD"), token) {
		t.Error("the commit holds the secret")
	}
	b.sound()
}

// A key that is not accepted is a fault of the settings: no attempt is lost, and
// no other job is tried.
func TestKeyStopsTheWake(t *testing.T) {
	for name, key := range map[string]bool{"not accepted": true, "not there": false} {
		b := newBench(t)
		b.talk("s-other", pnpmTalk()...)
		p, s := b.wire(modeltest.OpenAI, key, modeltest.Always(modeltest.Reply{Status: 401, Message: "who are you"}))
		for _, id := range []string{"s-talk", "s-other"} {
			_, err := p.Admit(id)
			b.must(err)
		}
		for range 5 {
			b.clock.sleep(7 * time.Hour)
			report, err := p.Run(ctx, 5)
			b.must(err)
			var auth *model.AuthError
			var missing *model.KeyError
			if len(report.Done) != 1 || !errors.As(report.Done[0].Err, &auth) && !errors.As(report.Done[0].Err, &missing) || report.Waiting != 2 {
				t.Errorf("%s: %+v", name, report)
			}
		}
		if want := map[bool]int{true: 5, false: 0}[key]; len(s.Sent()) != want {
			t.Errorf("%s: %d requests", name, len(s.Sent()))
		}
		for _, j := range b.jobsIn() {
			if j.Attempts != 0 || j.State != jobs.Queued {
				t.Errorf("%s: %+v", name, j)
			}
		}
		if n := len(files(t, p.Requests.Root)); n > 4 {
			t.Errorf("%s: five wakes without a key kept %d files", name, n)
		}
	}
}

// A server that says nothing any more is left alone after the time allowed.
func TestTimeout(t *testing.T) {
	b := newBench(t)
	b.settings.Learning.Execution.Timeout = 200 * time.Millisecond
	p, _ := b.wire(modeltest.OpenAI, true, modeltest.Always(modeltest.Reply{Text: "wait ", HangAfter: true}))
	done, err := p.Reflect(ctx, "s-talk", ScopeTurn)
	b.must(err)
	if got := b.outcomes(done.Job.ID); got != "failed timeout" || b.jobsIn()[0].LastKind != "timeout" {
		t.Errorf("%q, %+v", got, b.jobsIn())
	}
}

// Servers that hold no model to a schema get it in words, and both families are
// understood.
func TestFamiliesAndForms(t *testing.T) {
	for _, c := range []struct {
		kind       string
		structured bool
		reply      func(modeltest.Sent) modeltest.Reply
		form       model.Form
		requests   int
	}{
		{modeltest.OpenAI, false, modeltest.Always(good()), model.FormPrompt, 1},
		{modeltest.OpenAI, true, modeltest.Always(good()), model.FormSchema, 1},
		{modeltest.OpenAI, true, func(s modeltest.Sent) modeltest.Reply {
			if s.Field("response_format") != nil {
				return modeltest.Reply{Status: 400, Message: "response_format is not supported"}
			}
			return good()
		}, model.FormPrompt, 3},
		{modeltest.Anthropic, false, modeltest.Always(good()), model.FormPrompt, 1},
	} {
		b := newBench(t)
		b.settings.Learning.Execution.StructuredOutput = c.structured
		p, s := b.wire(c.kind, true, c.reply)
		done, err := p.Reflect(ctx, "s-talk", ScopeTurn)
		b.must(errors.Join(err, done.Err))
		kept := b.kept(done.Job.ID)
		if name := fmt.Sprint(c.kind, c.structured); len(kept) != 1 || kept[0].Outcome.Answer.Form != c.form || len(s.Sent()) > c.requests || len(done.Settlement.Candidates) != 1 {
			t.Errorf("%s: %d requests, %+v", name, len(s.Sent()), kept[0].Outcome)
		}
		for _, sent := range s.Sent() {
			if sent.Field("tools") != nil || strings.Contains(string(sent.Body), "s-talk") || strings.Contains(string(sent.Body), token) {
				t.Errorf("sent %s", sent.Body)
			}
		}
	}
}
