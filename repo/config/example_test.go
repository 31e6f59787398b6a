package config_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gitmem/repo/config"
)

func ExampleLoad() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	file := filepath.Join(home, ".config", "gitmem", "config.yaml")
	if err := config.Set(file, "memory.promotion", "high_confidence"); err != nil {
		fmt.Println(err)
	}
	settings, err := config.Load(config.Sources{
		UserFile:    file,
		AccountHome: home,
		StoreFile:   "store.yaml",
		StoreData:   []byte("settings:\n  memory: {project_char_limit: 2500}\n"),
		Env:         []string{"GITMEM_MEMORY_PENDING_DAYS=14", "GITMEM_MEMORY_PROMOTION=automatic"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := settings.Memory
	fmt.Println(m.Promotion, m.ProjectCharLimit, m.PendingDays, len(settings.Notes()))
	// Output: high_confidence 2500 14 1
}

func ExampleSafety() {
	for _, key := range []string{"memory.promotion", "memory.pending_days"} {
		fmt.Println(key, config.Safety(key))
	}
	// Output:
	// memory.promotion true
	// memory.pending_days false
}
