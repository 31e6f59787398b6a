package model

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// provider is a server as the settings describe it.
type provider struct {
	where     string // models.<name> at <host>
	address   *url.URL
	speaker   speaker
	transport *http.Transport
	key       *secret
	now       func() time.Time

	mu    sync.Mutex
	known map[string]manner // by model: what the server took before
}

// manner is how a server is asked. It differs between servers that speak the
// same interface, and is found out by asking.
type manner struct {
	form      Form
	bare      bool // leave out what only some servers know
	newTokens bool // bound the answer as OpenAI's newer models want it
}

// question is one request in one manner.
type question struct {
	manner
	Request
	ctx    context.Context
	client *http.Client
	leave  func() // ends the request
}

// Complete implements Provider.
func (p *provider) Complete(ctx context.Context, r Request) (Answer, error) {
	if err := r.check(); err != nil {
		return Answer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	key, err := p.key.get(limited)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return Answer{}, err
	}
	q := question{Request: r, ctx: limited, leave: cancel, client: &http.Client{Transport: &line{
		provider: p, key: key, limit: streamBase + streamByToken*int64(r.MaxOutputTokens),
	}}}
	answer, err := p.try(q)
	if err != nil && ctx.Err() != nil {
		return answer, ctx.Err()
	}
	err = p.explained(err, r.Timeout)
	if Kind(err) == "auth" {
		p.key.forget()
	}
	return answer, err
}

// try asks in the manner that was taken before, else in the strictest one, and
// steps down while the server says that the request is not one that it takes.
func (p *provider) try(q question) (Answer, error) {
	manners := p.manners(q.Request)
	for i := 0; ; i++ {
		q.manner = manners[i]
		heard := &hearing{where: p.where, limit: textBase + textByToken*q.MaxOutputTokens, answer: Answer{Form: q.form}, leave: q.leave}
		err := heard.end(p.speaker.ask(q, heard))
		var refused *RefusedError
		if err == nil || !errors.As(err, &refused) {
			p.learn(q, err)
			return p.heard(heard), err
		}
		if strings.Contains(refused.Why, "max_completion_tokens") && !q.newTokens {
			for j := range manners {
				manners[j].newTokens = true
			}
			i--
			continue
		}
		if !unknownToServer(refused.Status) || i == len(manners)-1 {
			return p.heard(heard), err
		}
	}
}

// manners are the ones to try, in order.
func (p *provider) manners(r Request) []manner {
	var all []manner
	for _, f := range r.forms(p.speaker.forms()...) {
		all = append(all, manner{form: f})
	}
	if p.speaker.extras() {
		all = append(all, manner{form: all[len(all)-1].form, bare: true})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.known[kindOfRequest(r)]
	for ok && len(all) > 1 && (all[0].form != known.form || all[0].bare != known.bare) {
		all = all[1:]
	}
	for i := range all {
		all[i].newTokens = known.newTokens
	}
	return all
}

// learn keeps the manner that the server took.
func (p *provider) learn(q question, err error) {
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[kindOfRequest(q.Request)] = q.manner
}

// kindOfRequest names the requests that a server takes or refuses alike.
func kindOfRequest(r Request) string {
	switch {
	case r.Schema == nil:
		return r.Model
	case r.StructuredOutput:
		return r.Model + "\nstructured " + r.SchemaName
	}
	return r.Model + "\nschema"
}

// unknownToServer tells whether a refusal may be for a field that the server
// does not know.
func unknownToServer(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusUnprocessableEntity || status == http.StatusNotImplemented
}

// heard is the answer without the key, which a server might repeat.
func (p *provider) heard(h *hearing) Answer {
	a := h.result()
	a.Text, a.Model = p.key.hide(a.Text), p.key.hide(a.Model)
	for i, c := range a.Calls {
		a.Calls[i] = Call{Name: p.key.hide(c.Name), Arguments: p.key.hide(c.Arguments)}
	}
	return a
}

// explained is the error as callers test for it, without what the library and
// net/http wrapped around it.
func (p *provider) explained(err error, allowed time.Duration) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &TimeoutError{Where: p.where, After: allowed}
	}
	if f, ok := failureOf(err); ok {
		return f.err()
	}
	if said, ok := said(err); ok {
		return p.reported(said, 0, 0)
	}
	return &MalformedError{Where: p.where, Why: p.tidy(err.Error())}
}
