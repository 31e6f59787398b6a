package cmd

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.runVersion() },
	}
}

// built is what version prints.
type built struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) runVersion() error {
	b := readBuilt()
	if a.asJSON() {
		return a.printJSON(b)
	}
	line := "gitmem " + b.Version
	if b.Revision != "" {
		line += " (" + b.Revision + ")"
	}
	a.say("%s, %s, %s", line, b.Go, b.Platform)
	return nil
}

func readBuilt() built {
	b := built{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			b.Revision = s.Value[:12]
		}
	}
	return b
}
