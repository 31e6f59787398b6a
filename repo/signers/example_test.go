package signers_test

import (
	"errors"
	"fmt"
	"time"

	"gitmem/repo/signers"
)

// A file says whose key may sign what. A commit without an ssh signature is
// told apart from one with a signature that does not count.
func Example() {
	list, err := signers.Parse("signers", []byte(
		`ada@example.org namespaces="git" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4914nQcfnQcxkDI1k36+HlTNUfKZY41ulJ1gzpRv`+"\n",
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, err = list.Check(signers.Signed{Payload: []byte("tree …"), Principal: "ada@example.org", At: time.Now()})
	fmt.Println(errors.Is(err, signers.ErrNone), err)
	// Output: true it carries no ssh signature
}
