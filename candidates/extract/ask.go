package extract

import (
	"context"
	"errors"
	"fmt"

	"gitmem/candidates/model"
	"gitmem/memfile"
)

// ask puts a request to the model and reads its answer, with one request more
// where the first answer has not the form. Every request is kept before it is
// sent and every outcome before anything is made of it; an answer that was kept
// and never settled is used, and not asked for again.
func (w *work) ask(ctx context.Context, b built) (answer, error) {
	if a, ok, err := w.before(b); err != nil || ok {
		return a, err
	}
	var err error
	if w.run, err = w.Requests.run(w.claim.ID); err != nil {
		return answer{}, err
	}
	a, got, err := w.call(ctx, b, b.request, 1)
	var shape *ShapeError
	if !errors.As(err, &shape) {
		return a, err
	}
	w.tell("%s: %v; asking once more", w.claim.ID, err)
	a, _, err = w.call(ctx, b, b.repair(got, err), 2)
	return a, err
}

// before finds the answer to this very request that an earlier attempt got.
func (w *work) before(b built) (answer, bool, error) {
	kept, err := w.Requests.Of(w.claim.ID)
	if err != nil {
		return answer{}, false, err
	}
	digest := "sha256:" + b.request.Digest()
	first := "" // the digest of the request that a mended one followed
	for _, k := range kept {
		if k.Request.Call == 1 {
			first = k.Request.Digest
		}
		if first != digest || k.Outcome == nil || k.Outcome.Status != Completed {
			continue
		}
		if a, err := readAnswer(k.Outcome.Answer); err == nil {
			w.requestDigest, w.answerDigest = k.Request.Digest, k.Outcome.Digest
			return a, true, nil
		}
	}
	return answer{}, false, nil
}

// call keeps one request, sends it, keeps what came back, and reads it.
func (w *work) call(ctx context.Context, b built, q model.Request, n int) (answer, model.Answer, error) {
	provider, _, err := w.Provider()
	if err != nil {
		return answer{}, model.Answer{}, err
	}
	c := w.claim
	dir := w.Requests.folder(c.Session, c.ID)
	request := Request{
		Kind: RequestKind, Job: c.ID, Attempt: c.Attempts, Call: n, Extractor: c.Extractor, Model: w.Settings.Learning.ExtractorModel,
		Time: w.now(), Digest: "sha256:" + q.Digest(), Tools: []string{}, Sources: sourceIDs(b.sources), Cut: b.cut, Request: q,
	}
	if err := w.Requests.save(dir, recordName(w.run, n, "request"), request); err != nil {
		return answer{}, model.Answer{}, err
	}
	got, failed := provider.Complete(ctx, q)
	if _, err := w.Shelf.Find(c.Session); err != nil {
		return answer{}, got, fmt.Errorf("%w: %w", ErrGone, err) // it was deleted, and so is what was kept of it
	}
	a, err := w.read(got, failed)
	o := w.outcome(n, got, err)
	if err := w.Requests.save(dir, recordName(w.run, n, "outcome"), o); err != nil {
		return answer{}, got, err
	}
	w.requestDigest, w.answerDigest = request.Digest, o.Digest
	return a, got, err
}

// read reads an answer that arrived whole. A call of a tool is none: no tool
// was offered.
func (w *work) read(got model.Answer, failed error) (answer, error) {
	switch {
	case failed != nil:
		return answer{}, failed
	case len(got.Calls) > 0:
		return answer{}, &ShapeError{Reason: "it calls a tool, and none was offered"}
	}
	return readAnswer(got)
}

func (w *work) outcome(n int, got model.Answer, err error) Outcome {
	o := Outcome{Kind: OutcomeKind, Job: w.claim.ID, Attempt: w.claim.Attempts, Call: n, Status: Completed, Time: w.now(), Answer: got}
	if got.Text != "" {
		o.Digest = memfile.Digest([]byte(got.Text))
	}
	if err != nil {
		o.Status, o.Error, o.Detail = Failed, kindOf(err), detail(err)
	}
	return o
}

// sourceIDs are the messages and calls that the ids of a request stand for.
func sourceIDs(sources map[string]source) map[string]string {
	out := map[string]string{}
	for name, s := range sources {
		out[name] = s.id
	}
	return out
}
