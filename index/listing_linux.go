package index

import "syscall"

func changedOf(st *syscall.Stat_t) int64 { return st.Ctim.Nano() }
