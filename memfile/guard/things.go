package guard

import "strings"

// takeThing adds an address, path or file name that begins at the chunk at i,
// and gives the byte behind it; i if there is none.
func (s *splitter) takeThing(i int) int {
	end := i + len(s.text[i:])
	if n := strings.IndexAny(s.text[i:], " \n"); n >= 0 {
		end = i + n
	}
	start := i + len(s.text[i:end]) - len(strings.TrimLeft(s.text[i:end], "([{<\"'`*_“«"))
	last := start + len(strings.TrimRight(s.text[start:end], ".,;:!?)]}>\"'`*_”»…"))
	if start > i && strings.ContainsAny(s.text[i:start], "`\"“«'") || start == last {
		// A quotation mark before it must be seen; the chunk is taken behind it.
		return s.behindMarks(i, start, last)
	}
	return s.thingBetween(i, start, last)
}

func (s *splitter) behindMarks(i, start, last int) int {
	if start == last || thingOf(s.text[start:last]) == noThing {
		return i
	}
	for j, r := range s.text[i:start] {
		s.mark(r, i+j, len(string(r)))
	}
	return s.thingBetween(i, start, last)
}

func (s *splitter) thingBetween(i, start, last int) int {
	kind := thingOf(s.text[start:last])
	if kind == noThing {
		return i
	}
	s.add(word{text: s.text[start:last], at: start, thing: kind})
	return last
}

// thingOf tells addresses and paths from words.
func thingOf(chunk string) kindOfThing {
	if len(chunk) < 3 || !strings.ContainsAny(chunk, "./@~$") {
		return noThing
	}
	switch {
	case strings.Contains(chunk, "://"), strings.HasPrefix(chunk, "www."):
		return host
	case strings.HasPrefix(chunk, "~/"), strings.HasPrefix(chunk, "$home/"), strings.HasPrefix(chunk, "./"), strings.HasPrefix(chunk, "../"), strings.HasPrefix(chunk, "/") && strings.Count(chunk, "/") > 1:
		return file
	case chunk[0] == '.' && isAlnum(rune(chunk[1])) && strings.IndexByte(chunk[1:], '/') != 0:
		return file
	}
	if at := strings.LastIndexByte(chunk, '@'); at > 0 && domain(chunk[at+1:]) {
		return host
	}
	first, _, _ := strings.Cut(chunk, "/")
	if domain(first) {
		return host
	}
	if dot := strings.LastIndexByte(chunk, '.'); dot > 0 && fileEnding(chunk[dot+1:]) {
		return file
	}
	return noThing
}

// domain reports whether s is a host name under a top-level domain in common
// use, or an IPv4 address; a port may follow.
func domain(s string) bool {
	s, _, _ = strings.Cut(s, ":")
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return false
	}
	if strings.Count(s, ".") == 3 && strings.Trim(s, "0123456789.") == "" {
		return true
	}
	switch s[dot+1:] {
	case "com", "net", "org", "io", "dev", "app", "ai", "co", "me", "info", "biz", "xyz", "top", "site", "online", "cloud", "tech", "link",
		"example", "test", "invalid", "local", "internal", "onion", "uk", "de", "fr", "ru", "cn", "nl", "eu", "us", "in", "jp", "br", "ch",
		"su", "tk", "pw", "cc", "tv", "gg", "to", "ws", "live", "fun", "click", "host", "space", "store", "page", "run", "zip":
		return true
	}
	return false
}

func fileEnding(s string) bool {
	switch s {
	case "md", "mdc", "txt", "json", "jsonl", "jsonc", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "sh", "bash", "zsh", "py", "js", "ts",
		"tsx", "jsx", "mjs", "go", "rs", "rb", "java", "kt", "c", "h", "cpp", "cs", "php", "html", "htm", "css", "xml", "csv", "log", "sql",
		"pem", "key", "crt", "pub", "lock", "db", "sqlite", "pdf", "svg", "png", "jpg", "ipynb", "ps1", "bat", "exe", "bin", "dat", "bak":
		return true
	}
	return false
}
