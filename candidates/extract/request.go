package extract

import (
	"bytes"
	"encoding/json"

	"gitmem/candidates/model"
	"gitmem/repo/config"
)

// document is what the model is given to read.
type document struct {
	Turn     []said              `json:"turn"`
	Left     int                 `json:"messages_left_out,omitempty"`
	Feedback []opinion           `json:"feedback,omitempty"`
	Memory   map[string]Resident `json:"memory"`
}

// built is a request and what is needed to read its answer.
type built struct {
	request model.Request
	sources map[string]source
	cut     Cut
}

// build makes the request for a replay. It is no longer than the settings
// allow, in bytes, unless the ids and names alone are.
func build(r *replay, memory map[string]Resident, name string, x config.Execution) (built, error) {
	q := model.Request{
		Model: name, System: Instructions, Schema: Schema(), SchemaName: schemaName,
		StructuredOutput: x.StructuredOutput, MaxOutputTokens: x.MaxOutputTokens, Timeout: x.Timeout,
	}
	doc := document{Feedback: r.opinions, Memory: memory}
	var failed error
	text := func(turn []said) string {
		doc.Turn, doc.Left = turn, len(r.said)-len(turn)
		out, err := documentText(doc)
		if err != nil {
			failed = err
		}
		return out
	}
	short, cut := fit(r.said, x.MaxInputBytes, func(turn []said) int {
		q.Messages = model.Ask(text(turn))
		return q.Bytes()
	})
	q.Messages = model.Ask(text(short))
	return built{request: q, sources: r.sources, cut: cut}, failed
}

// documentText is JSON that a person can read too.
func documentText(doc document) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(doc)
	return b.String(), err
}

// repair asks once more after an answer that has not the form.
func (b built) repair(a model.Answer, why error) model.Request {
	q := b.request
	q.Messages = append(q.Messages[:1:1],
		model.Message{Role: model.Assistant, Text: nonEmpty(a.Text)},
		model.Message{Role: model.User, Text: why.Error() + ". Answer again with the whole JSON object and nothing else."})
	return q
}

// nonEmpty stands for an empty answer, which no provider takes back.
func nonEmpty(text string) string {
	if text == "" {
		return "(no text)"
	}
	return text
}
