package model

import (
	"errors"
	"strings"
	"time"
)

const (
	textBase    = 64 << 10 // bytes of any answer's text
	textByToken = 32       // bytes more for each token

	// afterStop is how long a server may take to count tokens and to end the
	// stream once it said why the answer ended. Some never end it.
	afterStop = time.Second
)

// hearing takes in one answer, piece by piece.
type hearing struct {
	where  string
	limit  int // bytes of text and arguments together
	answer Answer
	text   strings.Builder
	calls  []strings.Builder // arguments of answer.Calls
	why    string            // why the model declined
	size   int
	leave  func() // ends the request
}

// say adds to the text.
func (h *hearing) say(text string) error {
	h.text.WriteString(text)
	return h.grow(len(text))
}

// call adds to the tool call with a number, which servers count from 0.
func (h *hearing) call(number int64, name, arguments string) error {
	if number < 0 || number > int64(len(h.calls)) {
		number = int64(len(h.calls))
	}
	if number == int64(len(h.calls)) {
		h.answer.Calls = append(h.answer.Calls, Call{})
		h.calls = append(h.calls, strings.Builder{})
	}
	h.answer.Calls[number].Name += name
	h.calls[number].WriteString(arguments)
	return h.grow(len(name) + len(arguments) + 1)
}

func (h *hearing) grow(by int) error {
	if h.size += by; h.size > h.limit {
		return &TruncatedError{Where: h.where, Limit: true, Why: "it is larger than any answer of the tokens asked for"}
	}
	return nil
}

// stop takes in why the answer ended.
func (h *hearing) stop(why string) {
	if h.answer.Stop == "" && h.leave != nil {
		time.AfterFunc(afterStop, h.leave)
	}
	h.answer.Stop = why
}

// end is what has to be said about the whole answer. An error that comes after
// the server gave the reason of the end changes nothing.
func (h *hearing) end(err error) error {
	switch {
	case h.answer.Stop == "" && err != nil:
		return err
	case h.answer.Stop == "":
		return &TruncatedError{Where: h.where, Why: "the stream ended before the answer did"}
	case isLimit(err):
		return err
	case h.answer.Stop == StopLength:
		return &TruncatedError{Where: h.where, Limit: true, Why: "it reached the tokens allowed"}
	case h.answer.Stop == StopRefusal:
		return &RefusedError{Where: h.where, Why: h.why}
	}
	return nil
}

func isLimit(err error) bool {
	var truncated *TruncatedError
	return errors.As(err, &truncated) && truncated.Limit
}

// result is what was heard.
func (h *hearing) result() Answer {
	a := h.answer
	a.Text = h.text.String()
	for i := range h.calls {
		a.Calls[i].Arguments = h.calls[i].String()
	}
	return a
}
