package extract

import (
	_ "embed"
	"encoding/json"

	"gitmem/candidates"
	"gitmem/memfile"
)

// schemaName is what the schema is called in a request.
const schemaName = "extraction"

// Bounds of an answer. Those of one text are in bytes.
const (
	MaxExperiences = 32
	MaxMemories    = 16
	maxCitations   = memfile.MaxEvidence
	maxExcerpt     = 4096
	maxSourceRef   = 64
	maxContent     = 8192
	maxReason      = candidates.MaxReason
)

//go:embed schema.json
var schema []byte

// Schema is the JSON schema of an answer. Each property is required and no
// other is allowed, as the strict forms of providers want it; an empty text
// stands for what is not there.
func Schema() json.RawMessage { return schema }
