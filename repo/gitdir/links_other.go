//go:build !unix

package gitdir

func linkCount(string) (uint64, bool) { return 0, false }

func noHardLinks(error) bool { return true }
