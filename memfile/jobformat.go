package memfile

import (
	"strconv"
	"strings"
)

// FormatJob writes a new file in the order of the format. What breaks a rule of [Job.Check] makes a file that is refused
// when it is read.
func FormatJob(j Job) []byte {
	return []byte(strings.Join(keysOf(j.normal(), jobKeys), "\n") + "\n")
}

// normal gives the job as its file would say it.
func (j Job) normal() Job {
	j = j.clone()
	j.Created, j.Finished = toSecond(j.Created), toSecond(j.Finished)
	return j
}

func (j Job) note(string) string { return "" }

func (j Job) written(key string) (rendered, bool) {
	switch key {
	case "gitmem":
		return rendered{inline: FormatJob1}, true
	case "attempts":
		return rendered{inline: strconv.Itoa(j.Attempts)}, true
	case "counts":
		return rendered{inline: writeCounts(j.Counts)}, true
	case "made":
		return rendered{inline: flowList(j.Made)}, len(j.Made) > 0
	case "global":
		return rendered{inline: flowList(j.Global)}, len(j.Global) > 0
	case "refused_items":
		return writeRefused(j.Refused), len(j.Refused) > 0
	case "created":
		return rendered{inline: formatTime(j.Created)}, true
	case "finished":
		return rendered{inline: formatTime(j.Finished)}, true
	}
	return j.writtenText(key)
}

// writtenText gives the keys whose value is a text.
func (j Job) writtenText(key string) (rendered, bool) {
	text, needed := "", false
	switch key {
	case "id":
		text, needed = string(j.ID), true
	case "kind":
		text, needed = j.Kind, true
	case "session":
		text = j.Session
	case "message":
		text = j.Message
	case "identity":
		text, needed = j.Identity, true
	case "extractor":
		text, needed = j.Extractor, true
	case "outcome":
		text, needed = j.Outcome, true
	case "error":
		text = j.Error
	case "detail":
		text = j.Detail
	case "model":
		text = j.Model
	case "request":
		text = j.Request
	case "answer":
		text = j.Answer
	}
	return yamlScalar(text), needed || text != ""
}

func writeCounts(c JobCounts) string {
	return braces([]string{
		"experiences: " + strconv.Itoa(c.Experiences), "memories: " + strconv.Itoa(c.Memories), "refused: " + strconv.Itoa(c.Refused),
		"unverified: " + strconv.Itoa(c.Unverified),
	})
}

func writeRefused(items []RefusedItem) rendered {
	var out rendered
	for _, i := range items {
		parts := append([]string{"ordinal: " + strconv.Itoa(i.Ordinal)}, flowPairs(pairOf{"field", i.Field})...)
		out.lines = append(out.lines, "  - "+braces(append(parts, "detail: "+quoted(i.Detail))))
	}
	return out
}
