package durable_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gitmem/repo/durable"
)

func TestReplaceMakesFoldersAndLeavesNoLitter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "c.yaml")
	for _, text := range []string{"one\n", "two\n"} {
		if err := durable.Replace(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Fatalf("got %q, want %q", got, text)
		}
	}
	names, _ := os.ReadDir(filepath.Dir(path))
	if len(names) != 1 {
		t.Fatalf("litter: %v", names)
	}
}

func TestReplaceKeepsModeAndSymlink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links differ on Windows")
	}
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, []byte("x"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(link, []byte("y"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, _ := os.Lstat(link)
	if info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	info, _ = os.Stat(real)
	if got, _ := os.ReadFile(real); string(got) != "y" || info.Mode().Perm() != 0o640 {
		t.Errorf("real holds %q with mode %o", got, info.Mode().Perm())
	}
}

func TestReplaceRefusesWhatIsNoPlainFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(filepath.Join(dir, "d"), nil, 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if err := os.Symlink("gone", filepath.Join(dir, "l")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := durable.Replace(filepath.Join(dir, "l"), nil, 0o600); err == nil {
		t.Error("a dangling link was replaced")
	}
}
