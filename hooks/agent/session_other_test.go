//go:build !linux

package agent_test

// own cannot tell here.
func own() string { return "own session" }
