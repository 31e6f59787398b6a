//go:build unix

package repo

import (
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// owner is the account that a file belongs to.
type owner struct{ uid uint32 }

func ownerOf(path string) (owner, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return owner{}, err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return owner{uid: st.Uid}, nil
	}
	return owner{}, &fs.PathError{Op: "owner", Path: path, Err: fs.ErrInvalid}
}

func (o owner) isSelf() bool { return int(o.uid) == os.Geteuid() }

func (o owner) String() string {
	number := strconv.FormatUint(uint64(o.uid), 10)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return "account " + number
}

// folderNumber tells one folder from another that stood at the same path; ""
// where the system has none.
func folderNumber(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return strconv.FormatUint(uint64(st.Ino), 10) //nolint:unconvert // the width differs between systems
	}
	return ""
}
