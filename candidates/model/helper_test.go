package model_test

import (
	"context"
	"os"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/repo/config"
)

const aKey = "testkey-0123456789-abcdefghij"

var families = []string{modeltest.OpenAI, modeltest.Anthropic}

// at is the time of the tests.
var at = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// serve starts a server of a family and gives it with the provider for it,
// which sends a key.
func serve(t *testing.T, kind string, answer func(modeltest.Sent) modeltest.Reply) (*modeltest.Server, model.Provider) {
	t.Helper()
	s := modeltest.Serve(kind, answer)
	t.Cleanup(s.Close)
	return s, provider(t, config.Model{Kind: kind, BaseURL: s.URL, KeyEnv: "TEST_KEY"}, "TEST_KEY="+aKey)
}

func provider(t *testing.T, m config.Model, environ ...string) model.Provider {
	t.Helper()
	settings := &config.Settings{Models: map[string]config.Model{"work": m}}
	environ = append(environ, "PATH="+os.Getenv("PATH"), "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	p, name, err := model.FromSettings(settings, "work/org/small:1", model.Options{Environ: environ, Dir: t.TempDir(), Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	if name != "org/small:1" {
		t.Fatalf("model %q", name)
	}
	return p
}

func question() model.Request {
	return model.Request{Model: "org/small:1", System: "Be brief.", Messages: model.Ask("What is it?"), MaxOutputTokens: 100, Timeout: time.Minute}
}

func complete(p model.Provider, r model.Request) (model.Answer, error) {
	return p.Complete(context.Background(), r)
}

// each runs a test for both families.
func each(t *testing.T, run func(t *testing.T, kind string)) {
	for _, kind := range families {
		t.Run(kind, func(t *testing.T) { run(t, kind) })
	}
}
