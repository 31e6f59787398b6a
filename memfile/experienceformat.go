package memfile

import (
	"strconv"
	"strings"
)

// FormatExperience writes a new file in the order of the format. What breaks a rule of [Experience.Check] makes a file
// that is refused when it is read.
func FormatExperience(e Experience) []byte {
	e = e.normal()
	return []byte(header(keysOf(e, experienceKeys)) + bodyOfExperience(e))
}

// normal gives the experience as its file would say it.
func (e Experience) normal() Experience {
	e = e.clone()
	e.Title = strings.TrimSpace(e.Title)
	if strings.ContainsAny(e.Title, "\r\n") {
		e.Title = strings.Join(strings.Fields(e.Title), " ")
	}
	e.Summary, e.Resolution = NormalContent(e.Summary), NormalContent(e.Resolution)
	e.Created, e.Updated = toSecond(e.Created), toSecond(e.Updated)
	if e.Updated.IsZero() {
		e.Updated = e.Created
	}
	return e
}

func (e Experience) note(string) string { return "" }

func (e Experience) written(key string) (rendered, bool) {
	switch key {
	case "gitmem":
		return rendered{inline: FormatExperience1}, true
	case "id":
		return yamlScalar(string(e.ID)), true
	case "kind":
		return yamlScalar(e.Kind), true
	case "status":
		return yamlScalar(e.Status), true
	case "confidence":
		return rendered{inline: strconv.Itoa(e.Confidence)}, true
	case "source":
		return rendered{inline: writeOrigin(e.Source)}, true
	case "evidence":
		return writeEvidence(e.Evidence), true
	case "guard":
		return rendered{inline: flowList(e.Guard)}, len(e.Guard) > 0
	case "created":
		return rendered{inline: formatTime(e.Created)}, true
	case "updated":
		return rendered{inline: formatTime(e.Updated)}, !e.Updated.Equal(e.Created)
	}
	return rendered{}, false
}

func writeOrigin(o Origin) string {
	out := flowPairs(pairOf{"agent", o.Agent}, pairOf{"session", o.Session}, pairOf{"message", o.Message}, pairOf{"job", string(o.Job)})
	if o.Job != "" {
		out = append(out, "ordinal: "+strconv.Itoa(o.Ordinal))
	}
	return braces(append(out, flowPairs(pairOf{"extractor", o.Extractor})...))
}

func writeEvidence(evidence []Evidence) rendered {
	if len(evidence) == 0 {
		return rendered{inline: "[]"}
	}
	var out rendered
	for _, e := range evidence {
		parts := flowPairs(pairOf{"kind", e.Kind}, pairOf{"role", e.Role}, pairOf{"source", e.Source}, pairOf{"digest", e.Digest})
		parts = append(parts, "verified: "+strconv.FormatBool(e.Verified), "excerpt: "+quoted(e.Excerpt))
		out.lines = append(out.lines, "  - "+braces(parts))
	}
	return out
}
