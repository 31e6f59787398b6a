package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"
)

// Provider answers requests. Where it fails, the answer holds what had arrived
// until then, and the error is one of this package's types or the context's.
type Provider interface {
	Complete(ctx context.Context, r Request) (Answer, error)
}

// Request is one question to a model. It offers no tools: there is no field
// for them.
type Request struct {
	Model            string          `json:"model"` // as the server calls it
	System           string          `json:"system,omitempty"`
	Messages         []Message       `json:"messages"` // at least one
	Schema           json.RawMessage `json:"schema,omitempty"`
	SchemaName       string          `json:"schema_name,omitempty"`       // letters, digits, _ and -; at most 64
	StructuredOutput bool            `json:"structured_output,omitempty"` // use the server's own feature for the schema, if it has one
	MaxOutputTokens  int             `json:"max_output_tokens"`
	Temperature      *float64        `json:"temperature,omitempty"` // nil: the server's choice
	Seed             *int64          `json:"seed,omitempty"`        // nil: none; some servers have no seed
	Timeout          time.Duration   `json:"-"`                     // for all of it; above zero
}

// Message is one message of a request.
type Message struct {
	Role string `json:"role"` // User or Assistant
	Text string `json:"text"`
}

// Who said a message.
const (
	User      = "user"
	Assistant = "assistant"
)

// Ask is the messages of a request that is one question.
func Ask(text string) []Message { return []Message{{Role: User, Text: text}} }

// Form says how the schema of the answer was made known.
type Form string

// The forms. The first two need a server that knows them.
const (
	FormSchema Form = "json_schema" // the server holds the model to the schema
	FormObject Form = "json_object" // the server holds it to JSON, the prompt carries the schema
	FormPrompt Form = "prompt"      // the prompt carries the schema
	FormText   Form = "text"        // no schema was asked for
)

// schemaWords precede the schema in a prompt.
const schemaWords = "Answer with one JSON value that is valid under this JSON Schema. Write nothing before it or after it, and no code fence.\n\n"

// SystemFor is the system prompt exactly as it is sent in a form.
func (r Request) SystemFor(f Form) string {
	if f != FormObject && f != FormPrompt {
		return r.System
	}
	if r.System == "" {
		return schemaWords + string(r.Schema)
	}
	return r.System + "\n\n" + schemaWords + string(r.Schema)
}

// Digest is the SHA-256 of all that decides the answer, in hexadecimal. The
// time allowed is no part of it.
func (r Request) Digest() string {
	data, err := json.Marshal(r)
	if err != nil {
		data = []byte(err.Error()) // only a schema that is no JSON; check refuses it
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Bytes is the size of what the model is given to read, in bytes.
func (r Request) Bytes() int {
	n := len(r.System) + len(r.Schema)
	for _, m := range r.Messages {
		n += len(m.Text)
	}
	return n
}

// check finds what no server should be asked.
func (r Request) check() error {
	switch {
	case r.Model == "":
		return errors.New("request: no model")
	case len(r.Messages) == 0:
		return errors.New("request: no message")
	case r.MaxOutputTokens <= 0:
		return errors.New("request: no bound for the answer")
	case r.Timeout <= 0:
		return errors.New("request: no time allowed")
	case r.Schema != nil && !json.Valid(r.Schema):
		return errors.New("request: the schema is no JSON")
	case r.Schema != nil && r.SchemaName == "":
		return errors.New("request: the schema has no name")
	}
	for _, m := range r.Messages {
		if m.Role != User && m.Role != Assistant {
			return errors.New("request: a message is from the user or from the assistant")
		}
	}
	return nil
}

// forms are those to try, the strictest first.
func (r Request) forms(known ...Form) []Form {
	switch {
	case r.Schema == nil:
		return []Form{FormText}
	case r.StructuredOutput:
		return append(known, FormPrompt)
	}
	return []Form{FormPrompt}
}
