package gitdir

import "syscall"

func ctime(s *syscall.Stat_t) syscall.Timespec { return s.Ctimespec }
