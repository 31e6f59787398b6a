package model

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

// anthropicSpeaker speaks the Messages interface.
type anthropicSpeaker struct{ base string }

func (anthropicSpeaker) forms() []Form { return []Form{FormSchema} }

func (anthropicSpeaker) extras() bool { return false }

func (anthropicSpeaker) sign(h http.Header, key string) { h.Set("X-Api-Key", key) }

func (s anthropicSpeaker) ask(q question, h *hearing) error {
	params, err := s.params(q)
	if err != nil {
		return err
	}
	service := anthropic.NewMessageService(option.WithBaseURL(s.base), option.WithHTTPClient(q.client), option.WithMaxRetries(0))
	stream := service.NewStreaming(q.ctx, params)
	defer stream.Close()
	ear := &anthropicEar{hearing: h, calls: map[int64]int64{}}
	for stream.Next() {
		if err := ear.hear(stream.Current()); err != nil {
			return err
		}
	}
	var whole *wholeAnswer
	if errors.As(stream.Err(), &whole) {
		return ear.message(whole.body)
	}
	return stream.Err()
}

func (s anthropicSpeaker) params(q question) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: anthropic.Model(q.Model), MaxTokens: int64(q.MaxOutputTokens)}
	if system := q.SystemFor(q.form); system != "" {
		p.System = []anthropic.TextBlockParam{{Text: system}}
	}
	for _, m := range q.Messages {
		said := anthropic.NewUserMessage
		if m.Role == Assistant {
			said = anthropic.NewAssistantMessage
		}
		p.Messages = append(p.Messages, said(anthropic.NewTextBlock(m.Text)))
	}
	if q.Temperature != nil {
		p.Temperature = anthropic.Float(*q.Temperature)
	}
	if q.form == FormSchema {
		var schema map[string]any
		if err := json.Unmarshal(q.Schema, &schema); err != nil {
			return p, errors.New("request: the schema is no JSON object")
		}
		p.OutputConfig.Format.Schema = schema
	}
	return p, nil
}

// anthropicEar hears events. Their calls are numbered among all blocks, so it
// keeps which block is which call.
type anthropicEar struct {
	*hearing
	calls map[int64]int64
}

func (e *anthropicEar) hear(event anthropic.MessageStreamEventUnion) error {
	switch event.Type {
	case "message_start":
		e.answer.Model = string(event.Message.Model)
		e.count(event.Message.Usage)
	case "content_block_start":
		if event.ContentBlock.Type == "tool_use" || event.ContentBlock.Type == "server_tool_use" {
			e.calls[event.Index] = int64(len(e.hearing.calls))
			return e.call(e.calls[event.Index], event.ContentBlock.Name, "")
		}
		return e.say(event.ContentBlock.Text)
	case "content_block_delta":
		if n, ok := e.calls[event.Index]; ok {
			return e.call(n, "", event.Delta.PartialJSON)
		}
		return e.say(event.Delta.Text)
	case "message_delta":
		if event.Usage.OutputTokens > 0 {
			e.answer.OutputTokens = int(event.Usage.OutputTokens)
		}
		e.ended(event.Delta.StopReason, event.Delta.StopDetails)
	}
	return nil
}

// message takes in the answer of a server that does not stream.
func (e *anthropicEar) message(whole []byte) error {
	var m anthropic.Message
	if err := json.Unmarshal(whole, &m); err != nil {
		return err
	}
	if m.Type != "message" {
		return &saidError{complaintOf(whole)}
	}
	e.answer.Model = string(m.Model)
	e.count(m.Usage)
	e.ended(m.StopReason, m.StopDetails)
	for _, b := range m.Content {
		err := e.say(b.Text)
		if b.Type == "tool_use" {
			err = e.call(int64(len(e.hearing.calls)), b.Name, string(b.Input))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *anthropicEar) count(u anthropic.Usage) {
	e.answer.InputTokens = int(u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens)
	e.answer.OutputTokens = int(u.OutputTokens)
}

func (e *anthropicEar) ended(reason anthropic.StopReason, details anthropic.RefusalStopDetails) {
	switch reason {
	case "":
	case anthropic.StopReasonEndTurn, anthropic.StopReasonStopSequence:
		e.stop(StopEnd)
	case anthropic.StopReasonMaxTokens, "model_context_window_exceeded":
		e.stop(StopLength)
	case anthropic.StopReasonRefusal:
		e.why = details.Explanation
		e.stop(StopRefusal)
	case anthropic.StopReasonToolUse:
		e.stop(StopTool)
	default:
		e.stop(string(reason))
	}
}

// saidAnthropic finds the complaint in the text of the library's error, where
// alone it is.
func saidAnthropic(err error) (complaint, bool) {
	if _, event, ok := strings.Cut(err.Error(), "received error while streaming: "); ok {
		return complaintOf([]byte(event)), true
	}
	return complaint{}, false
}
