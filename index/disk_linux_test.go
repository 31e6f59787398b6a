package index

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// insideVariable tells the test binary that it runs in a mount namespace of
// its own, and which test was to run there.
const insideVariable = "GITMEM_TEST_INSIDE"

// inNamespace runs the calling test again as root of a mount namespace; it is
// true there.
func inNamespace(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) == t.Name() {
		return true
	}
	if err := exec.Command("unshare", "-rm", "true").Run(); err != nil {
		t.Skipf("unshare -rm is not allowed here (%v); the same faults are tested as values", err)
	}
	cmd := exec.Command("unshare", "-rm", os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), insideVariable+"="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// TestDiskFull has the same hits whatever is left on the disk of the index, and
// is whole again once there is room.
func TestDiskFull(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	for _, rebuild := range []bool{false, true} {
		for free := 0; free <= 240<<10; free += 24 << 10 {
			f := stocked(t)
			index := filepath.Join(f.store.State, "index")
			if rebuild {
				if err := os.RemoveAll(index); err != nil {
					t.Fatal(err)
				}
			}
			f.put(note(60, "alpha later"))
			onSmallDisk(t, index)
			leave(t, index, free)
			x := f.open(Options{})
			if got := f.search(x, "later"); !slices.Contains(got, "3c") || !slices.Contains(got, "29") {
				t.Errorf("rebuild %t, %d bytes free: %v", rebuild, free, got)
			}
			if err := os.Remove(filepath.Join(index, "ballast")); err != nil {
				t.Fatal(err)
			}
			f.told = nil
			f.finds(f.open(Options{}), "later", "29", "3c")
			gone := rebuild && len(f.told) == 1 && strings.Contains(f.told[0], "it is missing") // and could not be written until now
			if len(f.told) != 0 && !gone {
				t.Errorf("rebuild %t, %d bytes free: with room again: %q", rebuild, free, f.told)
			}
		}
	}
}

// onSmallDisk puts a folder on a file system of its own.
func onSmallDisk(t *testing.T, dir string) {
	t.Helper()
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, kept); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("no tmpfs here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	if out, err := exec.Command("cp", "-a", kept+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// leave fills a file system up to some bytes.
func leave(t *testing.T, dir string, free int) {
	t.Helper()
	ballast, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer ballast.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = ballast.Write(block)
	}
	info, err := ballast.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := ballast.Truncate(max(0, info.Size()-int64(free))); err != nil {
		t.Fatal(err)
	}
}
