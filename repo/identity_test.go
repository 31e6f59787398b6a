package repo

import (
	"errors"
	"testing"

	"gitmem/memfile"
)

// person reads the identity of a store's git directory below the data home.
func (s *surroundings) person(config string) (Identity, error) {
	s.Helper()
	git := s.DataHome + "/gitmem/projects/x-" + string(idA) + "/.git"
	if rel, ok := relative(s.root, git); ok {
		s.write(rel+"/config", config)
	}
	return ReadIdentity(git, s.Env)
}

func relative(root, path string) (string, bool) {
	if !isBelow(root, path) {
		return "", false
	}
	return path[len(root)+1:], true
}

func (s *surroundings) wantPerson(config string, want Person) {
	s.Helper()
	id, err := s.person(config)
	if err != nil || id.Person != want || id.StandIn {
		s.Errorf("got %+v, %v, want %+v", id, err, want)
	}
}

func TestNearestIdentityWins(t *testing.T) {
	s := newSurroundings(t)
	delete(s.vars, "GIT_CONFIG_NOSYSTEM")
	s.vars["GIT_CONFIG_SYSTEM"] = s.write("system", "[user]\n\tname = System\n\temail = system@example.org\n")
	s.reread()
	s.wantPerson("", Person{"System", "system@example.org"})
	s.write("home/.config/git/config", "[user]\n\tname = Xdg\n")
	s.wantPerson("", Person{"Xdg", "system@example.org"})
	s.write("home/.gitconfig", "[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n")
	s.wantPerson("", Person{"Ada Lovelace", "ada@example.org"})
	s.wantPerson("[user]\n\temail = ada@work.example\n", Person{"Ada Lovelace", "ada@work.example"})
	s.vars["GIT_CONFIG_GLOBAL"] = s.write("other", "[user]\n\tname = Other\n")
	s.wantPerson("", Person{"Other", "system@example.org"})
	s.vars["GIT_CONFIG_NOSYSTEM"] = "1"
	if id, err := s.person(""); err != nil || id.Name != "Other" || !id.StandIn {
		t.Errorf("%+v, %v", id, err)
	}
}

// The identity agrees with what git itself would write, for the same files.
func TestIdentityAgreesWithGit(t *testing.T) {
	for _, config := range []string{
		"[user]\n\tname = Ada\n\temail = a@b\n", "[user]\n\tname = \"  Ada, Countess;  \"\n\temail = <a@b>\n", "[user]\n\tname = A B <x>\n\temail = a@b;c\n",
		"[user]\n\tname = Дарья 记忆\n\temail = a@b\n[user]\n\temail = later@b\n",
	} {
		s := newSurroundings(t)
		s.write("home/.gitconfig", config)
		s.mkdir("r")
		s.git("r", "init", "-q")
		id, err := ReadIdentity(s.path("r/.git"), s.Env)
		if err != nil {
			t.Fatal(err)
		}
		// git() sets the variables of a caller, which git obeys and we do not:
		// take them out of this one call.
		want := s.git("r", "-c", "alias.me=!env -u GIT_AUTHOR_NAME -u GIT_AUTHOR_EMAIL git var GIT_AUTHOR_IDENT", "me")
		if got := id.Name + " <" + id.Email + ">"; len(want) < len(got) || want[:len(got)] != got {
			t.Errorf("%q: got %q, git says %q", config, got, want)
		}
	}
}

func TestIncludesAreFollowedByGit(t *testing.T) {
	s := newSurroundings(t)
	git, _ := relative(s.root, s.DataHome+"/gitmem/projects/x-"+string(idA))
	s.mkdir(git)
	s.git(git, "init", "-q") // a real one, or git would not compare its path
	s.write("home/.gitconfig", "[user]\n\tname = Ada\n\temail = home@example.org\n[include]\n\tpath = more\n[includeIf \"gitdir:"+s.DataHome+"/\"]\n\tpath = stores\n")
	s.write("home/more", "[commit]\n\tgpgsign = true\n[gpg]\n\tformat = ssh\n[gpg \"ssh\"]\n\tprogram = /usr/bin/signer\n")
	s.write("home/stores", "[user]\n\temail = stores@example.org\n\tsigningkey = ~/.ssh/id\n")
	s.vars["GIT_DIR"] = "/nonexistent"
	s.reread()
	id, err := s.person("[gpg \"ssh\"]\n\tprogram = evil\n")
	want := Identity{Person: Person{"Ada", "stores@example.org"}, Signing: Signing{Sign: true, Format: "ssh", Key: "~/.ssh/id", Program: "/usr/bin/signer"}}
	if err != nil || id != want {
		t.Errorf("%+v, %v", id, err)
	}
}

func TestStandIn(t *testing.T) {
	s := newSurroundings(t)
	id, err := s.person("")
	if err != nil || !id.StandIn || id.Person != (Person{"ada", "ada@engine.invalid"}) {
		t.Errorf("%+v, %v", id, err)
	}
	id, err = s.person("[user]\n\tname = Ada\n")
	if err != nil || !id.StandIn || id.Person != (Person{"Ada", "ada@engine.invalid"}) {
		t.Errorf("%+v, %v", id, err)
	}
	s.Account, s.Host = "dom\\Ünal <x>", "a b\nc"
	id, err = s.person("[user]\n\tname = \" , \"\n")
	if err != nil || id.Email != "dom-unal-x@a-b-c.invalid" || id.Name != "dom\\Ünal x" {
		t.Errorf("%+v, %v", id, err)
	}
}

func TestUseConfigOnly(t *testing.T) {
	s := newSurroundings(t)
	s.write("home/.gitconfig", "[user]\n\tuseConfigOnly = true\n\tname = Ada\n")
	var missing *IdentityError
	if _, err := s.person(""); !errors.As(err, &missing) || len(missing.Missing) != 1 || missing.Missing[0] != "user.email" || len(missing.Commands()) != 2 {
		t.Errorf("%v", err)
	}
	s.wantPerson("[user]\n\temail = a@b\n", Person{"Ada", "a@b"})
}

// A caller's hook sets these for its own commit.
func TestIdentityOfACallersCommitIsIgnored(t *testing.T) {
	s := newSurroundings(t)
	s.write("home/.gitconfig", "[user]\n\tname = Ada\n\temail = a@b\n")
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_CONFIG_PARAMETERS", "EMAIL"} {
		t.Setenv(name, "evil")
		s.vars[name] = "evil"
	}
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "user.name")
	t.Setenv("GIT_CONFIG_VALUE_0", "evil")
	s.wantPerson("", Person{"Ada", "a@b"})
	s.write("home/.gitconfig", "[user]\n\tname = Ada\n\temail = a@b\n[include]\n\tpath = nothing\n")
	s.wantPerson("", Person{"Ada", "a@b"})
}

// What a store says of signing: never a program; a key only in a store that
// lies in the data home, where nobody else puts one.
func TestStoreNamesNoSigningProgram(t *testing.T) {
	local := "[commit]\n\tgpgsign\n[gpg]\n\tformat = ssh\n\tprogram = evil\n[gpg \"ssh\"]\n\tprogram = evil\n[user]\n\tname = A\n\temail = a@b\n\tsigningkey = key\n"
	s := newSurroundings(t)
	id, err := s.person(local)
	if err != nil || id.Signing != (Signing{Sign: true, Format: "ssh", Key: "key"}) {
		t.Errorf("data home: %+v, %v", id, err)
	}
	s.write("app/.gitmem/.git/config", local)
	s.write("home/.gitconfig", "[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = /usr/bin/gpg2\n")
	id, err = ReadIdentity(s.path("app/.gitmem/.git"), s.Env)
	if err != nil || id.Signing != (Signing{Sign: true, Format: "openpgp", Program: "/usr/bin/gpg2"}) || id.Name != "A" {
		t.Errorf("in a project: %+v, %v", id, err)
	}
	s.write("home/.gitconfig", "[gpg \"openpgp\"]\n\tprogram = a\n[gpg]\n\tprogram = b\n")
	if id, err = ReadIdentity("", s.Env); err != nil || id.Signing != (Signing{Format: "openpgp", Program: "a"}) {
		t.Errorf("%+v, %v", id, err)
	}
}

func TestDamagedGitConfigIsNamed(t *testing.T) {
	s := newSurroundings(t)
	s.write("home/.gitconfig", "[user]\n\tname = \"Ada\n")
	var fault *memfile.Fault
	if _, err := s.person(""); !errors.As(err, &fault) || fault.Path != s.path("home/.gitconfig") || fault.Line != 2 {
		t.Errorf("%v", err)
	}
}
