package model

import (
	"errors"
	"time"
)

// failure is an error of this package in the form that a cassette keeps.
type failure struct {
	Kind    string `json:"kind"`
	Where   string `json:"where,omitempty"`
	Why     string `json:"why,omitempty"`
	Status  int    `json:"status,omitempty"`
	AfterMS int64  `json:"after_ms,omitempty"`
	Limit   bool   `json:"limit,omitempty"`
}

// failureOf is false for an error that no provider makes.
func failureOf(err error) (failure, bool) {
	if f, ok := troubleOf(err); ok {
		return f, true
	}
	var (
		refused *RefusedError
		auth    *AuthError
		key     *KeyError
	)
	switch {
	case errors.As(err, &refused):
		return failure{Kind: "refused", Where: refused.Where, Why: refused.Why, Status: refused.Status}, true
	case errors.As(err, &auth):
		return failure{Kind: "auth", Where: auth.Where, Status: auth.Status}, true
	case errors.As(err, &key):
		return failure{Kind: "key", Where: key.Where, Why: key.Why}, true
	}
	return failure{}, false
}

// troubleOf knows the errors that may pass.
func troubleOf(err error) (failure, bool) {
	var (
		unreachable *UnreachableError
		timeout     *TimeoutError
		limited     *RateLimitedError
		server      *ServerError
		truncated   *TruncatedError
		malformed   *MalformedError
	)
	switch {
	case errors.As(err, &unreachable):
		return failure{Kind: "unreachable", Where: unreachable.Where, Why: unreachable.Why}, true
	case errors.As(err, &timeout):
		return failure{Kind: "timeout", Where: timeout.Where, AfterMS: timeout.After.Milliseconds()}, true
	case errors.As(err, &limited):
		return failure{Kind: "rate_limited", Where: limited.Where, Why: limited.Why, AfterMS: limited.RetryAfter.Milliseconds()}, true
	case errors.As(err, &server):
		return failure{Kind: "server", Where: server.Where, Why: server.Why, Status: server.Status, AfterMS: server.RetryAfter.Milliseconds()}, true
	case errors.As(err, &truncated):
		return failure{Kind: "truncated", Where: truncated.Where, Why: truncated.Why, Limit: truncated.Limit}, true
	case errors.As(err, &malformed):
		return failure{Kind: "malformed", Where: malformed.Where, Why: malformed.Why}, true
	}
	return failure{}, false
}

// err is the error that failureOf was given; nil for a kind that it never
// wrote.
func (f failure) err() error {
	after := time.Duration(f.AfterMS) * time.Millisecond
	switch f.Kind {
	case "unreachable":
		return &UnreachableError{Where: f.Where, Why: f.Why}
	case "timeout":
		return &TimeoutError{Where: f.Where, After: after}
	case "rate_limited":
		return &RateLimitedError{Where: f.Where, Why: f.Why, RetryAfter: after}
	case "server":
		return &ServerError{Where: f.Where, Why: f.Why, Status: f.Status, RetryAfter: after}
	case "truncated":
		return &TruncatedError{Where: f.Where, Why: f.Why, Limit: f.Limit}
	case "malformed":
		return &MalformedError{Where: f.Where, Why: f.Why}
	case "refused":
		return &RefusedError{Where: f.Where, Why: f.Why, Status: f.Status}
	case "auth":
		return &AuthError{Where: f.Where, Status: f.Status}
	case "key":
		return &KeyError{Where: f.Where, Why: f.Why}
	}
	return nil
}
