//go:build linux || darwin

package gitdir

import (
	"os"
	"syscall"
)

// StatOf is what git would note of a file. Where the file information is not from the operating system,
// only size and time of change of the content are known.
func StatOf(fi os.FileInfo) Stat {
	s := Stat{MtimeSec: uint32(fi.ModTime().Unix()), MtimeNsec: uint32(fi.ModTime().Nanosecond()), Size: statSize(fi.Size())}
	if sys, ok := fi.Sys().(*syscall.Stat_t); ok {
		changed := ctime(sys)
		s.CtimeSec, s.CtimeNsec = uint32(changed.Sec), uint32(changed.Nsec)
		s.Dev, s.Ino, s.UID, s.GID = uint32(sys.Dev), uint32(sys.Ino), sys.Uid, sys.Gid
	}
	return s
}
