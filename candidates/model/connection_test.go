package model_test

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/repo/config"
)

func TestRedirectsAreNotFollowed(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		other := modeltest.Serve(kind, modeltest.Always(modeltest.Reply{Text: "stolen"}))
		defer other.Close()
		for _, status := range []int{301, 302, 303, 307, 308} {
			for _, to := range []string{other.URL + "/v1/messages", "/v1/elsewhere", "::", ""} {
				reply := modeltest.Reply{Status: status, Location: to}
				if to == "" {
					reply.Message = "no location"
				}
				s, p := serve(t, kind, modeltest.Always(reply))
				_, err := complete(p, question())
				if model.Kind(err) != "refused" || !strings.Contains(err.Error(), "redirects") || len(s.Sent()) != 1 {
					t.Errorf("%d to %q: %v, %d requests", status, to, err, len(s.Sent()))
				}
			}
		}
		if n := len(other.Sent()); n != 0 {
			t.Errorf("%d requests reached another server", n)
		}
	})
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ kind, base, want string }{
		{"openai", "", "https://api.openai.com/v1/"},
		{"anthropic", "", "https://api.anthropic.com/"},
		{"openai", "http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/"},
		{"openai", "http://127.0.0.1:11434/", "http://127.0.0.1:11434/v1/"},
		{"openai", "https://host/openai/v2", "https://host/openai/v2/"},
		{"anthropic", "https://host/v1", "https://host/"},
		{"anthropic", "https://host/a//", "https://host/a/"},
	} {
		got, err := model.Address("work", config.Model{Kind: c.kind, BaseURL: c.base})
		if err != nil || got.String() != c.want {
			t.Errorf("%s %q: %v %v", c.kind, c.base, got, err)
		}
	}
	if _, err := model.Address("work", config.Model{Kind: "openai", BaseURL: "http://[::"}); err == nil {
		t.Error("an address that is none passed")
	}
}

// TestProxyIsForTunnelsAlone has a proxy that says what it is asked for.
func TestProxyIsForTunnelsAlone(t *testing.T) {
	asked := make(chan string, 10)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				asked <- r.Method + " " + r.Host + " " + r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")
			}
			_, _ = c.Write([]byte("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"))
			_ = c.Close()
		}
	}()
	proxy := "http://user:proxypassword@" + l.Addr().String()
	environ := []string{"HTTP_PROXY=" + proxy, "HTTPS_PROXY=" + proxy, "ALL_PROXY=" + proxy, "K=" + aKey}
	for _, kind := range families {
		_, err := complete(provider(t, config.Model{Kind: kind, BaseURL: "https://models.invalid", KeyEnv: "K"}, environ...), question())
		if model.Kind(err) != "unreachable" || strings.Contains(err.Error(), "proxypassword") {
			t.Error(err)
		}
		if got := <-asked; got != "CONNECT models.invalid:443 " {
			t.Errorf("the proxy was asked for %q", got)
		}
		_, err = complete(provider(t, config.Model{Kind: kind, BaseURL: "http://models.invalid", KeyEnv: "K"}, environ...), question())
		if model.Kind(err) != "unreachable" || len(asked) != 0 {
			t.Errorf("%v; the proxy was asked %d times for what it could read", err, len(asked))
		}
		_, err = complete(provider(t, config.Model{Kind: kind, BaseURL: "https://models.invalid", KeyEnv: "K"}, append(environ, "NO_PROXY=models.invalid")...), question())
		if model.Kind(err) != "unreachable" || len(asked) != 0 {
			t.Errorf("%v; NO_PROXY did not count", err)
		}
	}
}

func TestKeepAliveCommentsAreNoAnswer(t *testing.T) {
	_, p := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{Type: "text/event-stream; charset=utf-8", Raw: ": processing\n\n: processing\n\n" +
		`data: {"id":"1","choices":[{"index":0,"delta":{"content":"yes"},"finish_reason":null}]}` + "\n\n: processing\n\n" +
		`data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}` + "\r\n\r\ndata: [DONE]\n\n"}))
	if got, err := complete(p, question()); err != nil || got.Text != "yes" || got.Stop != model.StopEnd {
		t.Errorf("%+v %v", got, err)
	}
}

func TestAnswerIsWholeWhenTheServerSaidSo(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: "yes", HangAtEnd: true}))
		r := question()
		r.Timeout = 24 * time.Hour // the test would never end
		if got, err := complete(p, r); err != nil || got.Text != "yes" || got.OutputTokens != 7 {
			t.Errorf("%+v %v", got, err)
		}
	})
	_, p := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{Type: "text/event-stream", Raw: `data: {"id":"1","choices":[{"index":0,"delta":{"content":"yes"},"finish_reason":"stop"}]}` + "\n\ndata: {broken\n\n"}))
	if got, err := complete(p, question()); err != nil || got.Text != "yes" {
		t.Errorf("%+v %v", got, err)
	}
}
