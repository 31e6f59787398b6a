package model_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/repo/config"
)

func Example() {
	server := modeltest.Serve(modeltest.OpenAI, modeltest.InTurn(
		modeltest.Reply{Status: 429, RetryAfter: "30"},
		modeltest.Reply{Text: "```json\n{\"n\": 7}\n```"},
	))
	defer server.Close()
	settings := &config.Settings{Models: map[string]config.Model{"home": {Kind: "openai", BaseURL: server.URL}}}
	provider, name, err := model.FromSettings(settings, "home/qwen3:8b", model.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	request := model.Request{
		Model: name, Messages: model.Ask("A number, please."), MaxOutputTokens: 50, Timeout: time.Minute,
		SchemaName: "number", Schema: []byte(`{"type":"object"}`),
	}
	_, err = provider.Complete(context.Background(), request)
	after, _ := model.RetryAfter(err)
	fmt.Println(model.Kind(err), model.Retryable(err), after)

	answer, err := provider.Complete(context.Background(), request)
	value, _ := answer.JSON()
	fmt.Println(string(value), answer.Form, err)
	// Output:
	// rate_limited true 30s
	// {"n": 7} prompt <nil>
}

func ExampleReplay() {
	server := modeltest.Serve(modeltest.Anthropic, modeltest.Always(modeltest.Reply{Text: "Hello."}))
	settings := &config.Settings{Models: map[string]config.Model{"work": {Kind: "anthropic", BaseURL: server.URL}}}
	live, name, _ := model.FromSettings(settings, "work/small", model.Options{})
	request := model.Request{Model: name, Messages: model.Ask("Hi."), MaxOutputTokens: 50, Timeout: time.Minute}

	var tape bytes.Buffer
	_, _ = model.Record(&tape, live).Complete(context.Background(), request)
	server.Close()

	cassette, err := model.Replay(&tape)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, _ := cassette.Complete(context.Background(), request)
	_, err = cassette.Complete(context.Background(), request)
	fmt.Println(answer.Text, model.Kind(err) == "", cassette.Left())
	// Output: Hello. true 0
}
