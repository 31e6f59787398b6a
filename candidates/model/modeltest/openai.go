package modeltest

// openai streams chunks. Where broken says so, the answer is left there.
func (r Reply) openai(w *writing, broken func() bool) {
	chunk := func(delta fields, stop any) {
		w.event("", fields{
			"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1700000000, "model": w.sent.Field("model"),
			"system_fingerprint": nil, "choices": []any{fields{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": stop}},
		})
	}
	chunk(fields{"role": "assistant", "content": "", "refusal": nil}, nil)
	r.pieces(func(text string) { chunk(fields{"content": text}, nil) })
	if broken() {
		return
	}
	if r.Refusal != "" {
		chunk(fields{"refusal": r.Refusal}, nil)
	}
	for i, name := range r.Calls {
		chunk(fields{"tool_calls": []any{fields{"index": i, "id": "call_test", "type": "function", "function": fields{"name": name, "arguments": ""}}}}, nil)
		chunk(fields{"tool_calls": []any{fields{"index": i, "function": fields{"arguments": `{"a":`}}}}, nil)
		chunk(fields{"tool_calls": []any{fields{"index": i, "function": fields{"arguments": `1}`}}}}, nil)
	}
	chunk(fields{}, r.stopped("stop", "tool_calls"))
	if w.sent.Field("stream_options") != nil {
		w.event("", fields{
			"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1700000000, "model": w.sent.Field("model"),
			"choices": []any{}, "usage": openaiUsage,
		})
	}
	_, _ = w.Write([]byte("data: [DONE]\n\n"))
}

var openaiUsage = fields{"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}

// completion is the answer of a server that does not stream.
func (r Reply) completion(w *writing) any {
	message := fields{"role": "assistant", "content": r.Text, "refusal": nil}
	var calls []any
	for _, name := range r.Calls {
		calls = append(calls, fields{"id": "call_test", "type": "function", "function": fields{"name": name, "arguments": `{"a":1}`}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	return fields{
		"id": "chatcmpl-test", "object": "chat.completion", "created": 1700000000, "model": w.sent.Field("model"),
		"choices": []any{fields{"index": 0, "message": message, "logprobs": nil, "finish_reason": r.stopped("stop", "tool_calls")}},
		"usage":   openaiUsage,
	}
}

// stopped is why the model ended, in the family's words.
func (r Reply) stopped(done, called string) string {
	switch {
	case r.Stop != "":
		return r.Stop
	case len(r.Calls) > 0:
		return called
	}
	return done
}
