package settings

// Values are what a JSON or TOML file holds, as encoding/json reads it; nil of an
// empty one.
func Values(path string, data []byte, form Form) (map[string]any, error) {
	e, err := open(path, data, form)
	if err != nil {
		return nil, err
	}
	switch f := e.(type) {
	case *tomlFile:
		return f.values, nil
	case *jsonFile:
		m, _ := plain(f.at()).(map[string]any)
		return m, nil
	}
	return nil, nil
}

// Serves tells whether an entry of a file starts gitmem's MCP server.
func Serves(entry any) bool { return startsServer(serverWords(entry)) }
