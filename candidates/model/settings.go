package model

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"gitmem/repo/config"
)

// Options are what a provider takes from its surroundings.
type Options struct {
	Environ []string         // NAME=value, as os.Environ gives it: for key_env, key_command and the proxy
	Dir     string           // where key_command runs; it should not be a project's folder
	Now     func() time.Time // nil: the clock; for a Retry-After that is a date
}

// FromSettings is the provider for a setting like learning.extractor_model,
// `<name>/<model>`, and the model's name for Request.Model. It asks nobody and
// runs nothing yet. The error is a *NotConfiguredError or, where the provider
// of a kind's own address has no key, a *KeyError.
func FromSettings(s *config.Settings, name string, o Options) (Provider, string, error) {
	key, model, _ := strings.Cut(name, "/")
	m, ok := s.Models[key]
	if !ok || key == "" || model == "" {
		return nil, "", &NotConfiguredError{Setting: "models." + key + ".kind"}
	}
	address, err := Address(key, m)
	if err != nil {
		return nil, "", err
	}
	where := "models." + key
	if m.BaseURL == "" && m.KeyEnv == "" && len(m.KeyCommand) == 0 {
		return nil, "", &KeyError{Where: where, Why: "set " + where + ".key_env or " + where + ".key_command"}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &provider{
		where: where + " at " + address.Host, address: address, now: o.Now, known: map[string]manner{},
		speaker: speakerOf(m.Kind, address), transport: newTransport(o.Environ),
		key: &secret{where: where, env: m.KeyEnv, command: m.KeyCommand, environ: o.Environ, dir: o.Dir},
	}, model, nil
}

// Address is where the requests of models.<name> go: what base_url says, or
// the kind's own address. An OpenAI-compatible address without a path gets /v1,
// where all such servers answer.
func Address(name string, m config.Model) (*url.URL, error) {
	if m.Kind == "" {
		return nil, &NotConfiguredError{Setting: "models." + name + ".kind"}
	}
	base := m.BaseURL
	switch {
	case base == "" && m.Kind == "anthropic":
		base = "https://api.anthropic.com"
	case base == "":
		base = "https://api.openai.com"
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return nil, &NotConfiguredError{Setting: "a valid address in models." + name + ".base_url"}
	}
	u.Path = strings.TrimRight(u.Path, "/")
	switch {
	case m.Kind == "anthropic":
		u.Path = strings.TrimSuffix(u.Path, "/v1") // the library adds it
	case u.Path == "":
		u.Path = "/v1"
	}
	u.RawPath = ""
	u.Path += "/"
	return u, nil
}

// speaker is one family of interfaces, spoken through its library.
type speaker interface {
	// forms are the ways to make a schema known that this family has.
	forms() []Form
	// extras tells whether requests hold what only some servers know, which a
	// bare one leaves out.
	extras() bool
	// sign puts the key where the family wants it.
	sign(h http.Header, key string)
	// ask sends one request and lets the hearing take in what comes back.
	ask(q question, h *hearing) error
}

func speakerOf(kind string, address *url.URL) speaker {
	if kind == "anthropic" {
		return anthropicSpeaker{base: address.String()}
	}
	return openaiSpeaker{base: address.String(), own: address.Hostname() == "api.openai.com"}
}
