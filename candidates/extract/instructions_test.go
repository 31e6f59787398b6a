package extract

import (
	"encoding/json"
	"strings"
	"testing"
)

// A version is pinned, since each new one makes all turns new: a turn is sent
// once by each. When this fails because the instructions or the schema were
// changed on purpose, write down the version that the test prints. When the form of the
// replayed turn was changed (replay.go, request.go, veil.go), raise `generation`
// first: no digest covers it.
func TestVersion(t *testing.T) {
	const pinned = "gitmem-extractor/1.dd5de51f"
	if got := Version(); got != pinned {
		t.Errorf("the version is %s, pinned is %s", got, pinned)
	}
	for name, other := range map[string]string{
		"instructions": versionOf(Instructions+" ", Schema()),
		"schema":       versionOf(Instructions, append(Schema(), ' ')),
		"the border":   versionOf(Instructions+"\x00", Schema()[1:]),
	} {
		if other == Version() {
			t.Errorf("%s: the version is the same", name)
		}
	}
}

// The strict forms of providers want each property required and no other.
func TestSchemaIsStrict(t *testing.T) {
	var root any
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	var look func(at string, v any)
	look = func(at string, v any) {
		node, ok := v.(map[string]any)
		if !ok {
			return
		}
		if node["type"] == "object" {
			properties := node["properties"].(map[string]any)
			required, _ := node["required"].([]any)
			if node["additionalProperties"] != false || len(required) != len(properties) {
				t.Errorf("%s is not strict", at)
			}
			for name, p := range properties {
				look(at+"."+name, p)
			}
		}
		look(at+"[]", node["items"])
	}
	look("", root)
}

// The instructions name what the request holds and what the schema asks for.
func TestInstructionsNameEverything(t *testing.T) {
	for _, word := range []string{
		"`turn`", "`feedback`", "`memory`", "`experiences`", "`memories`", "`typed`", "[removed: …]", "[… N bytes cut …]",
		"outcome", "problem", "unresolved_issue", "user_correction", "explicit_feedback", "procedure", "`replace`", "`remove`", "`locator`", "data",
	} {
		if !strings.Contains(Instructions, word) {
			t.Errorf("%s is not in them", word)
		}
	}
}
