package setup_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gitmem/hooks/agent/setup"
)

func ExampleRequest_Plan() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	r := setup.Request{
		Agent: setup.Cursor, Scope: setup.User, Program: "gitmem",
		Places: setup.UsualPlaces(home, "", "", func(string) string { return "" }), Home: home, State: filepath.Join(home, "state"),
	}
	files, err := r.Plan() // nothing is written before Do
	for _, f := range files {
		fmt.Print(filepath.Base(f.Path), "\n", string(f.After))
	}
	fmt.Println(err)
	// Output:
	// mcp.json
	// {
	//   "mcpServers": {
	//     "gitmem": {
	//       "command": "gitmem",
	//       "args": [
	//         "mcp"
	//       ]
	//     }
	//   }
	// }
	// <nil>
}
