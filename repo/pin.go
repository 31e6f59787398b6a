package repo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// opRefs is where the references of pending operations stand.
const opRefs = "refs/gitmem/op/"

// planName is the file of a stage that says which number is which path.
const planName = "plan.json"

// planned is one path in the plan of a stage.
type planned struct {
	N        int    `json:"n"`
	Path     string `json:"path"`
	Before   string `json:"before"`
	After    string `json:"after"`
	Decides  bool   `json:"decides,omitempty"`
	Standing bool   `json:"standing,omitempty"`
}

// pin brings the afters, the objects and the reference of the operation to the
// disk. From here on before and after are there and cannot be collected.
func (w *work) pin() error {
	git := w.s.Git
	if err := w.s.makeStage(w.folder); err != nil {
		return err
	}
	plan, err := w.writePlan()
	if err != nil {
		return err
	}
	staged, err := w.stageAfters()
	if err != nil {
		return err
	}
	pack, err := w.build(w.folder)
	if err != nil {
		return err
	}
	value := filepath.Join(w.folder, "ref")
	if err := git.Write(value, []byte(w.commit.String()+"\n"), 0o644); err != nil {
		return err
	}
	if err := git.Sync(append(append(staged, plan...), pack.Pack, pack.Index, value)...); err != nil {
		return err
	}
	return w.aim(pack, value)
}

// aim publishes the objects and then the reference, both durable on return.
func (w *work) aim(pack gitdir.PackFiles, value string) error {
	git := w.s.Git
	keep, err := w.publishPack(pack)
	if err != nil {
		return err
	}
	defer keep.Release()
	if err := git.PlaceRef("op.ref", value, w.ref()); err != nil {
		return err
	}
	w.aimed = true
	return git.SyncRef(w.ref(), filepath.Dir(pack.Target(git)))
}

// publishPack moves the pack in. Its keep file stands from before the index of
// the pack until the reference is durable, so that no prune can take it.
func (w *work) publishPack(pack gitdir.PackFiles) (*gitdir.Lock, error) {
	git := w.s.Git
	target := pack.Target(git)
	keep, err := git.TakeLock(target+".keep", w.s.deadline())
	if err != nil {
		return nil, err
	}
	if err := git.Rename("op.objects", pack.Pack, target+".pack"); err != nil {
		return nil, errors.Join(err, keep.Release())
	}
	if err := git.Rename("op.objects", pack.Index, target+".idx"); err != nil {
		return nil, errors.Join(err, keep.Release())
	}
	return keep, nil
}

// ref is the name of the operation's reference. It carries the branch, so that
// after a switch of branches it is known where the operation belongs.
func (w *work) ref() string {
	return opRefs + string(w.message.Operation) + "=" + url.PathEscape(w.branch)
}

// parseOpRef takes the name of an op ref apart.
func parseOpRef(name string) (memfile.ID, string, bool) {
	op, escaped, ok := strings.Cut(strings.TrimPrefix(name, opRefs), "=")
	if !ok {
		return "", "", false
	}
	id, err := memfile.ParseID(op)
	if err != nil || id.Kind() != memfile.KindOperation {
		return "", "", false
	}
	branch, err := url.PathUnescape(escaped)
	return id, branch, err == nil && strings.HasPrefix(branch, "refs/heads/")
}

// writePlan writes the plan. It has to be durable only where it knows what the
// commit does not: the before of a candidate that was edited by hand.
func (w *work) writePlan() ([]string, error) {
	plan := make([]planned, len(w.steps))
	path := filepath.Join(w.folder, planName)
	var durable []string
	for i, st := range w.steps {
		plan[i] = planned{N: st.n, Path: st.Path, Before: st.before, After: st.after, Decides: st.Decides, Standing: st.Standing}
		if st.Edited && durable == nil {
			durable = []string{path, w.folder, w.s.stage()}
		}
	}
	data, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	return durable, w.s.Git.Write(path, data, 0o644)
}

func readPlan(folder string) ([]planned, error) {
	data, err := os.ReadFile(filepath.Join(folder, planName))
	if err != nil {
		return nil, err
	}
	var plan []planned
	return plan, json.Unmarshal(data, &plan)
}

// stageAfters writes the new content of each path, with the mode of the file
// that it will replace.
func (w *work) stageAfters() ([]string, error) {
	var paths []string
	for _, st := range w.steps {
		if !st.After.Present || st.Standing || st.done {
			continue
		}
		path := w.stagePath(st)
		if err := w.s.Git.Write(path, st.After.Data, st.mode); err != nil {
			return nil, err
		}
		if err := os.Chmod(path, st.mode); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// abandon takes an operation back that has changed no file, and returns why.
// What recovery or a resolve carries out stays pending instead.
func (w *work) abandon(why error) error {
	if w.resumed || w.resolving {
		w.unlockGit()
		return why
	}
	if w.aimed {
		if err := w.s.Git.DeleteRef(w.ref(), w.s.lockWait); err != nil {
			w.unlockGit()
			return errors.Join(why, err)
		}
	}
	w.unlockGit()
	return errors.Join(why, w.s.retire(w.folder))
}

// retire moves a stage aside. What it displaced is looked at once more at the
// start of the next operation.
func (s *Store) retire(folder string) error {
	if err := os.MkdirAll(s.displaced(), 0o755); err != nil {
		return err
	}
	target := filepath.Join(s.displaced(), filepath.Base(folder))
	for n := 2; ; n++ {
		err := s.Git.Rename("op.retire", folder, target)
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) {
			return ignoreAbsent(err)
		}
		target = filepath.Join(s.displaced(), fmt.Sprintf("%s-%d", filepath.Base(folder), n))
	}
}
