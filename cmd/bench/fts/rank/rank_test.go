package main

import (
	"strings"
	"testing"
)

func TestAnswersAreOfTheirOwnPool(t *testing.T) {
	in := `{"set":"s","pool":"a","record":{"id":"A1","title":"pool","text":"of connections"}}
{"set":"s","pool":"b","record":{"id":"B1","title":"pool","text":"of water"}}
{"set":"s","pool":"a","record":{"id":"A2","title":"retry","text":"connections to the pool pool"}}
{"set":"s","pool":"a","question":{"id":"1","text":"which pool?","relevant":["A1"]}}
{"set":"s","pool":"b","question":{"id":"1","text":"retry","relevant":[]}}
`
	want := `{"set":"s","pool":"a","answer":{"engine":"fts5","question":"1","ranked":["A2","A1"]}}
{"set":"s","pool":"b","answer":{"engine":"fts5","question":"1","ranked":[]}}
`
	var out strings.Builder
	if err := answerAll(strings.NewReader(in), &out); err != nil || out.String() != want {
		t.Errorf("answers %s, %v", out.String(), err)
	}
}

func TestALineThatIsNoneIsNamed(t *testing.T) {
	err := answerAll(strings.NewReader("{\"set\":\"s\"}\nnonsense\n"), &strings.Builder{})
	if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("error %v", err)
	}
}
