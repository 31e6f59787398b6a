package model

import (
	"context"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

const (
	connectTime   = 15 * time.Second
	idleTime      = 30 * time.Second
	maxHeader     = 64 << 10 // bytes
	maxComplaint  = 64 << 10 // bytes of an answer that says no
	streamBase    = 1 << 20  // bytes of any answer on the wire
	streamByToken = 4 << 10  // bytes more for each token; a chunk with one token is some 300
)

// newTransport is the one that a provider's requests share. A proxy of the
// environment is used for https alone: there it learns the host and no more.
// Over http it would read the key and the conversation, and who can set a
// variable is not who wrote the settings.
func newTransport(environ []string) *http.Transport {
	proxy := (&httpproxy.Config{
		HTTPSProxy: first(variable(environ, "HTTPS_PROXY"), variable(environ, "https_proxy")),
		NoProxy:    first(variable(environ, "NO_PROXY"), variable(environ, "no_proxy")),
	}).ProxyFunc()
	return &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		DialContext:            (&net.Dialer{Timeout: connectTime}).DialContext,
		TLSHandshakeTimeout:    connectTime,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConnsPerHost:    1,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// line is the way of one request: it puts the key on, bounds what comes back,
// and turns whatever is no answer into an error of this package.
type line struct {
	*provider
	key   string
	limit int64 // bytes of the answer on the wire
}

// RoundTrip implements http.RoundTripper. It never gives a redirect back, so
// that none is ever followed.
func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != l.address.Scheme || r.URL.Host != l.address.Host {
		return nil, &RefusedError{Where: l.where, Status: http.StatusMisdirectedRequest, Why: "gitmem sends nothing to another host"}
	}
	response, err := l.transport.RoundTrip(l.dressed(r))
	switch {
	case err != nil && r.Context().Err() != nil:
		return nil, r.Context().Err()
	case err != nil:
		return nil, &UnreachableError{Where: l.where, Why: l.tidy(unreachable(err))}
	case response.StatusCode >= 300:
		return nil, l.complaint(response)
	case response.StatusCode != http.StatusOK:
		_ = response.Body.Close()
		return nil, &MalformedError{Where: l.where, Why: "the server answers" + inBrackets(response.StatusCode)}
	}
	response.Body = &bounded{ReadCloser: response.Body, left: l.limit, where: l.where, ctx: r.Context()}
	return l.stream(response)
}

// dressed is the request with this program's headers: the library's say which
// machine and which versions it runs on, which is nobody's business.
func (l *line) dressed(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			r.Header.Del(name)
		}
	}
	r.Header.Set("User-Agent", "gitmem")
	r.Header.Set("Accept", "text/event-stream, application/json")
	r.Header.Del("Authorization")
	r.Header.Del("X-Api-Key")
	if l.key != "" {
		l.speaker.sign(r.Header, l.key)
	}
	return r
}

// complaint is the error for a status that says no, or elsewhere.
func (l *line) complaint(response *http.Response) error {
	defer response.Body.Close()
	if response.StatusCode < 400 {
		to := "elsewhere"
		if u, err := response.Location(); err == nil {
			to = "to " + u.Scheme + "://" + u.Host
		}
		return &RefusedError{Where: l.where, Status: response.StatusCode, Why: l.tidy("the server redirects " + to + "; redirects are not followed, so set base_url to where it answers")}
	}
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxComplaint))
	return l.reported(complaintOf(body), response.StatusCode, retryAfter(response.Header, l.now()))
}

// stream lets an event stream pass. A server that does not stream gives its
// whole answer, as the error wholeAnswer.
func (l *line) stream(response *http.Response) (*http.Response, error) {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if media == "text/event-stream" {
		return response, nil
	}
	defer response.Body.Close()
	if media != "application/json" {
		return nil, &MalformedError{Where: l.where, Why: l.tidy("the server answers with " + first(media, "no content type") + "; is base_url right?")}
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return nil, &wholeAnswer{body}
}

// wholeAnswer is an answer that came at once instead of as a stream.
type wholeAnswer struct{ body []byte }

func (*wholeAnswer) Error() string { return "the server does not stream" }

// bounded is the body of an answer. Its errors say that the answer is cut off.
type bounded struct {
	io.ReadCloser
	left  int64
	where string
	ctx   context.Context
}

func (b *bounded) Read(data []byte) (int, error) {
	if b.left <= 0 {
		return 0, &TruncatedError{Where: b.where, Limit: true, Why: "it is larger than any answer of the tokens asked for"}
	}
	n, err := b.ReadCloser.Read(data[:min(int64(len(data)), b.left)])
	b.left -= int64(n)
	switch {
	case err == nil || err == io.EOF:
		return n, err
	case b.ctx.Err() != nil:
		return n, b.ctx.Err()
	}
	return n, &TruncatedError{Where: b.where, Why: "the connection ended before the answer did"}
}

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
