package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/goccy/go-yaml"
)

// skillFolder has the collection whose names and descriptions are all good.
const skillFolder = "skills/wshobson+agents"

// skills gives a set in which the question is the description of a skill
// without its name, and the record is the name and the body of the skill, not
// the description.
func skills(data string) (set, error) {
	p := pool{name: "all"}
	err := fs.WalkDir(os.DirFS(data), skillFolder, func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "SKILL.md" {
			return err
		}
		content, err := os.ReadFile(data + "/" + name)
		if err != nil {
			return err
		}
		head, body, ok := strings.Cut(strings.TrimPrefix(string(content), "---\n"), "\n---\n")
		if !ok {
			return fmt.Errorf("%s: no front matter", name)
		}
		var says struct{ Name, Description string }
		if err := yaml.Unmarshal([]byte(head), &says); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		id := strings.TrimPrefix(path.Dir(name), skillFolder+"/")
		p.records = append(p.records, record{ID: id, Title: says.Name, Text: body})
		asks := strings.ReplaceAll(says.Description, says.Name, "")
		p.questions = append(p.questions, question{ID: id, Text: asks, Relevant: []string{id}})
		return nil
	})
	return set{"skills", []pool{p}}, err
}
