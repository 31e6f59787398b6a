package gitdir

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Nothing in a git directory is followed out of it.
func TestLinksInAGitDirectoryAreRefused(t *testing.T) {
	for _, name := range []string{"logs/HEAD", "objects", "refs/heads", "gitmem", "index", "config", "HEAD"} {
		root := t.TempDir()
		cmd := exec.Command("git", "init", "-q", root)
		cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		if _, err := Open(root, nil); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, ".git", filepath.FromSlash(name))
		outside := filepath.Join(t.TempDir(), "outside")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(path); err == nil {
			if err := os.Rename(path, outside); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(outside, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, path); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
		var refused *UnsupportedError
		if _, err := Open(root, nil); !errors.As(err, &refused) {
			t.Errorf("%s as a link: %v", name, err)
		}
	}
}
