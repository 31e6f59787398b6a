package gitdir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Reflog is one line of a reference log.
type Reflog struct {
	Old, New Hash
	Who      Signature
	Message  string
}

// AppendReflog adds a line to the logs of HEAD and of the branch. A log that
// cannot be written never fails the operation that it tells of: what was
// written in part is cut off again, and the error is for a notice only.
func (d *Dir) AppendReflog(branch string, entry Reflog) error {
	line := entry.String()
	head := appendLine(filepath.Join(d.Git, "logs", "HEAD"), line)
	return errors.Join(head, appendLine(filepath.Join(d.Common, "logs", filepath.FromSlash(branch)), line))
}

// String prints the line as git writes it, line end included.
func (r Reflog) String() string {
	message := strings.Join(strings.Fields(r.Message), " ")
	who := fmt.Sprintf("%s <%s> %d %s", r.Who.Name, r.Who.Email, r.Who.When.Unix(), r.Who.When.Format("-0700"))
	return fmt.Sprintf("%s %s %s\t%s\n", r.Old, r.New, who, message)
}

func appendLine(path, line string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: it is not a plain file", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	if _, err := f.WriteAt([]byte(line), size); err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}
