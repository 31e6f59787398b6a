package memfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

const jobText = `gitmem: job/1
id: j0ce2a3f05ff7a6f7
kind: extraction
session: 0b1e77aa-1111
message: msg_12
identity: sha256:0ce2a3f05ff7a6f71bb06dc4c58b7e1fa9a3d4b1b9a4ac0c1fb5fc9e9d9d6a8a
extractor: "1"
attempts: 2
outcome: completed
model: local/qwen
request: sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
answer: sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
counts: {experiences: 3, memories: 1, refused: 1, unverified: 2}
made: [e51b22c07aa000001, e51b22c07aa000002, c0000000000000001]
global: [c0000000000000002]
refused_items:
  - {ordinal: 2, field: experiences.title, detail: "it is empty: \"\""}
created: 2026-11-30T10:15:02Z
finished: 2026-11-30T10:16:02Z
`

const failedText = `gitmem: job/1
id: j0ce2a3f05ff7a6f7
kind: extraction
identity: sha256:0ce2a3f05ff7a6f71bb06dc4c58b7e1fa9a3d4b1b9a4ac0c1fb5fc9e9d9d6a8a
extractor: "1"
attempts: 3
outcome: failed
error: timeout
detail: "no answer: 120 s"
counts: {experiences: 0, memories: 0, refused: 0, unverified: 0}
created: 2026-11-30T10:15:02Z
finished: 2026-11-30T10:16:02Z
`

func job() Job {
	empty := Digest(nil)
	return Job{
		ID: "j0ce2a3f05ff7a6f7", Kind: JobExtraction, Session: "0b1e77aa-1111", Message: "msg_12",
		Identity: "sha256:0ce2a3f05ff7a6f71bb06dc4c58b7e1fa9a3d4b1b9a4ac0c1fb5fc9e9d9d6a8a", Extractor: "1", Attempts: 2, Outcome: JobCompleted,
		Model: "local/qwen", Request: empty, Answer: empty, Counts: JobCounts{Experiences: 3, Memories: 1, Refused: 1, Unverified: 2},
		Made: []ID{"e51b22c07aa000001", "e51b22c07aa000002", "c0000000000000001"}, Global: []ID{"c0000000000000002"},
		Refused: []RefusedItem{{2, "experiences.title", `it is empty: ""`}}, Created: testTime, Finished: testTime.Add(time.Minute),
	}
}

func failedJob() Job {
	j := job()
	j.Session, j.Message, j.Attempts, j.Outcome, j.Error, j.Detail = "", "", 3, JobFailed, "timeout", "no answer: 120 s"
	j.Model, j.Request, j.Answer, j.Counts, j.Made, j.Global, j.Refused = "", "", "", JobCounts{}, nil, nil, nil
	return j
}

func mustJob(t *testing.T, text string) *JobFile {
	t.Helper()
	f, err := ParseJob("jobs/2026/11/30/j0ce2a3f05ff7a6f7.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

func TestFormatJob(t *testing.T) {
	for text, j := range map[string]Job{jobText: job(), failedText: failedJob()} {
		if got := string(FormatJob(j)); got != text {
			t.Errorf("got\n%s", got)
		}
		f := mustJob(t, text)
		if got := f.Job(); len(differing(got, j, jobKeys)) > 0 || f.NameFault() != nil || string(f.Bytes()) != text || len(f.Notes()) != 0 {
			t.Errorf("%+v %v", got, f.NameFault())
		}
	}
	f := mustJob(t, jobText)
	f.Job().Made[0], f.Job().Refused[0].Field = "x", "x"
	if got := f.Job(); got.Made[0] == "x" || got.Refused[0].Field == "x" {
		t.Error("a change of the copy reached the file")
	}
	moved, _ := ParseJob("jobs/2026/11/30/mine.yaml", []byte(jobText))
	if fault := moved.NameFault(); fault == nil || fault.Line != 2 || fault.Column != 5 || fault.Hint != "it must be called j0ce2a3f05ff7a6f7.yaml" {
		t.Error(fault)
	}
	if got := JobPath(job().ID, time.Date(2026, 12, 1, 1, 0, 0, 0, time.FixedZone("", 7200))); got != "jobs/2026/11/30/j0ce2a3f05ff7a6f7.yaml" {
		t.Error(got)
	}
}

func TestUpdateJob(t *testing.T) {
	hand := strings.ReplaceAll("# mine\n"+strings.Replace(jobText, "session: 0b1e77aa-1111", "session: '0b1e77aa-1111' # whose", 1), "\n", "\r\n")
	for _, c := range []struct {
		name, text string
		edit       func(*Job)
		old, new   string
	}{
		{"nothing", hand, func(*Job) {}, "", ""},
		{"a detach", hand, func(j *Job) { j.Session, j.Message = "", "" }, "session: '0b1e77aa-1111' # whose\r\nmessage: msg_12\r\n", ""},
		{"another session", hand, func(j *Job) { j.Session = "s2" }, "'0b1e77aa-1111' # whose", "'s2'            # whose"},
		{"no refused items", jobText, func(j *Job) { j.Refused = nil }, "refused_items:\n  - {ordinal: 2, field: experiences.title, detail: \"it is empty: \\\"\\\"\"}\n", ""},
		{"a key that is new", failedText, func(j *Job) { j.Model = "local/qwen" }, "120 s\"\n", "120 s\"\nmodel: local/qwen\n"},
	} {
		f := mustJob(t, c.text)
		now := f.Job()
		c.edit(&now)
		got, err := f.Update(now)
		if want := strings.Replace(c.text, c.old, c.new, 1); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%q", c.name, err, got)
		}
	}
	var broken *RecordError
	if _, err := mustJob(t, jobText).Update(Job{}); !errors.As(err, &broken) || broken.Key != "id" {
		t.Error(err)
	}
}

func TestJobFaults(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, c := range map[string]struct{ text, old, new, want string }{
		"another form":        {jobText, "job/1", "job/2", "J:1:9: gitmem must be job/1"},
		"another kind of id":  {jobText, "id: j", "id: e", "J:2:5: id must be an id: j and sixteen lowercase hex digits"},
		"an id of its own":    {jobText, "id: j0", "id: j1", "J:2:5: id must be a j and the first sixteen digits of the identity"},
		"kind":                {jobText, "extraction", "dreaming", "J:3:7: kind must be extraction, mining, global_mining or evaluation"},
		"session":             {jobText, "0b1e77aa-1111", long(MaxSourceID + 1), "J:4:10: session has 513 bytes, at most 512 are allowed"},
		"message":             {jobText, "msg_12", `"a\nb"`, "J:5:10: message must be one line without control characters"},
		"identity":            {jobText, "identity: sha256:0", "identity: sha256:", "J:6:11: identity must be sha256: and sixty-four hex digits"},
		"no identity":         {jobText, "identity: sha256:0ce2a3f05ff7a6f71bb06dc4c58b7e1fa9a3d4b1b9a4ac0c1fb5fc9e9d9d6a8a\n", "", "J:1:1: the key identity is missing"},
		"extractor":           {jobText, `"1"`, `" "`, "J:7:12: extractor must not be empty"},
		"extractor, a number": {jobText, `"1"`, `1`, "J:7:12: extractor must be text"},
		"attempts":            {jobText, "attempts: 2", "attempts: 0", "J:8:11: attempts must be a whole number from 1"},
		"attempts, words":     {jobText, "attempts: 2", "attempts: two", "J:8:11: attempts must be a whole number from 0"},
		"outcome":             {jobText, "completed", "done", "J:9:10: outcome must be completed or failed"},
		"an error of success": {jobText, "completed\n", "completed\nerror: timeout\n", "J:10:8: only a failed job has an error"},
		"a detail of success": {jobText, "completed\n", "completed\ndetail: x\n", "J:10:9: only a failed job has a detail"},
		"model":               {jobText, "local/qwen", "qwen", "J:10:8: model must be the name of a provider, a slash and a model"},
		"model without one":   {jobText, "local/qwen", "local/", "J:10:8: model must be the name of a provider, a slash and a model"},
		"request":             {jobText, "request: sha256:e3", "request: md5:e3", "J:11:10: request must be sha256: and sixty-four hex digits"},
		"answer":              {jobText, "answer: sha256:e3", "answer: sha256:E3", "J:12:9: answer must be sha256: and sixty-four hex digits"},
		"counts":              {jobText, "refused: 1", "refused: -1", "J:13:48: refused must be a whole number from 0"},
		"counts, a list":      {jobText, "{experiences: 3, memories: 1, refused: 1, unverified: 2}", "[3, 1, 1, 2]", "J:13:9: counts must be keys and values"},
		"counts lack one":     {jobText, ", unverified: 2", "", "J:13:9: the key unverified is missing"},
		"counts have another": {jobText, "unverified: 2", "unverified: 2, patterns: 1", "J:13:66: unknown key patterns"},
		"made":                {jobText, "[e51b22c07aa000001, e51b22c07aa000002", "[e51b22c07aa000001, p0000000000000002", "J:14:27: made must be an id: one letter and sixteen lowercase hex digits"},
		"made, no list":       {jobText, "[e51b22c07aa000001, e51b22c07aa000002, c0000000000000001]", "e51b22c07aa000001", "J:14:7: made must be a list of ids"},
		"made twice":          {jobText, "e51b22c07aa000002", "e51b22c07aa000001", "J:14:7: made names e51b22c07aa000001 twice"},
		"global":              {jobText, "c0000000000000002", "e51b22c07aa000002", "J:15:10: global must be an id: c and sixteen lowercase hex digits"},
		"refused, no list":    {jobText, "refused_items:\n  - {ordinal: 2, field: experiences.title, detail: \"it is empty: \\\"\\\"\"}", "refused_items: none", "J:16:16: refused_items must be a list"},
		"refused, no map":     {jobText, "  - {ordinal: 2, field: experiences.title, detail: \"it is empty: \\\"\\\"\"}", "  - title", "J:17:5: a refused item must be keys and values"},
		"refused ordinal":     {jobText, "ordinal: 2", "ordinal: -2", "J:17:15: ordinal must be a whole number from 0"},
		"refused field":       {jobText, "experiences.title", `""`, "J:17:5: refused item 1: field must not be empty"},
		"refused, no field":   {jobText, "field: experiences.title, ", "", "J:17:5: the key field is missing"},
		"refused detail":      {jobText, "it is empty", long(MaxRefusedDetail), "J:17:5: refused item 1: detail has 304 bytes, at most 300 are allowed"},
		"refused on lines":    {jobText, "it is empty", `a\nb`, "J:17:5: refused item 1: detail must be one line without control characters"},
		"too many refused":    {jobText, "created:", strings.Repeat("  - {ordinal: 1, field: f, detail: \"d\"}\n", MaxRefused) + "created:", "J:17:3: at most 64 refused items are allowed"},
		"created":             {jobText, "10:15:02Z", "10:15:02+01:00", "J:18:10: created must be a time in UTC to the second, such as 2026-11-30T10:15:02Z"},
		"no finished":         {jobText, "finished: 2026-11-30T10:16:02Z\n", "", "J:1:1: the key finished is missing"},
		"unknown":             {jobText, "model:", "models:", "J:10:1: unknown key models"},
		"twice":               {jobText, "model:", "kind:", "J:10:1: the key kind stands twice, first in line 3"},
		"no error":            {failedText, "error: timeout\n", "", "J:1:1: the key error is missing"},
		"error, two words":    {failedText, "error: timeout", "error: time out", "J:8:8: error must be one word of lowercase letters, digits and underscores"},
		"detail":              {failedText, "no answer", long(MaxJobDetail), "J:9:9: detail has 507 bytes, at most 500 are allowed"},
		"detail on lines":     {failedText, `"no answer: 120 s"`, "|\n  a\n  b", "J:9:9: detail must be one line without control characters"},
		"failed and made":     {failedText, "created:", "made: [e51b22c07aa000001]\ncreated:", "J:11:7: a failed job made nothing"},
		"failed and proposed": {failedText, "created:", "global: [c0000000000000001]\ncreated:", "J:11:9: a failed job made nothing"},
		"braces":              {jobText, jobText, "{gitmem: job/1}", "J:1:1: the key id is missing (and 9 more)"},
		"nothing":             {jobText, jobText, "", "J:1:1: the key gitmem is missing (and 9 more)"},
	} {
		_, err := ParseJob("J", []byte(strings.Replace(c.text, c.old, c.new, 1)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestJobOwnKeys(t *testing.T) {
	forged := strings.Replace(strings.Replace(jobText, "unverified: 2", "unverified: 0", 1), "\n", "\n# mine\n", 1)
	faults := JobOwnKeys(mustJob(t, jobText), mustJob(t, forged))
	if len(faults) != 1 || faults[0].Line != 14 || faults[0].Rule != RuleOwnKey || !strings.Contains(faults[0].Message, "counts") {
		t.Error(faults)
	}
	if faults := JobOwnKeys(mustJob(t, jobText), mustJob(t, strings.Replace(jobText, "\n", "\n# mine\n", 1))); len(faults) != 0 {
		t.Error(faults)
	}
	if f := mustJob(t, jobText).RefusedFault(0, "r", "m", ""); f.Line != 17 || f.Column != 5 {
		t.Error(f)
	}
}

func TestJobID(t *testing.T) {
	id, identity := JobID(JobExtraction, "s1", "m1", "1")
	if id != DeriveID(KindJob, JobExtraction, "s1", "m1", "1") || identity != "sha256:"+string(id[1:])+identity[23:] || !isDigest(identity) {
		t.Error(id, identity)
	}
	if other, _ := JobID(JobExtraction, "s1m", "1", "1"); other == id {
		t.Error("parts run together")
	}
	j := failedJob()
	if j.ID, j.Identity = id, identity; j.Check() != nil {
		t.Error(j.Check())
	}
}

func TestJobSubject(t *testing.T) {
	for want, change := range map[string]func(*Job){
		"record %s: 2 experiences, 1 proposal": func(*Job) {},
		"record %s: 1 experience":              func(j *Job) { j.Made = j.Made[:1] },
		"record %s: 2 proposals":               func(j *Job) { j.Made = []ID{"c0000000000000001", "c0000000000000002"} },
		"record %s: nothing":                   func(j *Job) { j.Made = nil },
		"record %s: failed, timeout":           func(j *Job) { *j = failedJob() },
	} {
		j := job()
		change(&j)
		if got := j.Subject(); got != fmt.Sprintf(want, j.ID) {
			t.Error(got)
		}
	}
}
