package settings_test

import (
	"fmt"

	"gitmem/hooks/agent/settings"
)

func ExampleInstall() {
	file := []byte("{\n    // mine\n    \"model\": \"opus\", // the best\n}\n")
	wish := settings.Wish{Form: settings.JSON, Deny: []string{"Read(~/.local/share/gitmem/**)"}}
	change, err := settings.Install("settings.json", file, wish)
	fmt.Print(string(change.After), err, "\n")
	back, _ := settings.Apply(change.After, change.Undo)
	fmt.Println(string(back) == string(file))
	// Output:
	// {
	//     // mine
	//     "model": "opus", // the best
	//     "permissions": {
	//         "deny": [
	//             "Read(~/.local/share/gitmem/**)"
	//         ]
	//     },
	// }
	// <nil>
	// true
}
