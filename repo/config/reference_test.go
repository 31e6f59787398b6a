package config

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write docs/settings.md")

const referencePath = "../../docs/settings.md"

func TestReference(t *testing.T) {
	if *update {
		if err := os.WriteFile(referencePath, []byte(Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(referencePath)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Reference() {
		t.Errorf("%s is not what the table says; run go test ./repo/config -run TestReference -update", referencePath)
	}
}
