package modeltest

// anthropic streams events. Where broken says so, the answer is left there.
func (r Reply) anthropic(w *writing, broken func() bool) {
	w.event("message_start", fields{"type": "message_start", "message": r.shell(w, []any{}, nil, fields{"input_tokens": 11, "output_tokens": 1})})
	w.event("content_block_start", fields{"type": "content_block_start", "index": 0, "content_block": fields{"type": "text", "text": ""}})
	w.event("ping", fields{"type": "ping"})
	r.pieces(func(text string) {
		w.event("content_block_delta", fields{"type": "content_block_delta", "index": 0, "delta": fields{"type": "text_delta", "text": text}})
	})
	if broken() {
		return
	}
	w.event("content_block_stop", fields{"type": "content_block_stop", "index": 0})
	for i, name := range r.Calls {
		r.toolUse(w, i+1, name)
	}
	w.event("message_delta", fields{
		"type": "message_delta", "usage": fields{"output_tokens": 7},
		"delta": fields{"stop_reason": r.stopped("end_turn", "tool_use"), "stop_sequence": nil},
	})
	w.event("message_stop", fields{"type": "message_stop"})
}

func (r Reply) toolUse(w *writing, index int, name string) {
	w.event("content_block_start", fields{"type": "content_block_start", "index": index, "content_block": fields{"type": "tool_use", "id": "toolu_test", "name": name, "input": fields{}}})
	for _, part := range []string{"", `{"a":`, `1}`} {
		w.event("content_block_delta", fields{"type": "content_block_delta", "index": index, "delta": fields{"type": "input_json_delta", "partial_json": part}})
	}
	w.event("content_block_stop", fields{"type": "content_block_stop", "index": index})
}

// message is the answer of a server that does not stream.
func (r Reply) message(w *writing) any {
	content := []any{fields{"type": "text", "text": r.Text}}
	for _, name := range r.Calls {
		content = append(content, fields{"type": "tool_use", "id": "toolu_test", "name": name, "input": fields{"a": 1}})
	}
	return r.shell(w, content, r.stopped("end_turn", "tool_use"), fields{"input_tokens": 11, "output_tokens": 7})
}

func (r Reply) shell(w *writing, content []any, stop any, usage fields) fields {
	return fields{
		"id": "msg_test", "type": "message", "role": "assistant", "model": w.sent.Field("model"),
		"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
	}
}
