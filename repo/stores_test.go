package repo

import (
	"context"
	"errors"
	"os"
	"testing"

	"gitmem/memfile"
)

func TestListAndFindStores(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	app, _, err := s.make("app", ProjectStore{})
	if err != nil {
		t.Fatal(err)
	}
	s.mkdir("plain")
	if _, _, err := s.make("plain", ProjectStore{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := MakeGlobal(context.Background(), Options{Env: s.Env}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.RegistryFile()); err != nil {
		t.Fatal(err)
	}
	list, err := ListStores(s.Env)
	if err != nil || len(list) != 3 || list[0].Name != "app" || list[1].Scope != memfile.ScopeGlobal || !list[2].Present {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, ref := range []string{string(app.ID), string(app.ID[:9]), app.Root} {
		if found, err := FindStore(ref, s.Env); err != nil || found.Root != app.Root {
			t.Errorf("%s: %+v, %v", ref, found, err)
		}
	}
	var many *AmbiguousStoreError
	if _, err := FindStore("g", s.Env); !errors.As(err, &many) || len(many.Stores) != 3 {
		t.Errorf("%v", err)
	}
	if _, err := FindStore("gffff", s.Env); !errors.Is(err, ErrNoStore) {
		t.Errorf("%v", err)
	}
}

func TestAttachACopyAndForget(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	app, _, err := s.make("app", ProjectStore{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(s.path("copy"), os.DirFS(s.path("app"))); err != nil {
		t.Fatal(err)
	}
	var claimed *ClaimedError
	if _, err := s.find("copy"); !errors.As(err, &claimed) {
		t.Fatalf("a copy finds the store of the first: %v", err)
	}
	copied, err := FindProject(s.path("copy"), s.Env)
	if err != nil {
		t.Fatal(err)
	}
	if err := AttachProject(copied, app, Options{Env: s.Env}); err != nil {
		t.Fatal(err)
	}
	for _, rel := range []string{"app", "copy"} {
		if found, err := s.find(rel); err != nil || found.ID != app.ID || found.Unrecorded {
			t.Errorf("%s: %+v, %v", rel, found, err)
		}
	}
	if err := ForgetStore(app.ID, copied, Options{Env: s.Env}); err != nil {
		t.Fatal(err)
	}
	for _, rel := range []string{"app", "copy"} {
		if _, err := s.find(rel); !errors.Is(err, ErrNoStore) {
			t.Errorf("%s: %v", rel, err)
		}
	}
	if _, err := os.Stat(app.Root); err != nil {
		t.Errorf("the files are gone: %v", err)
	}
}

func TestRecordProjectAfterARename(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	if _, _, err := s.make("app", ProjectStore{}); err != nil {
		t.Fatal(err)
	}
	s.rename("app", "renamed")
	found, err := s.find("renamed")
	if err != nil || !found.Unrecorded {
		t.Fatalf("%+v, %v", found, err)
	}
	if err := RecordProject(found, Options{Env: s.Env}); err != nil {
		t.Fatal(err)
	}
	if found, err = s.find("renamed"); err != nil || found.Unrecorded {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestTrustIsOfWhatWasShown(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	found, _, err := s.make("app", ProjectStore{Here: true})
	if err != nil {
		t.Fatal(err)
	}
	store, err := Open(found.Root, Options{Env: s.Env})
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]bool{}
	for _, change := range []struct{ path, text string }{
		{"MEMORY.md", "- One.\n"}, {"MEMORY.md", "- Two.\n"}, {"skills/x/SKILL.md", "x\n"}, {"skills/y/SKILL.md", "x\n"},
	} {
		s.write("app/.gitmem/"+change.path, change.text)
		shown, err := store.Offered()
		if err != nil {
			t.Fatal(err)
		}
		digests[DigestOffered(shown)] = true
	}
	if len(digests) != 4 {
		t.Errorf("%d digests of 4 contents", len(digests))
	}
	if err := os.Remove(s.RegistryFile()); err != nil {
		t.Fatal(err)
	}
	if again, err := s.find("app"); err != nil || !again.Foreign || again.Trusted != nil {
		t.Fatalf("%+v, %v", again, err)
	}
	if err := TrustStore(found, "sha256:0", store.Now(), Options{Env: s.Env}); err != nil {
		t.Fatal(err)
	}
	if again, err := s.find("app"); err != nil || !again.Foreign || again.Trusted == nil || again.Trusted.Digest != "sha256:0" {
		t.Errorf("%+v, %v", again, err)
	}
}
