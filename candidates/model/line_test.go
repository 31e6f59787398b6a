package model

import (
	"net/http"
	"strings"
	"testing"

	"gitmem/repo/config"
)

// TestKeyStaysWithItsHost asks the way of a request for other hosts, which no
// request of this package does.
func TestKeyStaysWithItsHost(t *testing.T) {
	settings := &config.Settings{Models: map[string]config.Model{"work": {Kind: "openai", BaseURL: "https://127.0.0.1:1/v1", KeyEnv: "K"}}}
	p, _, err := FromSettings(settings, "work/m", Options{Environ: []string{"K=key"}})
	if err != nil {
		t.Fatal(err)
	}
	way := &line{provider: p.(*provider), key: "key", limit: 1}
	for address, why := range map[string]string{
		"https://127.0.0.1:2/v1": "another host", "http://127.0.0.1:1/v1": "another host", "https://127.0.0.1/v1": "another host",
		"https://127.0.0.1.evil.invalid:1/v1": "another host", "https://127.0.0.1:1/v1": "refused",
	} {
		r, err := http.NewRequest(http.MethodPost, address, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := way.RoundTrip(r); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", address, err)
		}
		if r.Header.Get("Authorization") != "" {
			t.Errorf("%s: the caller's request holds the key", address)
		}
	}
}

// What people put where a local server wants no key is a word that answers hold
// too: taking it out would spoil them.
func TestPlaceholderIsNoSecret(t *testing.T) {
	for value, want := range map[string]string{
		"":                   "run ollama x EMPTY",
		"x":                  "run ollama x EMPTY",
		"ollama":             "run ollama x EMPTY",
		"EMPTY":              "run ollama x EMPTY",
		"run ollama x EMPTY": "[removed: key]", // long enough to be a key
	} {
		s := &secret{value: value}
		if got := s.hide("run ollama x EMPTY"); got != want {
			t.Errorf("%q: %q", value, got)
		}
	}
}
