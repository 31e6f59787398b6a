package model

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gitmem/memfile/guard"
)

// longestWhy bounds what an error quotes of a server, in code points.
const longestWhy = 300

// complaint is what a server says went wrong.
type complaint struct{ Type, Message string }

// complaintOf reads the shapes that servers use: {"error": {"type", "message"}}
// of both families, {"error": "…"}, {"message": "…"}, {"detail": …}, plain text.
func complaintOf(body []byte) complaint {
	var shape struct {
		Error, Message, Detail json.RawMessage
	}
	if json.Unmarshal(body, &shape) != nil {
		return complaint{Message: string(body)}
	}
	var inner struct {
		Type, Message string
		Code          any
	}
	if json.Unmarshal(shape.Error, &inner) == nil && inner.Message != "" {
		if code, ok := inner.Code.(string); ok && code != "" {
			inner.Type += " " + code
		}
		return complaint{Type: inner.Type, Message: inner.Message}
	}
	for _, part := range []json.RawMessage{shape.Error, shape.Message, shape.Detail} {
		var text string
		if json.Unmarshal(part, &text) == nil {
			return complaint{Message: text}
		}
	}
	return complaint{Message: string(body)}
}

// reported is the error for a complaint. A status of 0 stands for one made in
// the middle of an answer, which only its type tells apart.
func (p *provider) reported(c complaint, status int, after time.Duration) error {
	why := p.tidy(c.Message)
	if status == 0 {
		status = statusOf(c.Type)
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &AuthError{Where: p.where, Status: status}
	case status == http.StatusTooManyRequests:
		return &RateLimitedError{Where: p.where, Why: why, RetryAfter: after}
	case status == http.StatusNotImplemented:
		return &RefusedError{Where: p.where, Why: why, Status: status}
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		return &ServerError{Where: p.where, Why: why, Status: status, RetryAfter: after}
	}
	return &RefusedError{Where: p.where, Why: why, Status: status}
}

// statusOf is the status that a type of complaint goes with.
func statusOf(kind string) int {
	for _, k := range []struct {
		word   string
		status int
	}{
		{"authentication", http.StatusUnauthorized},
		{"permission", http.StatusForbidden},
		{"invalid_api_key", http.StatusUnauthorized},
		{"rate_limit", http.StatusTooManyRequests},
		{"overloaded", 529},
		{"invalid_request", http.StatusBadRequest},
	} {
		if strings.Contains(kind, k.word) {
			return k.status
		}
	}
	return http.StatusInternalServerError
}

// unreachable is why no connection came about, without the address that the
// error of net/http begins with: the address of a proxy may hold a password.
func unreachable(err error) string {
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	if text := err.Error(); !strings.Contains(text, "@") {
		return text
	}
	return "the connection failed; is the address in HTTPS_PROXY right?"
}

// tidy is foreign text as an error may quote it: one line without a key, a
// credential or a character that a terminal obeys.
func (p *provider) tidy(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "?")
	}
	text, _ = guard.Redact(p.key.hide(text))
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if points := []rune(text); len(points) > longestWhy {
		text = string(points[:longestWhy]) + "…"
	}
	return text
}
