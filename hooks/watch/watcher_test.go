package watch

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"

	"github.com/fsnotify/fsnotify"
)

func TestStartReportsEveryFileOnce(t *testing.T) {
	s := newStore(t, map[string]string{"MEMORY.md": "- a\n", "store.yaml": "gitmem: store/1\n", k: "x", "empty.md": "", "notes.txt": "n"})
	s.must(os.MkdirAll(s.abs("skills/make"), 0o755))
	s.write("skills/make/SKILL.md", "skill")
	s.want(s.watch(), "MEMORY.md=- a\n", k+"=x", "empty.md=", "skills/make/SKILL.md=skill", "store.yaml=gitmem: store/1\n")
	s.want(s.settled())
}

func TestSameBytesAreNoChange(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.write(k, "x")
	s.must(os.Chtimes(s.abs(k), time.Unix(1, 0), time.Unix(1, 0)))
	s.must(os.Chmod(s.abs(k), 0o600))
	s.want(s.settled())
}

func TestDeletedIsReportedGone(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.remove(k)
	s.want(s.settled(), k+" gone")
	s.write(k, "x")
	s.want(s.settled(), k+"=x")
}

func TestGoneAndBackWithinTheDebounceIsNothing(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.remove(k)
	s.pass()
	s.clock.advance(DefaultDebounce / 2)
	s.write(k, "x")
	s.want(s.settled())
}

func TestDayFoldersAreNotWatched(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.must(os.MkdirAll(s.abs("candidates/2026/11/30"), 0o755))
	s.watch()
	s.rename(k, "candidates/2026/11/30/c0123456789abcdef.md")
	s.want(s.settled(), k+" gone")
	s.write("candidates/2026/11/30/c0123456789abcdef.md", "y")
	s.want(s.settled())
}

func TestFolderMadeLaterIsWatchedWithWhatIsInIt(t *testing.T) {
	s := newStore(t, nil)
	s.remove("skills")
	s.remove("candidates")
	s.watch()
	s.must(os.MkdirAll(s.abs("skills/make/scripts"), 0o755))
	s.write("skills/make/SKILL.md", "one")
	s.must(os.MkdirAll(s.abs("candidates"), 0o755))
	s.write(k, "x")
	s.want(s.settled(), k+"=x", "skills/make/SKILL.md=one")
	s.write("skills/make/SKILL.md", "two")
	s.write("skills/make/scripts/deep.md", "not looked at")
	s.want(s.settled(), "skills/make/SKILL.md=two")
}

func TestFolderReplacedIsWatchedAgain(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.rename("candidates", "aside")
	s.must(os.MkdirAll(s.abs("candidates"), 0o755))
	s.write(k, "y")
	s.want(s.settled(), k+"=y")
	s.write(k, "z")
	s.write("aside/c0123456789abcdef.md", "not looked at")
	s.want(s.settled(), k+"=z")
}

func TestFolderRemovedMeansItsFilesAreGone(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.remove("candidates")
	s.want(s.settled(), k+" gone")
}

func TestFolderMovedAwayMeansItsFilesAreGone(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.rename("candidates", "aside")
	s.want(s.settled(), k+" gone")
}

func TestOverflowLooksAtEverything(t *testing.T) {
	s := newStore(t, map[string]string{k: "x", "MEMORY.md": "- a\n"})
	s.watch()
	s.deaf.Store(true)
	s.write(k, "y")
	s.remove("MEMORY.md")
	s.must(os.MkdirAll(s.abs("skills/make"), 0o755))
	s.write("skills/make/SKILL.md", "one")
	s.pass()
	s.errors <- fsnotify.ErrEventOverflow
	s.want(s.settled(), "MEMORY.md gone", k+"=y", "skills/make/SKILL.md=one")
}

func TestReconcileFindsWhatNobodyToldOf(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.deaf.Store(true)
	s.write(k, "y")
	s.write("candidates/c1123456789abcdef.md", "new")
	s.pass()
	s.clock.advance(DefaultReconcile)
	s.want(s.settled(), k+"=y", "candidates/c1123456789abcdef.md=new")
}

func TestErrorsAreTakenAndToldAndWorkGoesOn(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	for range 3 {
		s.errors <- errors.New("read failed")
	}
	s.write(k, "y")
	got := s.settled()
	s.want(got[:3], repeated(3, "problem: "+s.root+": watching: read failed")...)
	s.want(got[3:], k+"=y")
}

func repeated(n int, text string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = text
	}
	return out
}

func TestSymlinksAreNamedAndNotFollowed(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	secret := t.TempDir() + "/secret.md"
	s.must(os.WriteFile(secret, []byte("secret"), 0o600))
	s.watch()
	s.must(os.Symlink(secret, s.abs("candidates/link.md")))
	s.must(os.Symlink("nowhere", s.abs("candidates/dangling.md")))
	s.must(os.Symlink(t.TempDir(), s.abs("skills/linked")))
	s.want(s.settled(), "problem: candidates/dangling.md: "+ErrNotPlain.Error(), "problem: candidates/link.md: "+ErrNotPlain.Error())
	s.clock.advance(DefaultReconcile)
	s.want(s.settled())
	s.remove("candidates/link.md")
	s.write("candidates/link.md", "now a file")
	s.want(s.settled(), "candidates/link.md=now a file")
}

func TestTooLargeIsNamedAndNotRead(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.write(k, strings.Repeat("x", memfile.MaxFile+1))
	s.want(s.settled(), "problem: "+k+": "+ErrTooLarge.Error())
	s.write(k, strings.Repeat("x", memfile.MaxFile))
	if got := s.settled(); len(got) != 1 || len(got[0]) != len(k)+1+memfile.MaxFile {
		t.Fatalf("a file of exactly the bound was not reported")
	}
}

func TestUnreadableIsToldOnceAndHurtsNothingElse(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("as root, or on a system without modes, every file can be read")
	}
	s := newStore(t, map[string]string{k: "x", "MEMORY.md": "- a\n"})
	s.watch()
	s.must(os.Chmod(s.abs(k), 0))
	s.write("MEMORY.md", "- b\n")
	got := s.settled()
	if len(got) != 2 || got[0] != "MEMORY.md=- b\n" || !strings.HasPrefix(got[1], "problem: "+k) {
		t.Fatalf("reported %q", got)
	}
}

func TestRootThatVanishesEndsTheWatch(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.watch()
	s.must(os.RemoveAll(s.root))
	for done := false; !done; {
		s.clock.advance(DefaultReconcile)
		select {
		case err := <-s.ended:
			if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), s.root) {
				t.Fatalf("ended with %v", err)
			}
			done = true
		case <-time.After(time.Millisecond):
		}
	}
}

func TestSilentSourceIsMadeUpForByReconcile(t *testing.T) {
	s := newStore(t, map[string]string{k: "x"})
	s.deaf.Store(true)
	s.watch()
	s.write(k, "y")
	s.pass()
	s.clock.advance(DefaultReconcile)
	s.want(s.settled(), k+"=y")
}
