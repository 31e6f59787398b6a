//go:build !gitmemtest

package cmd_test

// testBuild says that the program knows failpoints and a pinned clock.
const testBuild = false
