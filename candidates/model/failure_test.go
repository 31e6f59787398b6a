package model_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/repo/config"
)

// TestFailures says of each what kind of error it is, whether to ask again,
// and what of the answer is kept. Each is one request on the wire.
func TestFailures(t *testing.T) {
	cases := map[string]struct {
		reply modeltest.Reply
		kind  string
		again bool
		text  string
	}{
		"key not accepted":       {modeltest.Reply{Status: 401, Message: "Incorrect API key provided: testk…ghij"}, "auth", false, ""},
		"not allowed":            {modeltest.Reply{Status: 403, Message: "no"}, "auth", false, ""},
		"no such model":          {modeltest.Reply{Status: 404, Message: "no such model"}, "refused", false, ""},
		"too large":              {modeltest.Reply{Status: 413, Message: "too large"}, "refused", false, ""},
		"too many":               {modeltest.Reply{Status: 429, Message: "slow down"}, "rate_limited", true, ""},
		"conflict":               {modeltest.Reply{Status: 409, Message: "busy"}, "server", true, ""},
		"server failed":          {modeltest.Reply{Status: 500, Message: "oops"}, "server", true, ""},
		"unavailable":            {modeltest.Reply{Status: 503, Message: "loading"}, "server", true, ""},
		"overloaded":             {modeltest.Reply{Status: 529, Message: "overloaded"}, "server", true, ""},
		"said nothing":           {modeltest.Reply{Refuse: true}, "unreachable", true, ""},
		"cut":                    {modeltest.Reply{Text: "half an", CutAfter: true}, "truncated", true, "half an"},
		"ended early":            {modeltest.Reply{Text: "half an", EndAfter: true}, "truncated", true, "half an"},
		"overloaded in a stream": {modeltest.Reply{Text: "half", Error: "overloaded_error", Message: "Overloaded"}, "server", true, "half"},
		"limited in a stream":    {modeltest.Reply{Text: "half", Error: "rate_limit_error", Message: "slow"}, "rate_limited", true, "half"},
		"malformed chunk":        {modeltest.Reply{Type: "text/event-stream", Raw: "event: message_start\ndata: {\"id\":\n\n"}, "malformed", true, ""},
		"no chunk":               {modeltest.Reply{Type: "text/event-stream", Raw: ": comment\n\nevent: ping\n\n"}, "truncated", true, ""},
		"a page":                 {modeltest.Reply{Type: "text/html", Raw: "<html>"}, "malformed", true, ""},
		"malformed whole":        {modeltest.Reply{Type: "application/json", Raw: "{"}, "malformed", true, ""},
		"something else":         {modeltest.Reply{Type: "application/json", Raw: `{"error":{"type":"overloaded_error","message":"x"}}`}, "server", true, ""},
	}
	each(t, func(t *testing.T, kind string) {
		for name, c := range cases {
			s, p := serve(t, kind, modeltest.Always(c.reply))
			got, err := complete(p, question())
			if model.Kind(err) != c.kind || model.Retryable(err) != c.again || got.Text != c.text {
				t.Errorf("%s: %s, again %v, text %q: %v", name, model.Kind(err), model.Retryable(err), got.Text, err)
			}
			if n := len(s.Sent()); n != 1 {
				t.Errorf("%s: %d requests: a library tried again", name, n)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "models.work at 127.0.0.1:") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestRetryAfterInSecondsAndAsADate(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for header, want := range map[string]time.Duration{
			"7": 7 * time.Second, "0.5": 500 * time.Millisecond, at.Add(90 * time.Second).Format("Mon, 02 Jan 2006 15:04:05 GMT"): 90 * time.Second,
			at.Add(-time.Hour).Format("Mon, 02 Jan 2006 15:04:05 GMT"): 0, "": 0, "soon": 0, "-1": 0, "NaN": 0, "1e300": 24 * time.Hour,
		} {
			for _, status := range []int{429, 503} {
				_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Status: status, RetryAfter: header}))
				_, err := complete(p, question())
				if got, said := model.RetryAfter(err); got != want || said != (want > 0) {
					t.Errorf("%d %q: %s %v", status, header, got, said)
				}
			}
		}
	})
}

func TestSlowAnswerEndsInTime(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: "it ", HangAfter: true}))
		r := question()
		r.Timeout = 200 * time.Millisecond
		got, err := complete(p, r)
		var late *model.TimeoutError
		if !errors.As(err, &late) || late.After != r.Timeout || !model.Retryable(err) || got.Text != "it " {
			t.Errorf("%+v %v", got, err)
		}
	})
}

func TestInterruptionIsTheContexts(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		ctx, cancel := context.WithCancel(context.Background())
		_, p := serve(t, kind, func(modeltest.Sent) modeltest.Reply {
			cancel()
			return modeltest.Reply{HangAfter: true}
		})
		if _, err := p.Complete(ctx, question()); !errors.Is(err, context.Canceled) || model.Retryable(err) {
			t.Error(err)
		}
	})
}

func TestHugeAnswerIsBounded(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for name, reply := range map[string]modeltest.Reply{
			"text": {Text: strings.Repeat("x", 1000), Repeat: 1000},
			"line": {Type: "text/event-stream", Raw: "event: ping\ndata: " + strings.Repeat("x", 4<<20)},
			"json": {Type: "application/json", Raw: `{"a":"` + strings.Repeat("x", 4<<20) + `"}`},
		} {
			_, p := serve(t, kind, modeltest.Always(reply))
			got, err := complete(p, question())
			var cut *model.TruncatedError
			if !errors.As(err, &cut) || !cut.Limit || model.Retryable(err) || len(got.Text) > 100<<10 {
				t.Errorf("%s: %d bytes, %v", name, len(got.Text), err)
			}
		}
	})
}

func TestHugeComplaintIsShort(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Status: 500, Message: strings.Repeat("\x1b[31mno\n", 1<<20)}))
		_, err := complete(p, question())
		if len(err.Error()) > 500 || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%d bytes: %.100q", len(err.Error()), err)
		}
	})
}

func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	for _, kind := range families {
		_, err := complete(provider(t, config.Model{Kind: kind, BaseURL: "http://" + l.Addr().String()}), question())
		if model.Kind(err) != "unreachable" || !strings.Contains(err.Error(), "refused") {
			t.Error(err)
		}
	}
}

func TestRequestsThatNoServerIsAsked(t *testing.T) {
	s, p := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{}))
	for name, spoil := range map[string]func(*model.Request){
		"model": func(r *model.Request) { r.Model = "" }, "messages": func(r *model.Request) { r.Messages = nil },
		"tokens": func(r *model.Request) { r.MaxOutputTokens = 0 }, "time": func(r *model.Request) { r.Timeout = 0 },
		"schema": func(r *model.Request) { r.Schema, r.SchemaName = []byte("{"), "x" }, "schema's name": func(r *model.Request) { r.Schema = []byte("{}") },
		"role": func(r *model.Request) { r.Messages[0].Role = "system" },
	} {
		r := question()
		spoil(&r)
		if _, err := complete(p, r); err == nil || model.Kind(err) != "" || len(s.Sent()) != 0 {
			t.Errorf("%s: %v, %d requests", name, err, len(s.Sent()))
		}
	}
}
