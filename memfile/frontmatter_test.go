package memfile

import (
	"errors"
	"strings"
	"testing"
)

const skillText = "---\nname: deploy\ndescription: |\n  Ship it.\n  ---\n  Then look.\n---\n# Deploy\n\nDo it.\n"

func TestK03LineEndsOfASkill(t *testing.T) {
	crlf := strings.ReplaceAll(skillText, "\n", "\r\n")
	for name, text := range map[string]string{
		"LF": skillText, "CRLF": crlf, "mark and LF": "\uFEFF" + skillText, "mark and CRLF": "\uFEFF" + crlf,
		"spaces behind the fences": strings.Replace(strings.Replace(skillText, "---\nname", "--- \t\nname", 1), "---\n# D", "---  \n# D", 1),
	} {
		f, err := ParseFrontMatter("SKILL.md", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		skill, _, _ := f.Text("name")
		description, _, _ := f.Text("description")
		if skill != "deploy" || description != "Ship it.\n---\nThen look.\n" || f.Body() != "# Deploy\n\nDo it.\n" || string(f.Bytes()) != text {
			t.Errorf("%s: %q %q %q", name, skill, description, f.Body())
		}
	}
	f, err := ParseFrontMatter("SKILL.md", []byte("---\nname: deploy\n---"))
	if err != nil || f.Body() != "" {
		t.Errorf("a fence at the end of the file: %v", err)
	}
	_, err = ParseFrontMatter("SKILL.md", []byte(strings.Replace(skillText, "---\n# D", "---\r# D", 1)))
	if err == nil || err.Error() != "SKILL.md:7:4: a line that ends in CR alone" {
		t.Errorf("CR alone: %v", err)
	}
}

func TestTextOfFrontMatter(t *testing.T) {
	f, err := ParseFrontMatter("S", []byte("---\na: 007\nb: null\nc: [x]\nd: on\ne: 1.10\nf: true\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "c", "e", "f"} {
		if _, ok, fault := f.Text(key); !ok || fault == nil || !strings.HasPrefix(fault.Message, key+" ") {
			t.Errorf("%s: %v", key, fault)
		}
	}
	if s, ok, fault := f.Text("d"); s != "on" || !ok || fault != nil {
		t.Errorf("d: %q %v", s, fault)
	}
	if _, ok, fault := f.Text("z"); ok || fault != nil {
		t.Errorf("z: %v", fault)
	}
	if got := strings.Join(f.Keys(), ""); got != "abcdef" {
		t.Errorf("keys %s", got)
	}
}

// TestBombs gives what makes a parser run for long or out of stack; each must be refused.
func TestBombs(t *testing.T) {
	deep := strings.Repeat
	for name, yaml := range map[string]string{
		"brackets":             "a: " + deep("[", 100_000),
		"brackets over lines":  "a:\n" + deep(" [\n", 50_000),
		"closed brackets":      "a: " + deep("[", 100_000) + deep("]", 100_000),
		"braces":               "a: " + deep("{a: ", 50_000),
		"dashes":               deep("- ", 100_000) + "a",
		"question marks":       deep("? ", 100_000) + "a",
		"behind a false block": "a: [\"b: |\n  \", " + deep("[", 100_000),
		"behind a quoted line": "a: [\"\n  b: |\n   \", " + deep("[", 100_000),
		"laughs":               "a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
		"keys":                 deep("a: |\n", 40_000),
		"size":                 "a: |\n  " + deep("x", 300<<10),
		"steps": func() string {
			var b strings.Builder
			for i := range 600 {
				b.WriteString(deep(" ", i) + "a:\n")
			}
			return b.String()
		}(),
	} {
		_, err := ParseFrontMatter("S", []byte("---\n"+yaml+"\n---\n"))
		var faults Faults
		if !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
	text := "---\na: |\n  " + deep("[", 1000) + "\nb: \"" + deep("x", 1000) + "\"\nc: " + deep("[", 20) + deep("]", 20) + "\n---\n"
	if _, err := ParseFrontMatter("S", []byte(text)); err != nil {
		t.Errorf("brackets in a text: %v", err)
	}
}

func TestFaultOfFrontMatter(t *testing.T) {
	f, err := ParseFrontMatter("S", []byte("---\na: é\nb:  x\n---\nbody\n"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"b": "S:3:5: m", "body": "S:5:1: m", "z": "S:1:1: m"} {
		if got := f.Fault(key, "r", "m", "").Error(); got != want {
			t.Errorf("%s: %s", key, got)
		}
	}
}
