package agent

import (
	"errors"
	"os"
	"os/exec"
)

// MaxLog is the size from which a runner's log is begun anew, in bytes. The
// former one is kept beside it.
const MaxLog = 256 << 10

// Runner is a process that goes on when the hook, and the agent, have ended.
type Runner struct {
	Program string
	Args    []string
	Environ []string // all of its environment, see Environ
	Dir     string   // where it runs: no folder that somebody may want to remove
	Log     string   // the file to which both of its outputs go; its folder is there
}

// Start starts a runner and does not wait for it. It is in a session of its
// own, so that neither the agent's end nor a key at its terminal ends it.
func Start(r Runner) error {
	log, err := openLog(r.Log)
	if err != nil {
		return err
	}
	defer log.Close()
	c := exec.Command(r.Program, r.Args...)
	c.Env, c.Dir, c.Stdout, c.Stderr = r.Environ, r.Dir, log, log
	c.SysProcAttr = detached()
	if err := c.Start(); err != nil {
		return err
	}
	return c.Process.Release()
}

// openLog opens the log at its end. Nothing is written through a link or into
// anything but a plain file.
func openLog(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &os.PathError{Op: "log", Path: path, Err: errors.New("not a plain file")}
	case info.Size() >= MaxLog:
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
}
