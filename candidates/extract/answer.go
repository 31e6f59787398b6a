package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"gitmem/candidates/model"
)

// answer is what the model said, by the schema.
type answer struct {
	Experiences []item     `json:"experiences"`
	Memories    []proposed `json:"memories"`
}

// item is one experience as the model gave it.
type item struct {
	Kind       string     `json:"kind"`
	Title      string     `json:"title"`
	Summary    string     `json:"summary"`
	Resolution string     `json:"resolution"`
	Confidence float64    `json:"confidence"`
	Evidence   []citation `json:"evidence"`
}

// citation is one quotation as the model gave it.
type citation struct {
	Source  string `json:"source"`
	Excerpt string `json:"excerpt"`
}

// proposed is one change of memory as the model gave it.
type proposed struct {
	Experience *int    `json:"experience"` // its place in the answer; never nil in one that was read
	Scope      string  `json:"scope"`
	Action     string  `json:"action"`
	Content    string  `json:"content"`
	Locator    string  `json:"locator"`
	Reason     string  `json:"reason"`
	Confidence float64 `json:"confidence"`
}

// readAnswer reads an answer. What is wrong with the whole of it is a
// *ShapeError, which the model is told once; what is wrong with one item is
// refused when it is settled.
func readAnswer(a model.Answer) (answer, error) {
	raw, err := a.JSON()
	if err != nil {
		return answer{}, &ShapeError{Reason: err.Error()}
	}
	var out answer
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&out); err != nil {
		return answer{}, &ShapeError{Reason: err.Error()}
	}
	if _, err := dec.Token(); err != io.EOF {
		return answer{}, &ShapeError{Reason: "something stands behind the object"}
	}
	if err := present(raw); err != nil {
		return answer{}, err
	}
	return out, out.bounded()
}

// present makes sure that both lists were given: an answer without them is
// another answer, not an empty one.
func present(raw json.RawMessage) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return &ShapeError{Reason: err.Error()}
	}
	for _, key := range []string{"experiences", "memories"} {
		if list, ok := keys[key]; !ok || string(list) == "null" {
			return &ShapeError{Reason: key + " is missing; an empty list says that there are none"}
		}
	}
	return nil
}

// bounded refuses an answer that is too much as a whole.
func (a answer) bounded() error {
	if n := len(a.Experiences); n > MaxExperiences {
		return &ShapeError{Reason: fmt.Sprintf("it has %d experiences, at most %d are taken; keep the best", n, MaxExperiences)}
	}
	if n := len(a.Memories); n > MaxMemories {
		return &ShapeError{Reason: fmt.Sprintf("it has %d memories, at most %d are taken; keep the best", n, MaxMemories)}
	}
	for i, m := range a.Memories {
		switch n := m.Experience; {
		case n == nil:
			return &ShapeError{Reason: fmt.Sprintf("memories[%d].experience is missing", i)}
		case *n < 0 || *n >= len(a.Experiences):
			return &ShapeError{Reason: fmt.Sprintf("memories[%d].experience is %d, and there are %d experiences, counted from 0", i, *n, len(a.Experiences))}
		}
	}
	return nil
}

// points is a confidence in basis points; false where it is none.
func points(confidence float64) (int, bool) {
	if !(confidence >= 0 && confidence <= 1) {
		return 0, false
	}
	return int(math.Round(confidence * 10000)), true
}
