package repo

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSave(t *testing.T) {
	e := newEngine(t)
	s := e.open(nil)
	text := func(t string) Bytes { return Of([]byte(t)) }
	for _, c := range []struct {
		name          string
		before, after Bytes
		stands, want  string
		conflict      bool
	}{
		{"absent", Bytes{}, text("- one\n"), "(absent)", "- one\n", false},
		{"there by now", Bytes{}, text("- two\n"), "- one\n", "- one\n", true},
		{"as it was", text("- one\n"), text("- two\n"), "- one\n", "- two\n", false},
		{"another by now", text("- one\n"), text("- three\n"), "- two\n", "- two\n", true},
		{"gone by now", text("- one\n"), text("- three\n"), "(absent)", "(absent)", true},
	} {
		if c.stands == "(absent)" {
			_ = os.Remove(filepath.Join(e.store, ResidentPath))
		} else {
			e.save(ResidentPath, c.stands)
		}
		err := s.Save(ResidentPath, c.before, c.after)
		if errors.As(err, new(*ConflictError)) != c.conflict || err != nil && !c.conflict || e.read(ResidentPath) != c.want {
			t.Errorf("%s: %v; the file is %q", c.name, err, e.read(ResidentPath))
		}
		if left, err := os.Stat(filepath.Join(s.Git.Private(), "saved")); err == nil {
			t.Errorf("%s: %s is left", c.name, left.Name())
		}
	}
}

// Whoever saves between the look and the exchange keeps what they saved.
func TestSaveMeetsAnotherSave(t *testing.T) {
	e := newEngine(t)
	e.save(ResidentPath, "- one\n")
	if err := os.Chmod(filepath.Join(e.store, ResidentPath), 0o600); err != nil {
		t.Fatal(err)
	}
	beside := ""
	s := e.open(func(step, _ string) error {
		if step == "save.exchange" && beside != "" {
			e.save(ResidentPath, beside)
			beside = ""
		}
		return nil
	})
	beside = "- saved beside\n"
	if err := s.Save(ResidentPath, Of([]byte("- one\n")), Of([]byte("- typed\n"))); !errors.As(err, new(*ConflictError)) {
		t.Errorf("error %v", err)
	}
	if e.read(ResidentPath) != "- saved beside\n" {
		t.Errorf("the file is %q", e.read(ResidentPath))
	}
	if _, err := os.Stat(filepath.Join(s.Git.Private(), "saved")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stage is left: %v", err)
	}
	if err := s.Save(ResidentPath, Of([]byte("- saved beside\n")), Of([]byte("- typed\n"))); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(e.store, ResidentPath))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
