package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"gitmem/cmd/bench/exchange"
)

// set is one test of retrieval: pools of records, with questions about them.
type set struct {
	name  string
	pools []pool
}

// pool is what one index holds. Relevant ids are of its own records.
type pool struct {
	name      string
	records   []record
	questions []question
}

type (
	record   = exchange.Record
	question = exchange.Question
)

// counts are the numbers of records and questions.
func (s set) counts() (records, questions int) {
	for _, p := range s.pools {
		records += len(p.records)
		questions += len(p.questions)
	}
	return records, questions
}

// digest names the content of a set: 12 hexadecimal digits of the SHA-256 of
// its lines in exchange form.
func (s set) digest() (string, error) {
	hash := sha256.New()
	encoder := json.NewEncoder(hash)
	for l := range s.lines() {
		if err := encoder.Encode(l); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil))[:12], nil
}
