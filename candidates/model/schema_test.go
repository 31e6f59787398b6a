package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
)

const schema = `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`

func shaped(structured bool) model.Request {
	r := question()
	r.Schema, r.SchemaName, r.StructuredOutput = json.RawMessage(schema), "number", structured
	return r
}

// knowing is a server that refuses a request with a field that it does not
// know, as its family does.
func knowing(status int, unknown ...string) func(modeltest.Sent) modeltest.Reply {
	return func(s modeltest.Sent) modeltest.Reply {
		for _, u := range unknown {
			if strings.Contains(string(s.Body), u) {
				return modeltest.Reply{Status: status, Message: "unknown field " + u}
			}
		}
		return modeltest.Reply{Text: `{"n":1}`}
	}
}

func TestSchemaGoesToTheServersOwnFeature(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		s, p := serve(t, kind, knowing(400))
		got, err := complete(p, shaped(true))
		if err != nil || got.Form != model.FormSchema || len(s.Sent()) != 1 {
			t.Fatal(got, err)
		}
		body := string(s.Sent()[0].Body)
		want := map[string]string{
			modeltest.OpenAI:    `"response_format":{"json_schema":{"name":"number","strict":true,"schema":` + schema + `},"type":"json_schema"}`,
			modeltest.Anthropic: `"output_config":{"format":{"schema":{`,
		}[kind]
		if !strings.Contains(body, want) || strings.Contains(body, "JSON Schema") {
			t.Errorf("body %s", body)
		}
	})
}

func TestSchemaGoesIntoThePromptWhereTheServerHasNoFeature(t *testing.T) {
	for _, c := range []struct {
		kind    string
		status  int
		unknown []string
		want    []model.Form // of the requests, in order
	}{
		{modeltest.OpenAI, 400, []string{"json_schema"}, []model.Form{model.FormSchema, model.FormObject}},
		{modeltest.OpenAI, 422, []string{"response_format"}, []model.Form{model.FormSchema, model.FormObject, model.FormPrompt}},
		{modeltest.OpenAI, 501, []string{"response_format", "stream_options"}, []model.Form{model.FormSchema, model.FormObject, model.FormPrompt, model.FormPrompt}},
		{modeltest.Anthropic, 400, []string{"output_config"}, []model.Form{model.FormSchema, model.FormPrompt}},
	} {
		s, p := serve(t, c.kind, knowing(c.status, c.unknown...))
		last := c.want[len(c.want)-1]
		for range 2 {
			got, err := complete(p, shaped(true))
			if err != nil || got.Form != last || got.Text != `{"n":1}` {
				t.Fatal(got, err)
			}
		}
		sent := s.Sent()
		if len(sent) != len(c.want)+1 {
			t.Errorf("%v: %d requests: what the server takes was not remembered", c, len(sent))
		}
		body := string(sent[len(sent)-1].Body)
		system, _ := json.Marshal(shaped(true).SystemFor(last))
		if !strings.Contains(body, strings.Trim(string(system), `"`)) || !strings.Contains(shaped(true).SystemFor(last), schema) {
			t.Errorf("%v: body %s", c, body)
		}
	}
}

func TestSchemaGoesIntoThePromptWhereNothingElseWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		s, p := serve(t, kind, knowing(400))
		got, err := complete(p, shaped(false))
		if err != nil || got.Form != model.FormPrompt || len(s.Sent()) != 1 {
			t.Fatal(got, err)
		}
		if sent := s.Sent()[0]; sent.Field("response_format") != nil || sent.Field("output_config") != nil || !strings.Contains(string(sent.Body), "JSON Schema") {
			t.Errorf("body %s", sent.Body)
		}
	})
}

func TestRefusalOfTheRequestItselfIsTheAnswerInEveryForm(t *testing.T) {
	for _, c := range []struct {
		kind    string
		request model.Request
		asked   int
	}{
		{modeltest.OpenAI, question(), 2},
		{modeltest.OpenAI, shaped(true), 4},
		{modeltest.Anthropic, question(), 1},
		{modeltest.Anthropic, shaped(true), 2},
	} {
		s, p := serve(t, c.kind, modeltest.Always(modeltest.Reply{Status: 400, Message: "the context is too long"}))
		_, err := complete(p, c.request)
		if model.Kind(err) != "refused" || !strings.Contains(err.Error(), "the context is too long") || len(s.Sent()) != c.asked {
			t.Errorf("%s %+v: %v, %d requests", c.kind, c.request, err, len(s.Sent()))
		}
	}
}

func TestNewerModelsBoundTheAnswerByAnotherName(t *testing.T) {
	s, p := serve(t, modeltest.OpenAI, func(sent modeltest.Sent) modeltest.Reply {
		if sent.Field("max_tokens") != nil {
			return modeltest.Reply{Status: 400, Message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}
		}
		return modeltest.Reply{Text: "yes"}
	})
	for range 2 {
		if got, err := complete(p, question()); err != nil || got.Text != "yes" {
			t.Fatal(got, err)
		}
	}
	if sent := s.Sent(); len(sent) != 3 || sent[2].Field("max_completion_tokens") != 100.0 || sent[2].Field("stream_options") == nil {
		t.Errorf("%d requests, the last %s", len(sent), sent[len(sent)-1].Body)
	}
}
