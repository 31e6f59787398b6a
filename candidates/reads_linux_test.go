package candidates

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"gitmem/memfile"
)

// P01: an operation opens no record but its own, however many there are. What
// it costs is measured by cmd/bench.
func TestP01ApproveReadsNoOtherRecord(t *testing.T) {
	b := newBench(t)
	folder := filepath.Join(b.root, "candidates", "2025", "01", "02")
	for n := range 200 {
		c := memfile.Candidate{
			Edit: memfile.Edit{Action: "add", Content: fmt.Sprint("Rule ", n)}, Reason: "by hand", ID: memfile.DeriveID('c', fmt.Sprint(n)), Kind: memfile.MemoryCandidate,
			Scope: "project", Status: memfile.StatusRejected, Actor: memfile.ActorUser, Created: b.now, Updated: b.now,
			Decided: &memfile.Decided{By: memfile.ActorUser, Via: ViaFlag, At: b.now},
		}
		b.save(filepath.Join("candidates", "2025", "01", "02", string(c.ID)+".md"), string(memfile.FormatCandidate(c)))
	}
	b.git("add", "-A")
	b.git("commit", "-qm", "records")
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID

	opened := opens(t, folder, func() {
		b.desk = b.open()
		b.must(b.desk.Approve(ctx, id, ada))
		b.must(b.desk.Undo(ctx, id, ada))
		if _, err := b.desk.OpenList(); err != nil {
			t.Error(err)
		}
	})
	if opened > 0 {
		t.Errorf("%d unrelated records were opened", opened)
	}
	if seen := opens(t, folder, func() { readOne(t, folder) }); seen == 0 {
		t.Error("the watch sees nothing at all")
	}
}

func readOne(t *testing.T, folder string) {
	names, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(filepath.Join(folder, names[0].Name())); err != nil {
		t.Fatal(err)
	}
}

// opens counts how often a file of a folder is opened while do runs.
func opens(t *testing.T, folder string, do func()) int {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("inotify is not to be had: %v", err)
	}
	defer unix.Close(fd)
	if _, err := unix.InotifyAddWatch(fd, folder, unix.IN_OPEN|unix.IN_EXCL_UNLINK); err != nil {
		t.Fatal(err)
	}
	do()
	count := 0
	buffer := make([]byte, 64<<10)
	for {
		n, err := unix.Read(fd, buffer)
		if err != nil || n <= 0 {
			return count
		}
		for at := 0; at+unix.SizeofInotifyEvent <= n; {
			length := int(buffer[at+12]) | int(buffer[at+13])<<8 // of the name, which is never longer
			if length > 0 {
				count++ // without a name it is the folder itself
			}
			at += unix.SizeofInotifyEvent + length
		}
	}
}
