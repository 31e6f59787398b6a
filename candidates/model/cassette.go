package model

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"gitmem/memfile/guard"
)

// cassetteFormat is the first field of every line of a cassette.
const cassetteFormat = "gitmem cassette 1"

const maxPair = 32 << 20 // bytes of one line

// pair is one line of a cassette: a request, and what it got. It holds no
// address and no header, so there is no key in it to remove.
type pair struct {
	Format  string   `json:"format"`
	Digest  string   `json:"digest"` // of the request before anything was removed
	Request Request  `json:"request"`
	Answer  Answer   `json:"answer"`
	Failure *failure `json:"failure,omitempty"`
}

// Recorder asks a live provider and writes down what it was asked and what came
// back, failures too.
type Recorder struct {
	live Provider
	mu   sync.Mutex
	to   io.Writer
}

// Record makes a Recorder. Each pair is one line and one write; credentials in
// the texts are replaced as guard.Redact does.
func Record(to io.Writer, live Provider) *Recorder { return &Recorder{live: live, to: to} }

// Complete implements Provider. Where the pair cannot be written, that is the
// error, and the answer is given all the same.
func (r *Recorder) Complete(ctx context.Context, q Request) (Answer, error) {
	answer, err := r.live.Complete(ctx, q)
	p := pair{Format: cassetteFormat, Digest: q.Digest(), Request: cleanRequest(q), Answer: cleanAnswer(answer)}
	if err != nil {
		f, ours := failureOf(err)
		if !ours {
			return answer, err
		}
		f.Why, _ = guard.Redact(f.Why)
		p.Failure = &f
	}
	line, bad := json.Marshal(p)
	if bad != nil {
		return answer, bad
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, bad := r.to.Write(append(line, '\n')); bad != nil {
		return answer, fmt.Errorf("cassette: %w", bad)
	}
	return answer, err
}

// Cassette answers requests as they were answered when it was recorded, without
// any connection.
type Cassette struct {
	mu     sync.Mutex
	pairs  map[string][]pair // by digest, in the order of the recording
	played map[string]int
}

// Replay reads a cassette. The error names the line.
func Replay(from io.Reader) (*Cassette, error) {
	c := &Cassette{pairs: map[string][]pair{}, played: map[string]int{}}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxPair)
	n := 1
	for ; lines.Scan(); n++ {
		var p pair
		switch err := json.Unmarshal(lines.Bytes(), &p); {
		case err != nil:
			return nil, fmt.Errorf("cassette: line %d: %w", n, err)
		case p.Format != cassetteFormat:
			return nil, fmt.Errorf("cassette: line %d: the format is %q, not %q", n, p.Format, cassetteFormat)
		case p.Failure != nil && p.Failure.err() == nil:
			return nil, fmt.Errorf("cassette: line %d: no failure is of the kind %q", n, p.Failure.Kind)
		}
		c.pairs[p.Digest] = append(c.pairs[p.Digest], p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("cassette: line %d: %w", n, err)
	}
	return c, nil
}

// Complete implements Provider. A request that was recorded several times gets
// its answers in that order, each once; beyond them, and for any request that
// differs in one byte, the error is a *NoRecordingError.
func (c *Cassette) Complete(ctx context.Context, q Request) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	digest := q.Digest()
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.played[digest]
	if n >= len(c.pairs[digest]) {
		return Answer{}, &NoRecordingError{Digest: digest, Played: n}
	}
	c.played[digest]++
	p := c.pairs[digest][n]
	if p.Failure != nil {
		return p.Answer, p.Failure.err()
	}
	return p.Answer, nil
}

// Left counts the answers that nobody asked for yet.
func (c *Cassette) Left() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for digest, pairs := range c.pairs {
		n += len(pairs) - c.played[digest]
	}
	return n
}

func cleanRequest(q Request) Request {
	q.System, _ = guard.Redact(q.System)
	messages := make([]Message, len(q.Messages))
	for i, m := range q.Messages {
		text, _ := guard.Redact(m.Text)
		messages[i] = Message{Role: m.Role, Text: text}
	}
	q.Messages = messages
	return q
}

func cleanAnswer(a Answer) Answer {
	a.Text, _ = guard.Redact(a.Text)
	calls := make([]Call, len(a.Calls))
	for i, c := range a.Calls {
		arguments, _ := guard.Redact(c.Arguments)
		calls[i] = Call{Name: c.Name, Arguments: arguments}
	}
	a.Calls = calls
	return a
}
