package gitdir

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// objectFolders lists the own objects folder and the alternates.
func (d *Dir) objectFolders() []string {
	d.packs.mu.Lock()
	folders := d.packs.folders
	d.packs.mu.Unlock()
	if folders != nil {
		return folders
	}
	folders = alternates(filepath.Join(d.Common, "objects"))
	d.packs.mu.Lock()
	defer d.packs.mu.Unlock()
	d.packs.folders = folders
	return folders
}

// alternates follows objects/info/alternates as far as git does, each folder once. What cannot be read
// is passed over: an object that lies there is then reported as missing.
func alternates(own string) []string {
	folders, level := []string{own}, []string{own}
	for depth := 0; depth < 5 && len(level) > 0; depth++ {
		var next []string
		for _, folder := range level {
			for _, other := range alternatesOf(folder) {
				if !slices.Contains(folders, other) && len(folders) < 64 {
					folders, next = append(folders, other), append(next, other)
				}
			}
		}
		level = next
	}
	return folders
}

func alternatesOf(folder string) []string {
	data, err := os.ReadFile(filepath.Join(folder, "info", "alternates"))
	if err != nil {
		return nil
	}
	var found []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, `"`) {
			line, _ = strconv.Unquote(line)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		found = append(found, resolveFrom(folder, filepath.FromSlash(line)))
	}
	return found
}
