package settings

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// ownCommand is a command line that calls a hook of gitmem's, in any form that
// gitmem has written: by its name or by a path, in quotes or not. Agent and event
// belong to it, so that a command that only speaks of gitmem is not taken for one.
var ownCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s/\\"'&|;(])gitmem(?:\.exe)?["']?\s+hook\s+[a-z][a-z-]*\s+[A-Z]`)
})

// CallsHook tells whether a command line calls a hook of gitmem's.
func CallsHook(command string) bool { return ownCommand().MatchString(command) }

// startsServer tells whether a command and its arguments start gitmem's MCP
// server.
func startsServer(words []string) bool {
	if len(words) < 2 {
		return false
	}
	name := strings.TrimSuffix(path.Base(strings.ReplaceAll(words[0], `\`, "/")), ".exe")
	return name == "gitmem" && words[len(words)-1] == "mcp"
}

// serverWords are the command and the arguments of a server's entry, in each of
// the forms that agents have.
func serverWords(entry any) []string {
	m, _ := entry.(map[string]any)
	return append(words(m["command"]), words(m["args"])...)
}

func words(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, e := range v {
			list = append(list, words(e)...)
		}
		return list
	}
	return nil
}

// Mentions tells whether any text in a value calls a hook of gitmem's.
func Mentions(v any) bool {
	switch v := v.(type) {
	case string:
		return CallsHook(v)
	case []any:
		for _, e := range v {
			if Mentions(e) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if Mentions(e) {
				return true
			}
		}
	}
	return false
}
