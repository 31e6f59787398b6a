package modeltest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// The families.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
)

// Sent is a request as it arrived.
type Sent struct {
	Number int // from 1
	Path   string
	Header http.Header
	Body   []byte
}

// Field is a field of the body, nil where it is absent.
func (s Sent) Field(name string) any {
	var body map[string]any
	_ = json.Unmarshal(s.Body, &body)
	return body[name]
}

// Server answers on a free port of the loopback address.
type Server struct {
	URL string // for base_url, without a path

	http   *httptest.Server
	kind   string
	answer func(Sent) Reply
	gone   chan struct{}

	mu   sync.Mutex
	sent []Sent
}

// Serve starts a server of a family. What answer returns is done; Always and
// InTurn make one of replies. Close ends it.
func Serve(kind string, answer func(Sent) Reply) *Server {
	s := &Server{kind: kind, answer: answer, gone: make(chan struct{})}
	s.http = httptest.NewServer(http.HandlerFunc(s.handle))
	s.URL = s.http.URL
	return s
}

// Always gives the same reply to every request.
func Always(r Reply) func(Sent) Reply { return func(Sent) Reply { return r } }

// InTurn gives one reply after the other, and the last one from then on.
func InTurn(replies ...Reply) func(Sent) Reply {
	return func(s Sent) Reply { return replies[min(s.Number, len(replies))-1] }
}

// Close ends the server and whatever it was doing.
func (s *Server) Close() {
	close(s.gone)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Sent is all that arrived.
func (s *Server) Sent() []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Sent(nil), s.sent...)
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	sent := Sent{Number: len(s.sent) + 1, Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	s.sent = append(s.sent, sent)
	s.mu.Unlock()
	if path := map[string]string{OpenAI: "/v1/chat/completions", Anthropic: "/v1/messages"}[s.kind]; r.URL.Path != path {
		http.Error(w, "404 page not found", http.StatusNotFound)
		return
	}
	s.answer(sent).do(&writing{ResponseWriter: w, server: s, request: r, sent: sent})
}
