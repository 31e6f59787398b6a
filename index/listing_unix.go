//go:build linux || darwin

package index

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.inode, s.changed = sys.Ino, changedOf(sys)
	}
	return s
}

func stampOfStat(st *unix.Stat_t) stamp {
	return stamp{size: st.Size, modified: st.Mtim.Nano(), changed: st.Ctim.Nano(), inode: st.Ino}
}

// eachFolder visits the names in a folder that can be part of a day. A name
// that is no folder shows when it is opened.
func eachFolder(path string, visit func(name string) error) error {
	f, err := openFolder(path)
	if f == nil {
		return err
	}
	names, err := f.Readdirnames(-1)
	_ = f.Close()
	if err != nil {
		return err
	}
	for _, n := range names {
		if !digits(n) {
			continue
		}
		if err := visit(n); err != nil {
			return err
		}
	}
	return nil
}

// openFolder opens a folder, no link; nil without an error where there is none.
func openFolder(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) {
		return nil, nil
	}
	return f, err
}

// few is up to how many files are looked at by one goroutine.
const few = 500

func listDay(number uint32, path string) ([]seen, error) {
	f, err := openFolder(path)
	if f == nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	if len(names) <= few {
		return statAll(int(f.Fd()), number, names), nil
	}
	parts := make([][]seen, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for i := range parts {
		own := names[len(names)*i/len(parts) : len(names)*(i+1)/len(parts)]
		wait.Go(func() { parts[i] = statAll(int(f.Fd()), number, own) })
	}
	wait.Wait()
	var all []seen
	for _, p := range parts {
		all = append(all, p...)
	}
	return all, nil
}

// statAll looks at files by name. One that vanishes meanwhile is not there.
func statAll(folder int, number uint32, names []string) []seen {
	all := make([]seen, 0, len(names))
	var st unix.Stat_t
	for _, name := range names {
		id, ok := idOf(name)
		if !ok || unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
			continue
		}
		if uint32(st.Mode)&unix.S_IFMT == unix.S_IFREG {
			all = append(all, seen{place{number, id}, stampOfStat(&st)})
		}
	}
	return all
}
