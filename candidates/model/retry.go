package model

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait bounds what a server may ask for.
const longestWait = 24 * time.Hour

// Retryable tells whether the same request may succeed later.
func Retryable(err error) bool {
	var truncated *TruncatedError
	switch Kind(err) {
	case "unreachable", "timeout", "rate_limited", "server", "malformed":
		return true
	case "truncated":
		return errors.As(err, &truncated) && !truncated.Limit
	}
	return false
}

// RetryAfter is how long the server asked to be left alone; false where it did
// not say. It is at most 24 hours.
func RetryAfter(err error) (time.Duration, bool) {
	var limited *RateLimitedError
	var failed *ServerError
	switch {
	case errors.As(err, &limited):
		return limited.RetryAfter, limited.RetryAfter > 0
	case errors.As(err, &failed):
		return failed.RetryAfter, failed.RetryAfter > 0
	}
	return 0, false
}

// Kind is the one word for an error of a provider, for records and counts:
// unreachable, timeout, rate_limited, server, truncated, malformed, refused,
// auth, key, or nothing for any other error.
func Kind(err error) string {
	f, _ := failureOf(err)
	return f.Kind
}

// retryAfter reads the header in its three spellings: seconds, a date, and
// milliseconds under a name of their own.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return wait(ms / 1000)
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return wait(seconds)
	}
	if at, err := http.ParseTime(value); err == nil {
		return wait(at.Sub(now).Seconds())
	}
	return 0
}

// wait is a number of seconds as a duration, never below zero and never beyond
// longestWait; what is no number is zero.
func wait(seconds float64) time.Duration {
	switch {
	case !(seconds > 0):
		return 0
	case seconds >= longestWait.Seconds():
		return longestWait
	}
	return time.Duration(seconds * float64(time.Second))
}
