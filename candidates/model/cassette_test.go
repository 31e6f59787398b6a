package model_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
)

// TestReplayIsWhatWasRecorded records every kind of outcome through the real
// client and plays it again.
func TestReplayIsWhatWasRecorded(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		replies := []modeltest.Reply{
			{Text: "first"},
			{Text: "second", Calls: []string{"shell"}},
			{Status: 401},
			{Status: 404, Message: "none"},
			{Status: 429, RetryAfter: "7"},
			{Status: 503, RetryAfter: "2", Message: "busy"},
			{Refuse: true},
			{Text: "half", CutAfter: true},
			{Type: "text/html", Raw: "<"},
			{Text: "it", HangAfter: true},
			{Text: "last"},
		}
		_, live := serve(t, kind, modeltest.InTurn(replies...))
		var tape bytes.Buffer
		recorder := model.Record(&tape, live)
		r := question()
		r.Timeout = 200 * time.Millisecond
		type outcome struct {
			answer model.Answer
			err    error
		}
		var want []outcome
		for range replies {
			answer, err := complete(recorder, r)
			want = append(want, outcome{answer, err})
		}
		cassette, err := model.Replay(bytes.NewReader(tape.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		r.Timeout = time.Hour // no part of the digest
		for i, w := range want {
			answer, err := complete(cassette, r)
			if len(answer.Calls) == 0 {
				answer.Calls = nil
			}
			if !reflect.DeepEqual(answer, w.answer) || !reflect.DeepEqual(err, w.err) {
				t.Errorf("%d: %+v %v, recorded %+v %v", i, answer, err, w.answer, w.err)
			}
		}
		if cassette.Left() != 0 {
			t.Errorf("%d left", cassette.Left())
		}
		var none *model.NoRecordingError
		if _, err := complete(cassette, r); !errors.As(err, &none) || none.Played != len(want) || model.Retryable(err) {
			t.Error(err)
		}
	})
}

func TestReplayIsByEveryByteOfTheRequest(t *testing.T) {
	_, live := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{Text: "{}"}))
	var tape bytes.Buffer
	if _, err := complete(model.Record(&tape, live), shaped(true)); err != nil {
		t.Fatal(err)
	}
	cold, seed := 0.0, int64(1)
	for name, change := range map[string]func(*model.Request){
		"model": func(r *model.Request) { r.Model += "x" }, "system": func(r *model.Request) { r.System += " " }, "text": func(r *model.Request) { r.Messages[0].Text += " " },
		"role": func(r *model.Request) { r.Messages[0].Role = model.Assistant }, "message": func(r *model.Request) { r.Messages = append(r.Messages, r.Messages[0]) },
		"schema": func(r *model.Request) { r.Schema = []byte(`{}`) }, "name": func(r *model.Request) { r.SchemaName += "x" }, "structured": func(r *model.Request) { r.StructuredOutput = false },
		"tokens": func(r *model.Request) { r.MaxOutputTokens++ }, "temperature": func(r *model.Request) { r.Temperature = &cold }, "seed": func(r *model.Request) { r.Seed = &seed },
	} {
		cassette, err := model.Replay(bytes.NewReader(tape.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		changed := shaped(true)
		change(&changed)
		var none *model.NoRecordingError
		if _, err := complete(cassette, changed); !errors.As(err, &none) || none.Digest != changed.Digest() {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := complete(cassette, shaped(true)); err != nil || got.Text != "{}" {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

func TestCassetteHoldsNoCredential(t *testing.T) {
	token := "ghp_" + "x7Kq2mVb9TzR4wLc8NpF1sHdY6gJe3UaQi5o" // in two, so that no scanner of this repository stops at it
	_, live := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{Text: "it is " + token}))
	var tape bytes.Buffer
	r := question()
	r.System, r.Messages = "with "+token, model.Ask("use "+token)
	if _, err := complete(model.Record(&tape, live), r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(tape.String(), token) || strings.Count(tape.String(), "[removed:") != 3 {
		t.Error(tape.String())
	}
	if r.Messages[0].Text != "use "+token {
		t.Error("the request was changed")
	}
	cassette, err := model.Replay(&tape)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := complete(cassette, r); err != nil {
		t.Error(err)
	}
}

func TestRecorderKeepsNoInterruptionAndHidesNoFailedWrite(t *testing.T) {
	_, live := serve(t, modeltest.OpenAI, modeltest.Always(modeltest.Reply{Text: "yes"}))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var tape bytes.Buffer
	if _, err := model.Record(&tape, live).Complete(ctx, question()); !errors.Is(err, context.Canceled) || tape.Len() != 0 {
		t.Error(err, tape.String())
	}
	if got, err := complete(model.Record(full{}, live), question()); err == nil || err.Error() != "cassette: no space" || got.Text != "yes" {
		t.Error(got, err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestCassettesThatAreNone(t *testing.T) {
	good := `{"format":"gitmem cassette 1","digest":"d","request":{},"answer":{}}` + "\n"
	for text, want := range map[string]string{
		good + "{":              "cassette: line 2: unexpected end of JSON input",
		good + `{"format":"x"}`: `cassette: line 2: the format is "x", not "gitmem cassette 1"`,
		strings.Replace(good, `"answer":{}`, `"answer":{},"failure":{"kind":"bad luck"}`, 1): `cassette: line 1: no failure is of the kind "bad luck"`,
	} {
		if _, err := model.Replay(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	if c, err := model.Replay(strings.NewReader("")); err != nil || c.Left() != 0 {
		t.Error(err)
	}
}
