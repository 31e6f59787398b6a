package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// onTmpfs puts the store of an engine on a small file system of its own.
func onTmpfs(t *testing.T) *engine {
	e := newEngine(t)
	e.propose()
	small := e.mkdir("small")
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no tmpfs here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	if out, err := exec.Command("cp", "-a", e.store, filepath.Join(small, "store")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e.store = filepath.Join(small, "store")
	return e
}

// fill leaves so many bytes free, as nearly as pages allow.
func (e *engine) fill(free int64) {
	e.Helper()
	path := filepath.Join(filepath.Dir(e.store), "ballast")
	f, err := os.Create(path)
	if err != nil {
		e.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	for {
		if _, err := f.Write(block); err != nil {
			break
		}
	}
	info, err := f.Stat()
	if err != nil {
		e.Fatal(err)
	}
	if err := f.Truncate(max(0, info.Size()-free)); err != nil {
		e.Fatal(err)
	}
}

func (e *engine) empty() { os.Remove(filepath.Join(filepath.Dir(e.store), "ballast")) }

// R03: whatever is left on the disk, the operation is done or nothing is, the
// error names the full disk, no file is cut, and afterwards it works.
func TestR03DiskFull(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	for free := int64(0); free <= 64<<10; free += 4096 {
		e := onTmpfs(t)
		e.fill(free)
		_, err := e.run(e.open(nil), e.change("apply", applied))
		if err != nil && !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("with %d bytes free: %v", free, err)
		}
		e.empty()
		if _, rerr := e.open(nil).Recover(context.Background()); rerr != nil {
			t.Fatalf("with %d bytes free: recover: %v", free, rerr)
		}
		done := e.operations("apply")
		if err == nil && done != 1 || done > 1 || done == 1 && !e.stands(applied) || done == 0 && e.read("MEMORY.md") != "(absent)" {
			t.Fatalf("with %d bytes free: error %v, %d commits, memory %q", free, err, done, e.read("MEMORY.md"))
		}
		e.clean()
		if done == 0 {
			e.mustRun(e.change("apply", applied))
			e.clean()
		}
	}
}

func TestReadOnlyDisk(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	e := onTmpfs(t)
	small := filepath.Dir(e.store)
	op := e.change("apply", applied)
	s := e.open(nil)
	if err := syscall.Mount("", small, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("cannot be made read-only here: %v", err)
	}
	_, err := e.run(s, op)
	if !errors.Is(err, syscall.EROFS) {
		t.Errorf("error %v", err)
	}
	if _, err := e.open(nil).Pending(); err != nil {
		t.Errorf("reading: %v", err)
	}
	if e.read("MEMORY.md") != "(absent)" {
		t.Error("something was written")
	}
}

// asOther runs the calling test again under an account that is not root.
func asOther(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return true
	}
	home := t.TempDir()
	if err := errors.Join(os.Chmod(home, 0o777), os.Chmod(filepath.Dir(home), 0o755)); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(home, "test")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// A folder that may not be written to: a clear error, and nothing has changed.
func TestPermissionDenied(t *testing.T) {
	if !asOther(t) {
		return
	}
	for _, folder := range []string{".", "candidates", ".git", ".git/objects/pack", ".git/refs/heads", ".git/gitmem/stage"} {
		e := newEngine(t)
		e.propose()
		op := e.change("apply", applied)
		path := filepath.Join(e.store, folder)
		if err := os.Chmod(path, 0o555); err != nil {
			t.Fatal(err)
		}
		_, err := e.run(e.open(nil), op)
		if restore := os.Chmod(path, 0o755); restore != nil {
			t.Fatal(restore)
		}
		if err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: error %v", folder, err)
		}
		if _, err := e.open(nil).Recover(context.Background()); err != nil {
			t.Errorf("%s: recover: %v", folder, err)
		}
		if done := e.operations("apply"); done > 1 || done == 0 && e.read("MEMORY.md") != "(absent)" {
			t.Errorf("%s: %s", folder, fmt.Sprint(done, e.read("MEMORY.md")))
		}
		e.clean()
	}
}
