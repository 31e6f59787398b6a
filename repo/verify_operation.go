package repo

import (
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// operationWords are the words that Memory-Op may have, each with the files
// besides the named paths and the records of its ids that it may change: exact
// paths, or folders with a slash.
var operationWords = map[string][]string{
	"init":     {StoreFileName, ".gitattributes", ".gitignore"},
	"upgrade":  {StoreFileName, ".gitattributes", ".gitignore"},
	"config":   {StoreFileName},
	"feedback": {"feedback/"},
	"detach":   {"feedback/"},
	"evaluate": {"evals/"},
	"propose":  nil, "edit": nil, "apply": nil, "undo": nil, "reject": nil, "lapse": nil, "revive": nil, "adopt": nil,
	"import": nil, "record": nil, "confirm": nil, "solve": nil, "forget": nil, "promote": nil, "mine": nil, "refresh": nil,
	"resolve": nil, "settle": nil, "revoke": nil, "purge": nil,
}

// recordFolders are where the records of ids lie.
var recordFolders = []string{candidatesFolder, memfile.ExperienceFolder, "patterns", memfile.JobFolder, "evals"}

// operation checks the commit of an operation.
func (v *verifier) operation(ch *chain, f seen) error {
	v.report.Operations++
	v.checkNames(f)
	v.checkScope(f)
	v.checkSignature(f)
	f.left = ch.leftAt(f.message.Paths)
	for i, p := range f.message.Paths {
		if slices.ContainsFunc(f.message.Paths[:i], func(q memfile.PathChange) bool { return q.Path == p.Path }) {
			v.problem(f, p.Path, "operation.path", "the operation names this path twice")
			continue
		}
		if err := v.follow(ch, f, p); err != nil {
			return err
		}
	}
	recorded, err := v.checkRecords(ch, f)
	if err != nil {
		return err
	}
	if f.message.Op == resolveWord {
		return v.replayResolve(f, recorded)
	}
	return v.replay(f, recorded)
}

// checkNames checks what the trailers say of the operation itself.
func (v *verifier) checkNames(f seen) {
	m := f.message
	if _, ok := operationWords[m.Op]; !ok {
		v.problem(f, "", "operation.word", "%q is no operation of gitmem", m.Op)
	}
	if len(f.Parents) > 1 {
		v.problem(f, "", "commit.merge", "an operation has one parent, and this commit has %d", len(f.Parents))
	}
	if m.String() != f.Message {
		v.problem(f, "", "operation.message", "its message is not one that gitmem writes")
	}
	for _, id := range append(slices.Clone(m.IDs), m.Operation) {
		if _, err := memfile.ParseID(string(id)); err != nil {
			v.problem(f, "", "operation.id", "%v", err)
			return
		}
	}
	if m.Operation.Kind() != memfile.KindOperation {
		v.problem(f, "", "operation.id", "%s is no id of an operation", m.Operation)
		return
	}
	if other, ok := v.operations[m.Operation]; ok {
		v.problem(f, "", "operation.twice", "operation %s has a commit already, %.12s", m.Operation, other)
		return
	}
	v.operations[m.Operation] = f.Hash.String()
	if _, ok := v.lineage.index[plumbing.NewHash(m.Commit)]; m.Commit != "" && !ok && v.report.Complete {
		v.problem(f, "", "operation.commit", "the operation names the commit %.12s, which is not in the history", m.Commit)
	}
}

// checkScope makes sure that the commit changes nothing but what it names.
func (v *verifier) checkScope(f seen) {
	for _, t := range f.changes {
		switch {
		case t.mode != 0 && !isFile(t.mode):
			v.problem(f, t.path, "commit.mode", "it is no plain file")
		case concerns(f.message, t.path):
		case watched(t.path):
			v.problem(f, t.path, "commit.unnamed", "the commit changes it, and the operation does not name it")
		default:
			v.problem(f, t.path, "commit.other", "the commit changes it, and it is no record of this operation")
		}
	}
}

func isFile(mode uint32) bool { return mode == gitdir.ModeFile || mode == gitdir.ModeExec }

// concerns is true for the paths that an operation may change.
func concerns(m memfile.Message, file string) bool {
	if slices.ContainsFunc(m.Paths, func(p memfile.PathChange) bool { return p.Path == file }) {
		return true
	}
	if watched(file) {
		return false
	}
	for _, extra := range operationWords[m.Op] {
		if file == extra || strings.HasSuffix(extra, "/") && strings.HasPrefix(file, extra) {
			return true
		}
	}
	folder, _, _ := strings.Cut(file, "/")
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return slices.Contains(recordFolders, folder) && slices.Contains(m.IDs, memfile.ID(name))
}
