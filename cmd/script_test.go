package cmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the stories below testdata/script: one for each command, and
// one for each fault that must be impossible. Besides the commands of
// testscript a story knows:
//
//	project NAME            makes a git repository with a store, goes there, and sets STORE
//	exits CODE PROGRAM …    runs a program that must end with this exit code
//	id NAME [N]             sets NAME to the N-th candidate id (from 1) of the last stdout
//	eid NAME [N]            the same for the id of an experience
//	take NAME               sets NAME to the last stdout without its final line end
//	field NAME PATH         sets NAME to a value of the last stdout, which is JSON: id, entries.0.text, …
//	is A B                  fails unless both words are the same
//	lines FILE N            fails unless a file, stdout or stderr has N lines
//	write FILE TEXT         writes a file; \n, \t, \x and \u in TEXT are understood
//	append FILE TEXT        the same at the end of a file
//	swap FILE OLD NEW       replaces a text that stands in a file; the escapes of write are understood
//	encode FORM FILE        saves a file as an editor of Windows would: notepad (BOM, CRLF, no last line end) or utf-16
//	repeat NAME TEXT N      sets NAME to N times TEXT
//	token NAME SEED N       sets NAME to the first N hex digits of the SHA-256 of SEED, for made-up secrets
//	same before FILE…       notes the bytes of files; same after FILE… fails unless they are the same again
//	model …                 a server on this machine that speaks as a model's provider does: see modelServer
//	hold reading|writing    starts a process that holds the index of STORE, and sets HOLDER to its process id
//	nowhere TEXT            fails if an object that a reference or reflog of STORE reaches, or a reflog, holds TEXT
//
// The conditions gitmemtest and root say how and by whom the tests are run.
func TestScript(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the stories need git, which is not in PATH")
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			vars, err := surroundings(e.WorkDir)
			for name, value := range vars {
				e.Setenv(name, value)
			}
			e.Values[notedKey{}] = map[string]string{}
			e.Values[servedKey{}] = new(*served)
			return err
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "gitmemtest":
				return testBuild, nil
			case "root":
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"project": project, "exits": exits, "id": candidateID, "eid": experienceID, "take": take, "field": field, "is": is, "lines": lines,
			"write": write, "append": appendTo, "swap": swap, "encode": encode, "repeat": repeat, "token": token, "same": same, "nowhere": nowhere, "hold": hold,
			"model": modelServer,
		},
		RequireUniqueNames: true,
	})
}
