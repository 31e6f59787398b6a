package gitdir

import (
	"os"
	"syscall"
	"time"
)

// StatOf is what git would note of a file. Git for Windows notes the time of creation as ctime, and
// nothing of device, file number and owner.
func StatOf(fi os.FileInfo) Stat {
	s := Stat{MtimeSec: uint32(fi.ModTime().Unix()), MtimeNsec: uint32(fi.ModTime().Nanosecond()), Size: statSize(fi.Size())}
	if sys, ok := fi.Sys().(*syscall.Win32FileAttributeData); ok {
		created := time.Unix(0, sys.CreationTime.Nanoseconds())
		s.CtimeSec, s.CtimeNsec = uint32(created.Unix()), uint32(created.Nanosecond())
	}
	return s
}
