package guard

import "strings"

// imports finds @paths that a client would open and read into its prompt.
// Code is left alone, as clients do. Addresses, mentions of people and names
// of packages are no paths: see importPath.
func (d *document) imports() []find {
	text := d.plain.Text
	var finds []find
	for at := strings.IndexByte(text, '@'); at >= 0; {
		if path := pathBehind(text, at); importPath(path) && opensWord(text, at) {
			if _, code := d.codeAt(at); !code {
				finds = append(finds, find{
					at: d.plain.Offset(at), rule: "import.path", class: Import,
					message: "an @path, which agents open and read into the prompt",
					hint:    "write it in backticks, or name the file without the @",
				})
			}
		}
		next := strings.IndexByte(text[at+1:], '@')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return finds
}

// opensWord: an @ inside a word belongs to an address or a version.
func opensWord(text string, at int) bool {
	return at == 0 || strings.IndexByte(" \t\n([{<\"'*_:,;|>-", text[at-1]) >= 0
}

func pathBehind(text string, at int) string {
	rest := text[at+1:]
	if end := strings.IndexAny(rest, " \t\r\n`\"'<>|()[]{}*"); end >= 0 {
		rest = rest[:end]
	}
	return strings.TrimRight(rest, ".,;:!?")
}

// importPath tells what a client would open from @team and @scope/package: a
// path from the root, from home or with dots, a hidden file, a name with the
// ending of a file, or one of the names that such files have without an ending.
func importPath(path string) bool {
	switch {
	case path == "":
		return false
	case path[0] == '/' || path[0] == '~':
		return len(path) > 1
	case path[0] == '.':
		return len(path) > 2
	case len(path) > 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/'):
		return true
	case strings.Contains(path, "/../") || strings.Contains(path, "/."):
		return true
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && fileEnding(strings.ToLower(name[dot+1:])) {
		return !packageName(path)
	}
	switch name {
	case "README", "LICENSE", "CHANGELOG", "CONTRIBUTING", "AGENTS", "CLAUDE", "GEMINI", "MEMORY", "Makefile", "Dockerfile", "Justfile":
		return true
	}
	return false
}

// packageName: a scoped package may be called @scope/name.js.
func packageName(path string) bool {
	_, name, scoped := strings.Cut(path, "/")
	return scoped && !strings.Contains(name, "/") && (strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".io"))
}
