//go:build !gitmemtest || !unix

package cmd

import (
	"io"
	"time"

	"gitmem/repo/gitdir"
)

// The program that people use has the real clock, real randomness and no
// failpoints; only a test build has others.

func clock(func(string) string) func() time.Time { return nil }

func seed(func(string) string) io.Reader { return nil }

func failpoint(func(string) string) gitdir.Probe { return nil }

func failpointsPage() string { return "" }
