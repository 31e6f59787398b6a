package extract

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"sync"
)

// Instructions is the system prompt of every request of the extractor.
//
//go:embed instructions.md
var Instructions string

// generation is one more with each change of what is sent that the digest does
// not cover: the form of the replayed turn.
const generation = "1"

// Version names the extractor: a turn is extracted once by each version. It
// holds a digest of the instructions and of the schema of the answer.
var Version = sync.OnceValue(func() string { return versionOf(Instructions, Schema()) })

func versionOf(instructions string, schema []byte) string {
	sum := sha256.Sum256([]byte(instructions + "\x00" + string(schema)))
	return "gitmem-extractor/" + generation + "." + hex.EncodeToString(sum[:4])
}
