package candidates

import (
	"fmt"
	"strings"
	"testing"

	"gitmem/memfile"
)

// found gives what a check says of the files of a store: path, place, rule,
// with a mark for the guard.
func (b *bench) found() []string {
	b.Helper()
	var out []string
	err := b.desk.CheckFiles(func(name string, problems []Problem) {
		for _, p := range problems {
			line := fmt.Sprintf("%s:%d:%d %s", strings.TrimPrefix(name, "jobs/2026/11/30/"), p.Line, p.Column, p.Rule)
			if p.Guard {
				line += "!"
			}
			out = append(out, line)
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	return out
}

func TestCheckJob(t *testing.T) {
	b := newBench(t)
	j := jobNumber(1)
	j.Outcome, j.Error, j.Detail = memfile.JobFailed, "timeout", "no answer"
	j.Refused = []memfile.RefusedItem{{Field: "experiences.title", Detail: "too long"}, {Ordinal: 1, Field: "memories.content", Detail: "too short"}}
	b.settle("record", j)
	file, name := pathOfJob(j), string(j.ID)+".yaml"
	text := string(memfile.FormatJob(j))
	secret := "ghp_" + "R7kQ2mZx9LpT4vWc8NbY" + "1sHd6JfGe3Ua5oKi" // in two, so that no scan of this file finds one
	for what, c := range map[string]struct{ old, new, want string }{
		"nothing":                      {"", "", ""},
		"another value":                {"attempts: 1", "attempts: 2", name + ":8:11 key.own"},
		"two other values":             {"outcome: failed\nerror: timeout\ndetail: no answer", "outcome: completed", name + ":1:1 key.own, " + name + ":1:1 key.own, " + name + ":9:10 key.own"},
		"a comment":                    {"kind:", "# mine\nkind:", name + ":1:1 record.settled"},
		"the line ends of Windows":     {"\n", "\r\n", name + ":1:1 record.settled"},
		"a rule of the form":           {"attempts: 1", "attempts: 0", name + ":8:11 key.value"},
		"no YAML":                      {"attempts: 1", "attempts: [", name + ":8:11 yaml.syntax"},
		"another id":                   {"id: " + string(j.ID), "id: j0123456789abcdef", name + ":2:5 key.value"},
		"a secret":                     {"no answer", secret, name + ":11:9 key.own, " + name + ":11:9 credential.github-pat!"},
		"a secret where it is no YAML": {"detail: no answer", "detail: [" + secret, name + ":12:1 yaml.syntax, " + name + ":11:10 credential.github-pat!"},
		"steering in a detail":         {"no answer", "\"no \u202eanswer\"", name + ":11:9 key.own, " + name + ":11:9 characters.bidi!"},
		"steering in a refusal":        {"too short", "too\u200bshort", name + ":14:3 key.own, " + name + ":15:5 characters.invisible!"},
		"steering in a refused field":  {"memories.content", "\"me\u202emories\"", name + ":14:3 key.own, " + name + ":15:5 characters.bidi!"},
	} {
		b.save(file, strings.ReplaceAll(text, c.old, c.new))
		if c.old == "" {
			b.save(file, text)
		}
		if got := strings.Join(b.found(), ", "); got != c.want {
			t.Errorf("%s: %s", what, got)
		}
	}
}

func TestCheckJobsPlace(t *testing.T) {
	b := newBench(t)
	one, two := jobNumber(1), jobNumber(2)
	b.settle("record", one)
	b.save("jobs/2026/12/01/"+string(one.ID)+".yaml", string(memfile.FormatJob(one)))
	b.save("jobs/2026/11/30/mine.yaml", string(memfile.FormatJob(one)))
	b.save("jobs/notes.yaml", "x: y\n")
	b.save("jobs/2026/11/30/notes.md", "x\n")
	b.save(pathOfJob(two), string(memfile.FormatJob(two)))
	want := []string{
		string(one.ID) + ".yaml:0:0 id.twice", "mine.yaml:2:5 name", "notes.md:0:0 id.name", "jobs/notes.yaml:0:0 id.name",
		string(two.ID) + ".yaml:1:1 record.forged", "jobs/2026/12/01/" + string(one.ID) + ".yaml:1:1 record.forged",
		"jobs/2026/12/01/" + string(one.ID) + ".yaml:0:0 id.twice",
	}
	got := b.found()
	for _, line := range want {
		if !strings.Contains("\n"+strings.Join(got, "\n")+"\n", "\n"+line+"\n") {
			t.Errorf("no %s in\n%s", line, strings.Join(got, "\n"))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d problems\n%s", len(got), strings.Join(got, "\n"))
	}
}
