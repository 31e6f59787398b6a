package model

import (
	"fmt"
	"net/http"
	"time"
)

// UnreachableError says that no connection came about, or that it ended before
// the server said anything.
type UnreachableError struct{ Where, Why string }

func (e *UnreachableError) Error() string { return e.Where + ": cannot be reached: " + e.Why }

// TimeoutError says that the answer was not complete in the time allowed.
type TimeoutError struct {
	Where string
	After time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s: no complete answer within %s", e.Where, e.After)
}

// RateLimitedError says that the server wants to be asked later. RetryAfter is
// 0 where it did not say when.
type RateLimitedError struct {
	Where, Why string
	RetryAfter time.Duration
}

func (e *RateLimitedError) Error() string {
	text := e.Where + ": too many requests"
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(", again in %s", e.RetryAfter.Round(time.Second))
	}
	return because(text, e.Why)
}

// ServerError says that the server failed. Status is 0 where it said so in the
// middle of an answer.
type ServerError struct {
	Where, Why string
	Status     int
	RetryAfter time.Duration
}

func (e *ServerError) Error() string {
	return because(e.Where+": the server failed"+inBrackets(e.Status), e.Why)
}

// TruncatedError says that the answer is not whole. With Limit it reached a
// bound of the request, and asking again gives the same.
type TruncatedError struct {
	Where, Why string
	Limit      bool
}

func (e *TruncatedError) Error() string { return e.Where + ": the answer is cut off: " + e.Why }

// MalformedError says that what came back is not what it should be.
type MalformedError struct{ Where, Why string }

func (e *MalformedError) Error() string { return e.Where + ": not understood: " + e.Why }

// RefusedError says that the server will not do this; with Status 0 the model
// or a filter declined to answer.
type RefusedError struct {
	Where, Why string
	Status     int
}

func (e *RefusedError) Error() string {
	if e.Status == 0 {
		return because(e.Where+": the model declined", e.Why)
	}
	return because(e.Where+": refused"+inBrackets(e.Status), e.Why)
}

// AuthError says that the server did not accept the key. It never says what
// the server answered, since that may quote the key.
type AuthError struct {
	Where  string
	Status int
}

func (e *AuthError) Error() string {
	return e.Where + ": the key was not accepted" + inBrackets(e.Status)
}

// KeyError says why there is no key to send.
type KeyError struct{ Where, Why string }

func (e *KeyError) Error() string { return e.Where + ": no key: " + e.Why }

// NotConfiguredError says which setting is missing before a model can be asked.
type NotConfiguredError struct{ Setting string }

func (e *NotConfiguredError) Error() string { return e.Setting + " is not set" }

// NoRecordingError says that a cassette holds no answer, or no further one, to
// a request.
type NoRecordingError struct {
	Digest string
	Played int // answers to it that were given already
}

func (e *NoRecordingError) Error() string {
	if e.Played > 0 {
		return fmt.Sprintf("cassette: request %s was recorded %d times and asked once more", e.Digest, e.Played)
	}
	return "cassette: request " + e.Digest + " was not recorded"
}

func because(text, why string) string {
	if why == "" {
		return text
	}
	return text + ": " + why
}

func inBrackets(status int) string {
	if status == 0 {
		return ""
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf(" (%d %s)", status, text)
	}
	return fmt.Sprintf(" (%d)", status)
}
