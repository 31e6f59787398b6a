package model_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/repo/config"
)

// TestMain lets this binary be the key command of its tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "print-key" {
		printKey(os.Args[2])
	}
	os.Exit(m.Run())
}

func printKey(how string) {
	fmt.Fprintln(os.Stderr, "complaint with "+aKey)
	switch how {
	case "once": // another key each time
		name := "used"
		_, err := os.Stat(name)
		_ = os.WriteFile(name, nil, 0o600)
		if err == nil {
			fmt.Println("renewed-" + aKey)
		} else {
			fmt.Println(aKey)
		}
	case "lines":
		fmt.Printf("  %s \r\nurl: example.org\n", aKey)
	case "fail":
		fmt.Println(aKey)
		os.Exit(3)
	case "spaces":
		fmt.Println("two words " + aKey)
	case "flood":
		for range 1 << 14 {
			fmt.Print(strings.Repeat("k", 100))
		}
	}
	os.Exit(0)
}

func command(t *testing.T, how string) []string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{own, "print-key", how}
}

func bearer(s modeltest.Sent) string {
	return strings.TrimPrefix(s.Header.Get("Authorization"), "Bearer ")
}

func TestKeyComesFromTheVariableThenFromTheCommand(t *testing.T) {
	s := modeltest.Serve(modeltest.OpenAI, modeltest.Always(modeltest.Reply{Text: "yes"}))
	defer s.Close()
	for _, c := range []struct {
		m       config.Model
		environ []string
		want    string
	}{
		{config.Model{}, []string{"OPENAI_API_KEY=ambient", "OPENAI_BASE_URL=http://127.0.0.1:1", "OPENAI_CUSTOM_HEADERS=X-A: b"}, ""},
		{config.Model{KeyEnv: "K", KeyCommand: command(t, "lines")}, []string{"K=" + aKey + "-env "}, aKey + "-env"},
		{config.Model{KeyEnv: "K", KeyCommand: command(t, "lines")}, []string{"K= "}, aKey},
		{config.Model{KeyCommand: command(t, "lines")}, nil, aKey},
	} {
		for _, e := range c.environ {
			name, value, _ := strings.Cut(e, "=")
			t.Setenv(name, value) // what a library would read
		}
		c.m.Kind, c.m.BaseURL = "openai", s.URL
		if _, err := complete(provider(t, c.m, c.environ...), question()); err != nil {
			t.Fatal(err)
		}
		all := s.Sent()
		if got := bearer(all[len(all)-1]); got != c.want {
			t.Errorf("%v: key %q", c.m, got)
		}
	}
}

func TestKeyThatCannotBeHadNeverShows(t *testing.T) {
	s := modeltest.Serve(modeltest.OpenAI, modeltest.Always(modeltest.Reply{}))
	defer s.Close()
	for want, m := range map[string]config.Model{
		"the environment variable K is empty":  {KeyEnv: "K"},
		"exit status 3; run it by hand":        {KeyCommand: command(t, "fail")},
		"printed nothing in its first line":    {KeyCommand: command(t, "nothing")},
		"spaces or other characters":           {KeyCommand: command(t, "spaces")},
		"no such file or directory; run it by": {KeyCommand: []string{"/nonexistent/pass", aKey}},
		"executable file not found":            {KeyCommand: []string{"no-such-program-xyz", aKey}},
	} {
		m.Kind, m.BaseURL = "openai", s.URL
		_, err := complete(provider(t, m), question())
		if model.Kind(err) != "key" || model.Retryable(err) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), aKey) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if n := len(s.Sent()); n != 0 {
		t.Errorf("%d requests without a key", n)
	}
}

func TestKeyCommandIsBoundedAndRunsOnceUntilTheKeyIsRefused(t *testing.T) {
	s := modeltest.Serve(modeltest.OpenAI, func(sent modeltest.Sent) modeltest.Reply {
		if sent.Number == 2 {
			return modeltest.Reply{Status: 401}
		}
		return modeltest.Reply{Text: "yes"}
	})
	defer s.Close()
	p := provider(t, config.Model{Kind: "openai", BaseURL: s.URL, KeyCommand: command(t, "once")})
	for range 3 {
		_, _ = complete(p, question())
	}
	sent := s.Sent()
	if len(sent) != 3 || bearer(sent[0]) != aKey || bearer(sent[1]) != aKey || bearer(sent[2]) != "renewed-"+aKey {
		t.Errorf("%d requests with %q, %q, %q", len(sent), bearer(sent[0]), bearer(sent[1]), bearer(sent[2]))
	}
	flood := provider(t, config.Model{Kind: "openai", BaseURL: s.URL, KeyCommand: command(t, "flood")})
	if _, err := complete(flood, question()); err != nil {
		t.Fatal(err)
	}
	if n := len(bearer(s.Sent()[3])); n != 8<<10 {
		t.Errorf("key of %d bytes", n)
	}
}

// TestNoKeyInWhatIsKept lets a server repeat the key wherever it can.
func TestNoKeyInWhatIsKept(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, reply := range []modeltest.Reply{
			{Text: "your key is " + aKey, Calls: []string{"send-" + aKey}},
			{Text: aKey, Whole: true},
			{Text: aKey, CutAfter: true},
			{Text: aKey, Error: "api_error", Message: "with " + aKey},
			{Status: 400, Message: aKey},
			{Status: 401, Message: aKey},
			{Status: 429, Message: aKey},
			{Status: 500, Message: aKey},
			{Status: 302, Location: "https://" + aKey + "/"},
			{Type: aKey, Raw: aKey},
			{Type: "application/json", Raw: `"` + aKey + `"`},
			{Type: "text/event-stream", Raw: "event: message_start\ndata: " + aKey + "\n\n"},
			{Type: "application/json", Raw: `{"error":"` + aKey + `"}`},
		} {
			_, live := serve(t, kind, modeltest.Always(reply))
			var tape bytes.Buffer
			got, err := complete(model.Record(&tape, live), question())
			if text := fmt.Sprintf("%+v %v %s", got, err, tape.String()); strings.Contains(text, aKey) || tape.Len() == 0 {
				t.Errorf("%+v: %s", reply, text)
			}
		}
	})
}

func TestSettingsThatNameNoProvider(t *testing.T) {
	settings := &config.Settings{Models: map[string]config.Model{"open": {Kind: "openai"}, "claude": {Kind: "anthropic"}, "none": {BaseURL: "http://h"}}}
	for name, want := range map[string]string{
		"":            "models..kind is not set",
		"other/m":     "models.other.kind is not set",
		"open/":       "models.open.kind is not set",
		"none/m":      "models.none.kind is not set",
		"open/gpt":    "models.open: no key: set models.open.key_env or models.open.key_command",
		"claude/opus": "models.claude: no key: set models.claude.key_env or models.claude.key_command",
	} {
		if _, _, err := model.FromSettings(settings, name, model.Options{Now: time.Now}); err == nil || err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}
