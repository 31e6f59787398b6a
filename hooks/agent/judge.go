package agent

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// Guarded is what no tool of an agent is to touch.
type Guarded struct {
	Stores    []string   // folders, as they are spelled in more than one way
	Deciding  [][]string // commands of gitmem that only a person may run, in words
	Cwd, Home string     // by which relative paths are understood
	// Calls are the words of each program that a shell command runs.
	Calls func(command string) [][]string
}

// Judge says why a call of a tool is denied, "" for one that is not: its input
// names the folder of a store, or a deciding command of gitmem. It reads words
// and runs nothing. What it lets pass is still refused where it decides, and
// shown where it edits; it is there to tell an agent early, and how to do it
// right.
func (g Guarded) Judge(in Input) string {
	for _, text := range texts(in.ToolInput) {
		if g.namesStore(text) {
			return "this is the folder of gitmem, which people edit; propose a change with the tool memory_propose, or with `gitmem propose`"
		}
	}
	if command := commandOf(in.ToolInput); command != "" && g.decides(command) {
		return "only a person decides what is remembered; propose with the tool memory_propose, or with `gitmem propose`, and leave the decision to them"
	}
	return ""
}

// texts are all texts in the input of a tool, however deep, but those that a
// file gets as its content: who writes about a folder does not touch it.
func texts(raw string) []string {
	var value any
	if json.Unmarshal([]byte(raw), &value) != nil {
		return nil
	}
	var all []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for key, one := range v {
				if !slices.Contains(contents, key) {
					walk(one)
				}
			}
		}
	}
	walk(value)
	return all
}

// contents are the keys under which tools get what they write.
var contents = []string{"content", "new_string", "old_string", "new_source", "description", "prompt"}

// namesStore reports a text that holds the path of a store, or of a file in one.
func (g Guarded) namesStore(text string) bool {
	text = strings.ReplaceAll(filepath.ToSlash(text), "//", "/")
	for _, folder := range g.Stores {
		for _, spelled := range g.spellings(filepath.ToSlash(folder)) {
			if mentions(text, spelled) {
				return true
			}
		}
	}
	return false
}

// spellings are the ways in which a folder is written from here.
func (g Guarded) spellings(folder string) []string {
	all := []string{folder}
	if home := filepath.ToSlash(g.Home); home != "" {
		if rest, ok := strings.CutPrefix(folder, home+"/"); ok {
			all = append(all, "~/"+rest, "$HOME/"+rest, "${HOME}/"+rest)
		}
	}
	if cwd := filepath.ToSlash(g.Cwd); cwd != "" {
		if rest, err := filepath.Rel(cwd, folder); err == nil && !strings.HasPrefix(rest, "..") {
			all = append(all, filepath.ToSlash(rest))
		}
	}
	return all
}

// mentions reports a path as a whole: what stands before and behind it is no
// part of a longer name.
func mentions(text, path string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], path)
		if i < 0 {
			return false
		}
		begin, end := at+i, at+i+len(path)
		if !joins(text[:begin], true) && !joins(text[end:], false) {
			return true
		}
		at = begin + 1
	}
}

// joins reports whether a text goes on with a name at its end, or its beginning.
func joins(text string, atEnd bool) bool {
	if text == "" {
		return false
	}
	r := []rune(text)
	c := r[0]
	if atEnd {
		c = r[len(r)-1]
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-' || c == '.' && !atEnd && len(r) > 1 && unicode.IsLetter(r[1])
}

// commandOf is the shell command in the input of a tool; Codex gives words.
func commandOf(raw string) string {
	var in struct {
		Command json.RawMessage `json:"command"`
		Cmd     json.RawMessage `json:"cmd"`
	}
	if json.Unmarshal([]byte(raw), &in) != nil {
		return ""
	}
	for _, one := range []json.RawMessage{in.Command, in.Cmd} {
		var line string
		var words []string
		switch {
		case json.Unmarshal(one, &line) == nil && line != "":
			return line
		case json.Unmarshal(one, &words) == nil && len(words) > 0:
			return words[len(words)-1] // behind the shell and its -c
		}
	}
	return ""
}

// before are programs that run what follows them.
var before = []string{"sudo", "env", "command", "exec", "nohup", "time", "timeout", "xargs", "nice", "builtin", "setsid", "stdbuf"}

// decides reports a command that runs a deciding command of gitmem.
func (g Guarded) decides(command string) bool {
	return slices.ContainsFunc(g.Calls(command), func(words []string) bool {
		named := verbs(ofGitmem(words))
		return slices.ContainsFunc(g.Deciding, func(deciding []string) bool {
			return len(named) >= len(deciding) && slices.Equal(named[:len(deciding)], deciding)
		})
	})
}

// ofGitmem are the words that gitmem gets by a call, run directly or by a
// program that runs another one.
func ofGitmem(words []string) []string {
	for i, w := range words {
		if strings.TrimSuffix(filepath.Base(w), ".exe") == "gitmem" {
			return words[i+1:]
		}
		if i == 0 && !slices.Contains(before, filepath.Base(w)) {
			return nil
		}
	}
	return nil
}

// verbs are the words of a command of gitmem without its options; two of these
// take a word of their own.
func verbs(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--store" || w == "--agent":
			i++
		case !strings.HasPrefix(w, "-"):
			out = append(out, w)
		}
	}
	return out
}
