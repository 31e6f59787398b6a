package repo

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// rewritten is what becomes of one commit when a history is forged.
type rewritten struct {
	tree, message string
	drop          bool
}

// rewrite makes the whole history anew, oldest first, as somebody would who
// wants to hide something; forge changes what it wants of each commit.
func (j *journal) rewrite(forge func(n int, r *rewritten)) {
	j.Helper()
	parent := ""
	for n, commit := range strings.Fields(j.git("rev-list", "--reverse", "HEAD")) {
		r := rewritten{tree: j.git("rev-parse", commit+"^{tree}"), message: j.git("show", "-s", "--format=%B", commit)}
		forge(n, &r)
		if r.drop {
			continue
		}
		args := []string{"commit-tree", r.tree, "-m", strings.TrimRight(r.message, "\n")}
		if parent != "" {
			args = append(args, "-p", parent)
		}
		parent = j.git(args...)
	}
	j.git("reset", "-q", "--hard", parent)
}

// withFile is a tree with one file changed; an empty text takes it away.
func (j *journal) withFile(tree, file, text string) string {
	j.Helper()
	j.git("read-tree", tree)
	if text == "" {
		j.git("rm", "-q", "--cached", file)
	} else {
		path := "../forged"
		j.save(path, text)
		j.git("update-index", "--add", "--cacheinfo", "100644,"+j.git("hash-object", "-w", path)+","+file)
	}
	forged := j.git("write-tree")
	j.git("read-tree", "HEAD")
	return forged
}

// gitWith runs git with something on its input.
func (j *journal) gitWith(input string, args ...string) {
	j.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = j.store, strings.NewReader(input)
	cmd.Env = []string{"HOME=" + j.path("home"), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		j.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// lose takes an object away as a broken disk would.
func (j *journal) lose(blob string) {
	j.Helper()
	packs, _ := filepath.Glob(filepath.Join(j.store, ".git/objects/pack/*.pack"))
	for _, pack := range packs {
		data, err := os.ReadFile(pack)
		if err != nil {
			j.Fatal(err)
		}
		os.Remove(pack)
		os.Remove(strings.TrimSuffix(pack, ".pack") + ".idx")
		j.gitWith(string(data), "unpack-objects", "-q")
	}
	if err := os.Remove(filepath.Join(j.store, ".git/objects", blob[:2], blob[2:])); err != nil {
		j.Fatal(err)
	}
}
