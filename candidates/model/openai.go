package model

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/shared"
)

// openaiSpeaker speaks chat completions, which OpenAI, Ollama, llama.cpp, vLLM
// and LM Studio have in common.
type openaiSpeaker struct {
	base string
	own  bool // OpenAI itself
}

func (openaiSpeaker) forms() []Form { return []Form{FormSchema, FormObject} }

func (openaiSpeaker) extras() bool { return true }

func (openaiSpeaker) sign(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) }

func (s openaiSpeaker) ask(q question, h *hearing) error {
	service := openai.NewChatCompletionService(option.WithBaseURL(s.base), option.WithHTTPClient(q.client), option.WithMaxRetries(0))
	stream := service.NewStreaming(q.ctx, s.params(q))
	defer stream.Close()
	for stream.Next() {
		if err := hearChunk(h, stream.Current()); err != nil {
			return err
		}
	}
	var whole *wholeAnswer
	if errors.As(stream.Err(), &whole) {
		return hearCompletion(h, whole.body)
	}
	return stream.Err()
}

func (s openaiSpeaker) params(q question) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: q.Model}
	if system := q.SystemFor(q.form); system != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(system))
	}
	for _, m := range q.Messages {
		if m.Role == Assistant {
			p.Messages = append(p.Messages, openai.AssistantMessage(m.Text))
			continue
		}
		p.Messages = append(p.Messages, openai.UserMessage(m.Text))
	}
	if s.own || q.newTokens {
		p.MaxCompletionTokens = openai.Int(int64(q.MaxOutputTokens))
	} else {
		p.MaxTokens = openai.Int(int64(q.MaxOutputTokens))
	}
	if q.Temperature != nil {
		p.Temperature = openai.Float(*q.Temperature)
	}
	if s.own {
		p.Store = openai.Bool(false)
	}
	if !q.bare {
		p.StreamOptions.IncludeUsage = openai.Bool(true)
		if q.Seed != nil {
			p.Seed = openai.Int(*q.Seed)
		}
	}
	p.ResponseFormat = responseFormat(q)
	return p
}

func responseFormat(q question) (f openai.ChatCompletionNewParamsResponseFormatUnion) {
	switch q.form {
	case FormSchema:
		f.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: q.SchemaName, Schema: q.Schema, Strict: openai.Bool(true),
		}}
	case FormObject:
		f.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	}
	return f
}

func hearChunk(h *hearing, c openai.ChatCompletionChunk) error {
	h.answer.Model = first(c.Model, h.answer.Model)
	countOpenAI(h, c.Usage)
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		h.why += choice.Delta.Refusal
		for _, t := range choice.Delta.ToolCalls {
			if err := h.call(t.Index, t.Function.Name, t.Function.Arguments); err != nil {
				return err
			}
		}
		if err := h.say(choice.Delta.Content); err != nil {
			return err
		}
		stopOpenAI(h, choice.FinishReason)
	}
	return nil
}

// hearCompletion takes in the answer of a server that does not stream.
func hearCompletion(h *hearing, whole []byte) error {
	var c openai.ChatCompletion
	if err := json.Unmarshal(whole, &c); err != nil {
		return err
	}
	if len(c.Choices) == 0 {
		return &saidError{complaintOf(whole)}
	}
	choice := c.Choices[0]
	h.answer.Model, h.why = c.Model, choice.Message.Refusal
	countOpenAI(h, c.Usage)
	for i, t := range choice.Message.ToolCalls {
		if err := h.call(int64(i), t.Function.Name, t.Function.Arguments); err != nil {
			return err
		}
	}
	stopOpenAI(h, choice.FinishReason)
	return h.say(choice.Message.Content)
}

func countOpenAI(h *hearing, u openai.CompletionUsage) {
	if u.PromptTokens+u.CompletionTokens > 0 {
		h.answer.InputTokens, h.answer.OutputTokens = int(u.PromptTokens), int(u.CompletionTokens)
	}
}

func stopOpenAI(h *hearing, reason string) {
	switch reason {
	case "":
		return
	case "stop":
		reason = StopEnd
	case "length":
		reason = StopLength
	case "content_filter":
		reason = StopRefusal
	case "tool_calls", "function_call":
		reason = StopTool
	}
	if h.why != "" {
		reason = StopRefusal
	}
	h.stop(reason)
}

// said is what a server complained of in the middle of an answer.
func said(err error) (complaint, bool) {
	var stream *ssestream.StreamError
	if errors.As(err, &stream) {
		return complaintOf(stream.Event.Data), true
	}
	var own *saidError
	if errors.As(err, &own) {
		return own.complaint, true
	}
	return saidAnthropic(err)
}

// saidError is a complaint in the place of an answer.
type saidError struct{ complaint }

func (e *saidError) Error() string { return e.Message }
