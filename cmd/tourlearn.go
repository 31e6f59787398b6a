package cmd

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gitmem/candidates/model"
	"gitmem/memfile"
)

// What the tour learns from: a transcript, and what a model answered to the
// request that gitmem makes of it. TestTourCassette records it, from a server
// that says what answer.json holds.
var (
	//go:embed tourdata/session.jsonl
	tourTranscript string
	//go:embed tourdata/cassette.jsonl
	tourCassette []byte
)

// tourModel answers what the tour asks, without a connection.
func (a *app) tourModel() (model.Provider, error) {
	if a.Model != nil {
		return a.Model, nil
	}
	return model.Replay(bytes.NewReader(tourCassette))
}

// read leaves a transcript where Claude Code keeps its own, and reads it.
func (t *tourist) read() error {
	cwd, err := json.Marshal(t.streams.Dir)
	if err != nil {
		return err
	}
	now := time.Now
	if t.streams.Now != nil {
		now = t.streams.Now
	}
	text := strings.NewReplacer("{{cwd}}", string(cwd), "{{now}}", now().UTC().Format(time.RFC3339)).Replace(tourTranscript)
	folder := filepath.Join(t.streams.Env.Home, ".claude", "projects", nameOfFolder.ReplaceAllString(t.streams.Dir, "-"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "a4c1.jsonl"), []byte(text), 0o600); err != nil {
		return err
	}
	return t.gitmem("session", "import")
}

// nameOfFolder finds what Claude Code writes as a dash in the names of its
// folders.
var nameOfFolder = regexp.MustCompile(`[^A-Za-z0-9]`)

// learn asks the recorded model.
func (t *tourist) learn() error {
	if err := t.gitmem("config", "set", "learning.extractor_model", "recording/tour", "--yes"); err != nil {
		return err
	}
	var out bytes.Buffer
	err := t.show(&out, exitDone, []string{"reflect", "turn"})
	if err != nil {
		return err
	}
	made := map[byte][]string{}
	for _, word := range strings.Fields(out.String()) {
		if id, err := memfile.ParseID(word); err == nil {
			made[id.Kind()] = append(made[id.Kind()], word)
		}
	}
	if len(made[memfile.KindJob]) == 0 || len(made[memfile.KindExperience]) != 2 || len(made[memfile.KindCandidate]) != 1 {
		return errors.New("the recording taught something else")
	}
	t.job, t.unproved, t.proposed = made[memfile.KindJob][0], made[memfile.KindExperience][1], made[memfile.KindCandidate][0]
	return nil
}

// settlement shows the one commit, and of what was kept the lines before the
// request itself.
func (t *tourist) settlement() error {
	if err := t.git("log", "-1", "--stat", "--format=%an: %s"); err != nil {
		return err
	}
	const lines = 6
	var out bytes.Buffer
	t.prompt(fmt.Sprintf("gitmem jobs show %s | head -n %d", t.job, lines))
	if code := t.call(&out, "jobs", "show", t.job); code != exitDone {
		return errors.New(out.String())
	}
	all := strings.SplitAfter(out.String(), "\n")
	_, err := io.WriteString(t.indented(), strings.Join(all[:min(lines, len(all))], ""))
	return err
}
