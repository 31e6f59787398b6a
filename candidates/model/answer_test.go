package model_test

import (
	"errors"
	"testing"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
)

func TestAnswerArrivesStreamedAndWhole(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, whole := range []bool{false, true} {
			_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: "It is 注意 a\nthing.", Whole: whole}))
			got, err := complete(p, question())
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != "It is 注意 a\nthing." || got.Stop != model.StopEnd || got.Model != "org/small:1" || got.InputTokens != 11 || got.OutputTokens != 7 || got.Form != model.FormText {
				t.Errorf("whole %v: %+v", whole, got)
			}
		}
	})
}

func TestRequestSaysWhatWasAskedAndNothingOfTheMachine(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		s, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: "yes"}))
		r := question()
		warm := 0.5
		r.Temperature = &warm
		r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Text: "What?"}, model.Message{Role: model.User, Text: "That."})
		if _, err := complete(p, r); err != nil {
			t.Fatal(err)
		}
		sent := s.Sent()[0]
		if sent.Field("stream") != true || sent.Field("temperature") != 0.5 || sent.Field("max_tokens") != 100.0 || sent.Field("tools") != nil {
			t.Errorf("body %s", sent.Body)
		}
		want := map[string]int{modeltest.OpenAI: 4, modeltest.Anthropic: 3} // the system prompt is a message of one and a field of the other
		if n := len(sent.Field("messages").([]any)); n != want[kind] {
			t.Errorf("%d messages: %s", n, sent.Body)
		}
		for name := range sent.Header {
			switch name {
			case "Accept", "Accept-Encoding", "Authorization", "X-Api-Key", "Anthropic-Version", "Content-Length", "Content-Type", "User-Agent":
			default:
				t.Errorf("header %s: %s", name, sent.Header.Get(name))
			}
		}
		if sent.Header.Get("User-Agent") != "gitmem" {
			t.Errorf("user agent %q", sent.Header.Get("User-Agent"))
		}
		key := map[string]string{modeltest.OpenAI: "Authorization: Bearer " + aKey, modeltest.Anthropic: "X-Api-Key:" + aKey}[kind]
		if got := map[string]string{modeltest.OpenAI: "Authorization: " + sent.Header.Get("Authorization"), modeltest.Anthropic: "X-Api-Key:" + sent.Header.Get("X-Api-Key")}[kind]; got != key {
			t.Errorf("key header %q", got)
		}
	})
}

func TestCallsThatNobodyOfferedAreKept(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, whole := range []bool{false, true} {
			_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: "I run it.", Calls: []string{"shell", "read"}, Whole: whole}))
			got, err := complete(p, question())
			if err != nil {
				t.Fatal(err)
			}
			want := []model.Call{{Name: "shell", Arguments: `{"a":1}`}, {Name: "read", Arguments: `{"a":1}`}}
			if got.Stop != model.StopTool || len(got.Calls) != 2 || got.Calls[0] != want[0] || got.Calls[1] != want[1] || got.Text != "I run it." {
				t.Errorf("whole %v: %+v", whole, got)
			}
		}
	})
}

func TestAnswerThatReachedTheTokensIsCutOff(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		stop := map[string]string{modeltest.OpenAI: "length", modeltest.Anthropic: "max_tokens"}[kind]
		_, p := serve(t, kind, modeltest.Always(modeltest.Reply{Text: `{"half":`, Stop: stop}))
		got, err := complete(p, question())
		var cut *model.TruncatedError
		if !errors.As(err, &cut) || !cut.Limit || model.Retryable(err) || got.Text != `{"half":` || got.Stop != model.StopLength {
			t.Errorf("%+v %v", got, err)
		}
	})
}

func TestModelThatDeclines(t *testing.T) {
	replies := map[string][]modeltest.Reply{
		modeltest.OpenAI:    {{Refusal: "I will not."}, {Text: "I", Stop: "content_filter"}},
		modeltest.Anthropic: {{Text: "I", Stop: "refusal"}},
	}
	each(t, func(t *testing.T, kind string) {
		for _, reply := range replies[kind] {
			s, p := serve(t, kind, modeltest.Always(reply))
			got, err := complete(p, question())
			var refused *model.RefusedError
			if !errors.As(err, &refused) || refused.Status != 0 || refused.Why != reply.Refusal || model.Retryable(err) || got.Stop != model.StopRefusal || len(s.Sent()) != 1 {
				t.Errorf("%+v %v", got, err)
			}
		}
	})
}

func TestJSONOfAnAnswer(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                           `{"a":1}`,
		" [1, 2]\n":                         `[1, 2]`,
		"```json\n{\"a\": \"```x\"}\n```\n": `{"a": "` + "```" + `x"}`,
		"Here it is:\n```\n[]\n```\nHope it helps": `[]`,
		"<think>{\"b\":2} or</think>\n{\"a\":1}":   `{"a":1}`,
		"The answer is {\"a\":{}} as asked.":       `{"a":{}}`,
		"":                                         "",
		`{"a":`:                                    "",
		"no value":                                 "",
		"} {":                                      "",
		`{"a":1} {"b":2}`:                          "", // which of the two?
	} {
		got, err := model.Answer{Text: text}.JSON()
		var malformed *model.MalformedError
		if string(got) != want || (want == "") != errors.As(err, &malformed) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
