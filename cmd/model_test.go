package cmd_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gitmem/candidates/model/modeltest"
	"gitmem/repo"
)

// served is the model server of one story.
type served struct {
	*modeltest.Server
	mu      sync.Mutex
	replies []modeltest.Reply
	asked   chan struct{} // one for each request, as far as there is room
}

type servedKey struct{}

// modelServer starts a server that speaks the wire format of a family, and
// configures it as the extractor; or says what it answers next:
//
//	model openai|anthropic    starts it
//	model says FILE…          answers with the text of each file, in this order
//	model fails STATUS [RETRY-AFTER] | cuts FILE | hangs up    fails once
//	model sent FILE           writes the body of the last request to a file, and their number to SENT
//	model waits N             waits until there were N requests and what asked them has left the queue of STORE
func modelServer(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) > 0, "model openai|anthropic|says|fails|cuts|hangs|sent …")
	if args[0] == modeltest.OpenAI || args[0] == modeltest.Anthropic {
		startModel(ts, args[0])
		return
	}
	s, ok := ts.Value(servedKey{}).(**served)
	want(ts, ok && *s != nil, "model openai|anthropic comes first")
	if args[0] == "waits" {
		want(ts, len(args) == 2, "model waits N")
		(*s).waits(ts, args[1])
		return
	}
	(*s).tell(ts, args)
}

// waits is for a process that a story did not start itself.
func (s *served) waits(ts *testscript.TestScript, count string) {
	n, err := strconv.Atoi(count)
	ts.Check(err)
	late := time.After(time.Minute)
	for len(s.Sent()) < n {
		select {
		case <-s.asked:
		case <-late:
			ts.Fatalf("%d requests after a minute", len(s.Sent()))
		}
	}
	locks, err := filepath.Glob(filepath.Join(ts.Getenv("XDG_STATE_HOME"), "gitmem", "*", "queue", "runner"))
	ts.Check(err)
	for _, lock := range locks {
		release, err := repo.TryLockFile(context.Background(), lock, time.Minute)
		ts.Check(err)
		release()
	}
}

func startModel(ts *testscript.TestScript, kind string) {
	s := &served{asked: make(chan struct{}, 100)}
	s.Server = modeltest.Serve(kind, func(modeltest.Sent) modeltest.Reply {
		select {
		case s.asked <- struct{}{}:
		default:
		}
		return s.next()
	})
	ts.Defer(s.Close)
	*ts.Value(servedKey{}).(**served) = s
	for _, setting := range [][]string{{"models.m.kind", kind}, {"models.m.base_url", s.URL}, {"models.m.key_env", "MODEL_KEY"}, {"learning.extractor_model", "m/tiny"}} {
		ts.Check(ts.Exec("gitmem", "config", "set", setting[0], setting[1], "--yes"))
	}
	ts.Setenv("MODEL_KEY", "made-up")
}

// next is the answer to the next request; a story that did not say one gets an
// answer with nothing in it.
func (s *served) next() modeltest.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replies) == 0 {
		return modeltest.Reply{Text: `{"experiences":[],"memories":[]}`}
	}
	r := s.replies[0]
	s.replies = s.replies[1:]
	return r
}

func (s *served) tell(ts *testscript.TestScript, args []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch rest := args[1:]; args[0] {
	case "says":
		for _, file := range rest {
			s.replies = append(s.replies, modeltest.Reply{Text: ts.ReadFile(file)})
		}
	case "fails":
		status, err := strconv.Atoi(rest[0])
		ts.Check(err)
		r := modeltest.Reply{Status: status, Message: "no"}
		if len(rest) > 1 {
			r.RetryAfter = rest[1]
		}
		s.replies = append(s.replies, r)
	case "cuts":
		text := ts.ReadFile(rest[0])
		s.replies = append(s.replies, modeltest.Reply{Text: text[:len(text)/2], CutAfter: true})
	case "hangs":
		s.replies = append(s.replies, modeltest.Reply{Refuse: true})
	case "sent":
		s.write(ts, rest[0])
	default:
		ts.Fatalf("model %s is not known", strings.Join(args, " "))
	}
}

func (s *served) write(ts *testscript.TestScript, file string) {
	all := s.Sent()
	ts.Setenv("SENT", strconv.Itoa(len(all)))
	if len(all) == 0 {
		return
	}
	var body any
	ts.Check(json.Unmarshal(all[len(all)-1].Body, &body))
	data, err := json.MarshalIndent(body, "", " ")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(file), data, 0o644))
}
