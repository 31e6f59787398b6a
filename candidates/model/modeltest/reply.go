package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Reply is what the server does with one request. The zero value streams an
// empty answer.
type Reply struct {
	Text    string   // what the model says
	Calls   []string // names of tools that it calls unasked, with {"a":1}
	Stop    string   // why it ended, in the family's word; empty: it was done
	Refusal string   // OpenAI: the model declines in these words
	Whole   bool     // answer at once instead of streaming

	Status     int    // not 0: an error in the family's form …
	Message    string // … that says this …
	RetryAfter string // … and when to come again
	Error      string // in the middle of the stream, after Text: an error of this type

	Location  string // with a status below 400: redirect
	CutAfter  bool   // after Text the connection ends, before the answer does
	EndAfter  bool   // after Text the stream ends in good order, before the answer does
	HangAfter bool   // after Text nothing comes any more, and the connection stays
	HangAtEnd bool   // the connection stays after the whole answer
	Refuse    bool   // the connection ends before anything is said
	Type, Raw string // exactly this content type and body
	Repeat    int    // say Text so many times; 0: once
}

// writing is one reply on its way.
type writing struct {
	http.ResponseWriter
	server  *Server
	request *http.Request
	sent    Sent
}

func (r Reply) do(w *writing) {
	switch {
	case r.Refuse:
		w.cut()
	case r.Location != "":
		w.Header().Set("Location", r.Location)
		w.WriteHeader(r.Status)
	case r.Status != 0:
		r.complain(w)
	case r.Type != "":
		w.Header().Set("Content-Type", r.Type)
		_, _ = w.Write([]byte(r.Raw))
	case r.Whole && w.server.kind == OpenAI:
		w.json(r.completion(w))
	case r.Whole:
		w.json(r.message(w))
	default:
		r.stream(w)
	}
}

func (r Reply) complain(w *writing) {
	if r.RetryAfter != "" {
		w.Header().Set("Retry-After", r.RetryAfter)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.Status)
	kind := map[int]string{401: "authentication_error", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error"}[r.Status]
	if kind == "" {
		kind = "invalid_request_error"
	}
	w.json(w.complaint(kind, r.Message))
}

// complaint is an error in the family's form.
func (w *writing) complaint(kind, message string) any {
	if w.server.kind == Anthropic {
		return fields{"type": "error", "error": fields{"type": kind, "message": message}, "request_id": "req_test"}
	}
	return fields{"error": fields{"message": message, "type": kind, "param": nil, "code": nil}}
}

// stream sends the answer in pieces, each flushed.
func (r Reply) stream(w *writing) {
	w.Header().Set("Content-Type", "text/event-stream")
	speak := r.openai
	if w.server.kind == Anthropic {
		speak = r.anthropic
	}
	speak(w, func() bool {
		switch {
		case r.Error != "":
			w.event("error", w.complaint(r.Error, r.Message))
		case r.CutAfter:
			w.cut()
		case r.HangAfter:
			w.hang()
		default:
			return r.EndAfter
		}
		return true
	})
	if r.HangAtEnd {
		w.flush()
		w.hang()
	}
}

// pieces are the text as it is sent.
func (r Reply) pieces(send func(string)) {
	for range max(r.Repeat, 1) {
		for _, word := range strings.SplitAfter(r.Text, " ") {
			send(word)
		}
	}
}

type fields = map[string]any

// event sends one event; OpenAI's have no name.
func (w *writing) event(name string, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	if w.server.kind == Anthropic {
		_, _ = fmt.Fprintf(w, "event: %s\n", name)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", body)
	w.flush()
}

func (w *writing) json(data any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(data)
}

func (w *writing) flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// cut ends the connection without a word.
func (w *writing) cut() {
	connection, _, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_ = connection.Close()
}

// hang keeps the connection until the client or the server goes.
func (w *writing) hang() {
	select {
	case <-w.request.Context().Done():
	case <-w.server.gone:
	}
}
