package corpus

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"gitmem/memfile/guard"
)

// Texts are the results for the list of attacks and harmless sentences.
type Texts struct {
	Attacks, Caught  int
	Harmless, Passed int
	Missed           []string // attacks that passed
	Alarms           []Alarm  // harmless sentences that did not; File is the text
}

// Alarm is a finding in a text that has nothing to be found.
type Alarm struct {
	File string
	guard.Finding
}

const textsFile = "scanner/injection_scanner_cases.json"

// scan is the strictest scan: of text that a model wants in a prompt.
func scan(text string) []guard.Finding {
	return guard.Scan(text, guard.Resident, guard.Options{Actor: "reflection"})
}

func measureTexts(fsys fs.FS) (Texts, error) {
	data, err := fs.ReadFile(fsys, textsFile)
	if err != nil {
		return Texts{}, err
	}
	var list struct{ Safe, Blocked []string }
	if err := json.Unmarshal(data, &list); err != nil {
		return Texts{}, fmt.Errorf("%s: %w", textsFile, err)
	}
	t := Texts{Attacks: len(list.Blocked), Harmless: len(list.Safe)}
	for _, text := range list.Blocked {
		if len(scan(text)) > 0 {
			t.Caught++
		} else {
			t.Missed = append(t.Missed, text)
		}
	}
	for _, text := range list.Safe {
		findings := scan(text)
		if len(findings) == 0 {
			t.Passed++
		}
		for _, f := range findings {
			t.Alarms = append(t.Alarms, Alarm{text, f})
		}
	}
	return t, nil
}

// Files are the results for the harmless files.
type Files struct {
	Scanned int
	// Alarms by class, in the order of the files.
	Alarms map[guard.Class][]Alarm
}

// Flagged is the number of files with an alarm of one of the classes.
func (f Files) Flagged(classes ...guard.Class) int {
	seen := map[string]bool{}
	for _, c := range classes {
		for _, a := range f.Alarms[c] {
			seen[a.File] = true
		}
	}
	return len(seen)
}

// attackFolder holds fixtures that are meant to be flagged.
const attackFolder = "SkillSpector"

func measureFiles(fsys fs.FS) (Files, error) {
	result := Files{Alarms: map[guard.Class][]Alarm{}}
	for _, root := range []string{"memory-files", "skills"} {
		err := fs.WalkDir(fsys, root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && strings.Contains(path.Base(name), attackFolder) {
				return fs.SkipDir
			}
			if entry.IsDir() {
				return nil
			}
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			result.Scanned++
			for _, f := range scan(string(data)) {
				result.Alarms[f.Class] = append(result.Alarms[f.Class], Alarm{name, f})
			}
			return nil
		})
		if err != nil {
			return result, err
		}
	}
	return result, nil
}
