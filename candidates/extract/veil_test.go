package extract

import (
	"strings"
	"testing"

	"gitmem/repo/session"
)

func TestVeil(t *testing.T) {
	unix := newVeil("/home/ann/app", "/home/ann/", "0b1e77aa-1111-2222")
	windows := newVeil(`C:\Users\ann\app`, `C:\Users\ann`, "")
	for _, c := range []struct {
		name  string
		veil  veil
		text  string
		wants string
	}{
		{"nothing to hide", unix, "go test ./...", "go test ./..."},
		{"the working directory", unix, "cd /home/ann/app", "cd ."},
		{"a file in it", unix, "/home/ann/app/go.mod:3", "./go.mod:3"},
		{"the home", unix, "/home/ann/.ssh and /home/ann", "~/.ssh and ~"},
		{"at the end of a sentence", unix, "it is in /home/ann/app.", "it is in .."},
		{"quoted", unix, `"/home/ann/app" '/home/ann'`, `"." '~'`},
		{"somebody else's home", unix, "/home/anna/app /home/ann2 /home/ann-b /home/ann_b", "/home/anna/app /home/ann2 /home/ann-b /home/ann_b"},
		{"a folder beside it", unix, "/home/ann/application", "~/application"},
		{"deeper", unix, "/mnt/home/ann", "/mnt/home/ann"},
		{"as an option", unix, "--dir=/home/ann/app:/home/ann/lib", "--dir=.:~/lib"},
		{"the session's own name", unix, "see 0b1e77aa-1111-2222.jsonl", "see [session].jsonl"},
		{"as an agent names a folder after it", unix, "~/.claude/projects/-home-ann-app/x", "~/.claude/projects/./x"},
		{"windows", windows, `C:\Users\ann\app\go.mod C:\Users\ann\x`, `.\go.mod ~\x`},
		{"windows, in JSON", windows, `{"path":"C:\\Users\\ann\\app\\go.mod"}`, `{"path":".\\go.mod"}`},
		{"windows, with slashes", windows, "C:/Users/ann/app/go.mod", "./go.mod"},
		{"home inside the working directory", newVeil("/srv", "/srv/ann", ""), "/srv/ann/x /srv/b", "~/x ./b"},
		{"the root as the working directory", newVeil("/", "/root", ""), "/etc/passwd /root/x", "/etc/passwd ~/x"},
		{"no folder known", newVeil("", "", ""), "/home/ann", "/home/ann"},
		{"a credential", unix, "export T=" + token, "export T=[removed: credential.github-pat]"},
		{"no UTF-8", unix, "a\xff/home/ann", "a\ufffd~"},
	} {
		if got := c.veil.over(c.text); got != c.wants {
			t.Errorf("%s: %q, not %q", c.name, got, c.wants)
		}
	}
	if got := unix.overAll([]string{"/home/ann/app/a", "b"}); len(got) != 2 || got[0] != "./a" || got[1] != "b" {
		t.Error(got)
	}
}

// A credential at the border of what a transcript kept, or of what a request
// shows, is not shown in part.
func TestSecretsAtABorder(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA7bq3\n", 20) + "-----END RSA PRIVATE KEY-----"
	for at := 1; at < len(token); at++ {
		text := "the token: " + token[:at] + session.CutMarker + token[at:] + " was used"
		got := veil{}.over(text)
		if strings.Contains(got, token[:at]) && at > 3 || strings.Contains(got, token[at:]) && len(token)-at > 3 || !strings.Contains(got, "the token: ") || !strings.Contains(got, " was used") {
			t.Fatalf("cut at %d: %q", at, got)
		}
	}
	for at := 40; at < len(key)-40; at += 7 {
		for _, text := range []string{"a " + key[:at] + session.CutMarker, "a " + key[:at] + session.CutMarker + key[at:] + " z", "a " + session.CutMarker + key[at:] + " z"} {
			if got := (veil{}).over(text); strings.Contains(got, "MIIE") || !strings.Contains(got, "a ") {
				t.Fatalf("a key cut at %d: %q", at, got)
			}
		}
	}
	for n := range 200 {
		text := strings.Repeat("x ", 1000+n) + token + strings.Repeat(" y", 3000)
		short, _ := clipped(veil{}.over(text), 2*1000+n)
		if strings.Contains(short, "ghp_") || strings.Contains(short, token[20:]) {
			t.Fatalf("a clip at %d shows %q", n, short)
		}
	}
}
