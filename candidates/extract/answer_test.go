package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gitmem/candidates/model"
)

const (
	anItem   = `{"kind":"procedure","title":"t","summary":"s","resolution":"r","confidence":0.9,"evidence":[{"source":"m1","excerpt":"said"}]}`
	aMemory  = `{"experience":0,"scope":"project","action":"add","content":"c","locator":"","reason":"r","confidence":1}`
	noAnswer = `{"experiences":[],"memories":[]}`
)

// many repeats a JSON value as the elements of a list.
func many(n int, value string) string {
	return strings.TrimSuffix(strings.Repeat(value+",", n), ",")
}

func lists(experiences, memories string) string {
	return `{"experiences":[` + experiences + `],"memories":[` + memories + `]}`
}

func TestAnswersThatAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		n, m int
	}{
		"nothing":              {noAnswer, 0, 0},
		"a fence":              {"```json\n" + lists(anItem, aMemory) + "\n```", 1, 1},
		"words around it":      {"Here it is:\n" + noAnswer + "\nI hope it helps.", 0, 0},
		"a thought before it":  {"<think>{\"experiences\": 3}</think>" + noAnswer, 0, 0},
		"as many as are taken": {lists(many(MaxExperiences, anItem), many(MaxMemories, aMemory)), MaxExperiences, MaxMemories},
		"evidence that is null, an item's own fault": {lists(strings.Replace(anItem, `[{"source":"m1","excerpt":"said"}]`, "null", 1), ""), 1, 0},
		"an item that is null, its own fault":        {lists("null", ""), 1, 0},
		"a confidence out of bounds, its own fault":  {lists(strings.Replace(anItem, "0.9", "-7", 1), ""), 1, 0},
	} {
		a, err := readAnswer(model.Answer{Text: c.text})
		if err != nil || len(a.Experiences) != c.n || len(a.Memories) != c.m {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

func TestAnswersThatHaveNotTheForm(t *testing.T) {
	for name, c := range map[string]struct{ text, why string }{
		"nothing at all":           {"", "no JSON value"},
		"a refusal in words":       {"I cannot do that.", "no JSON value"},
		"cut off":                  {`{"experiences":[` + anItem, "no JSON value"},
		"a list":                   {"[]", "cannot unmarshal"},
		"null":                     {"null", "experiences is missing"},
		"no experiences":           {`{"memories":[]}`, "experiences is missing"},
		"no memories":              {`{"experiences":[]}`, "memories is missing"},
		"experiences null":         {`{"experiences":null,"memories":[]}`, "experiences is missing"},
		"memories null":            {`{"experiences":[],"memories": null }`, "memories is missing"},
		"another case":             {`{"Experiences":[],"memories":[]}`, "experiences is missing"},
		"an unknown key":           {`{"experiences":[],"memories":[],"notes":1}`, "notes"},
		"an unknown key of a item": {lists(strings.Replace(anItem, `"kind"`, `"approve":true,"kind"`, 1), ""), "approve"},
		"two objects":              {noAnswer + noAnswer, "no JSON value"},
		"not a number":             {lists(strings.Replace(anItem, "0.9", "NaN", 1), ""), "no JSON value"},
		"infinity":                 {lists(strings.Replace(anItem, "0.9", "1e999", 1), ""), "1e999"},
		"a confidence in words":    {lists(strings.Replace(anItem, "0.9", `"high"`, 1), ""), "confidence"},
		"too many experiences":     {lists(many(MaxExperiences+1, anItem), ""), "33 experiences, at most 32"},
		"too many memories":        {lists(anItem, many(MaxMemories+1, aMemory)), "17 memories, at most 16"},
		"an ordinal beyond":        {lists(anItem, strings.Replace(aMemory, `"experience":0`, `"experience":1`, 1)), "memories[0].experience is 1"},
		"a negative ordinal":       {lists(anItem, strings.Replace(aMemory, `"experience":0`, `"experience":-1`, 1)), "memories[0].experience is -1"},
		"an ordinal of no list":    {lists("", aMemory), "there are 0 experiences"},
		"a broken ordinal":         {lists(anItem, strings.Replace(aMemory, `"experience":0`, `"experience":0.5`, 1)), "experience"},
		"no ordinal":               {lists(anItem, strings.Replace(aMemory, `"experience":0,`, ``, 1)), "memories[0].experience is missing"},
		"an ordinal that is null":  {lists(anItem, strings.Replace(aMemory, `"experience":0`, `"experience":null`, 1)), "memories[0].experience is missing"},
		"a memory that is null":    {lists(anItem, "null"), "memories[0].experience is missing"},
	} {
		_, err := readAnswer(model.Answer{Text: c.text})
		var shape *ShapeError
		if !errors.As(err, &shape) || !strings.Contains(fmt.Sprint(err), c.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPoints(t *testing.T) {
	nan := 0.0
	nan /= nan
	for c, want := range map[float64]int{0: 0, 1: 10000, 0.9: 9000, 0.8999: 8999, 0.00004: 0, 0.29: 2900} {
		if got, ok := points(c); !ok || got != want {
			t.Errorf("%v: %d, %v", c, got, ok)
		}
	}
	for _, c := range []float64{nan, 1 / (nan * 0), -0.01, 1.0001, 95} {
		if got, ok := points(c); ok {
			t.Errorf("%v: %d", c, got)
		}
	}
}
