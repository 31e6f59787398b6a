package agent

import "syscall"

// detachedProcess is DETACHED_PROCESS, which package syscall does not name: no
// console, so that none that closes ends it.
const detachedProcess = 0x8

func detached() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: detachedProcess | syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}
