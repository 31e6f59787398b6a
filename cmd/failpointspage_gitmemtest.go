//go:build gitmemtest && unix

package cmd

import (
	"fmt"
	"strings"
)

// failpoints names every step that a Probe is asked before.
var failpoints = []struct{ name, step string }{
	{"op.objects", "the pack of an operation's objects takes its place"},
	{"op.ref", "the reference that pins the operation takes its place: from here on it was begun"},
	{"op.locks", "git's locks are about to be taken"},
	{"op.exchange", "the deciding file, or a record, is exchanged with what is staged"},
	{"op.create", "a new file takes its place"},
	{"op.remove", "a file is moved into the stage"},
	{"op.replaced", "the deciding file is replaced, the records are not"},
	{"op.records", "all files are replaced"},
	{"op.back", "what a person saved at this moment is put back"},
	{"op.seal", "the new index gets its checksum"},
	{"op.index", "the new index takes its place"},
	{"op.branch", "the branch takes its new value: from here on it is done"},
	{"op.done", "it is done, and nothing is tidied up"},
	{"op.stage", "the folder of a stage is put to use again"},
	{"op.retire", "what was displaced is kept until the next operation"},
	{"op.discard", "what an earlier operation displaced is deleted"},
	{"recover.back", "recovery puts a file back"},
	{"save.create", "a file that an editor saved is written"},
	{"ref.unlink", "a reference is deleted"},
	{"refs.packed", "packed-refs is written without a reference"},
	{"pack.publish", "a joined pack takes its place"},
	{"pack.write", "packs are joined"},
	{"pack.unlink", "a joined pack's parts are deleted"},
	{"pack.clear", "the note of a joining is deleted"},
	{"owner", "the file that all locks are links of is made"},
	{"lock", "a lock of git is taken"},
	{"unlock", "a lock of git is released"},
	{"write", "a file of the stage is written"},
	{"mkdir", "a folder is made"},
	{"sync", "files or folders are brought to the disk"},
	{"doctor", "the doctor tries the disk"},
	{"index.lock", "the lock of those that write the index is taken"},
	{"index.copy", "the newest generation of the index is copied"},
	{"index.change", "the copy is brought up to date"},
	{"index.build", "an index is built from the files"},
	{"index.manifest", "what the index was made of is written down"},
	{"index.marker", "the new generation is marked as whole"},
	{"index.publish", "the new generation takes its place"},
	{"index.sweep", "the former generations are deleted"},
	{"index.beside", "an index is made beside one that cannot be written"},
	{"receipt.open", "the day's file of receipts is opened"},
	{"receipt.write", "a receipt is written, before its context is printed"},
	{"session.folder", "the folder of the sessions is made"},
	{"session.known", "what a session holds already is read"},
	{"session.remove", "a file of a session is deleted"},
	{"session.note", "a transcript is noted for reading"},
	{"session.append", "messages are added to a session"},
	{"session.write", "a file of a session is written beside its place"},
	{"session.rename", "it takes its place"},
	{"queue.folder", "the folder of the queue is made"},
	{"queue.clean", "what a new job was written to is deleted"},
	{"queue.sync", "the folder of the queue is brought to the disk"},
	{"queue.sweep", "what a killed process left in the queue is deleted"},
	{"queue.write", "a job is written beside its place"},
	{"queue.link", "a new job gets its name"},
	{"queue.rename", "a job's next state takes its place"},
	{"queue.remove", "a settled job leaves the queue"},
	{"requests.save", "a request, or what came back, is kept"},
	{"requests.drop", "what was kept of a session is deleted"},
	{"any", "any of them"},
}

func failpointsPage() string {
	var b strings.Builder
	b.WriteString("GITMEM_FAILPOINT=NAME[:N] kills this test build with SIGKILL at the N-th passage of a step:\n\n")
	for _, f := range failpoints {
		fmt.Fprintf(&b, "  %-14s  %s\n", f.name, f.step)
	}
	b.WriteString("\nGITMEM_FAILPOINT_LOG=FILE writes down the passages. GITMEM_NOW and GITMEM_SEED pin the time and the ids.")
	return b.String()
}
