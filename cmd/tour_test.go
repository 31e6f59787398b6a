package cmd_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"gitmem/candidates/model"
	"gitmem/candidates/model/modeltest"
	"gitmem/cmd"
	"gitmem/repo/config"
)

var record = flag.Bool("record", false, "record the cassette of the tour anew")

const (
	tourCassette = "tourdata/cassette.jsonl"
	recordAnew   = "go test ./cmd -run TestTourCassette -record"
)

// TestTourCassette takes the tour with a model behind it: a server on this
// machine, asked by the client that gitmem ships, whose answers are those of
// answer.json. What is recorded of it must be the cassette that the program
// carries, so that the tour shows what would really be asked and answered.
func TestTourCassette(t *testing.T) {
	answer, err := os.ReadFile("tourdata/answer.json")
	if err != nil {
		t.Fatal(err)
	}
	server := modeltest.Serve(modeltest.OpenAI, modeltest.Always(modeltest.Reply{Text: string(answer)}))
	defer server.Close()
	var tape bytes.Buffer
	takeTour(t, model.Record(&tape, client(t, server)))
	if n := len(server.Sent()); n != 1 {
		t.Errorf("the tour sends %d requests", n)
	}
	if *record {
		if err := os.WriteFile(tourCassette, tape.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(tourCassette)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, tape.Bytes()) {
		t.Errorf("%s is not what is asked and answered today (byte %d differs): instructions, schema, transcript or answer changed; record it anew with\n\t%s",
			tourCassette, firstDifference(kept, tape.Bytes()), recordAnew)
	}
}

// TestTourAsksNobody takes the tour as a person does, and counts on the
// cassette alone: any other byte in a request and it has no answer.
func TestTourAsksNobody(t *testing.T) {
	kept, err := os.ReadFile(tourCassette)
	if err != nil {
		t.Fatal(err)
	}
	cassette, err := model.Replay(bytes.NewReader(kept))
	if err != nil {
		t.Fatalf("%v\nrecord it anew: %s", err, recordAnew)
	}
	var asked []model.Request
	takeTour(t, provider(func(ctx context.Context, q model.Request) (model.Answer, error) {
		asked = append(asked, q)
		a, err := cassette.Complete(ctx, q)
		if errors.As(err, new(*model.NoRecordingError)) {
			t.Errorf("the cassette does not answer what the tour asks; record it anew: %s", recordAnew)
		}
		return a, err
	}))
	if len(asked) != 1 || cassette.Left() != 0 {
		t.Fatalf("%d requests, %d recordings unused", len(asked), cassette.Left())
	}
	other := asked[0]
	other.Messages = slices.Clone(other.Messages)
	text := []byte(other.Messages[0].Text)
	text[len(text)/2] ^= 1
	other.Messages[0].Text = string(text)
	fresh, _ := model.Replay(bytes.NewReader(kept))
	if _, err := fresh.Complete(t.Context(), other); !errors.As(err, new(*model.NoRecordingError)) {
		t.Errorf("another byte was answered: %v", err)
	}
	if _, err := fresh.Complete(t.Context(), asked[0]); err != nil {
		t.Error(err)
	}
	takeTour(t, nil)
}

// provider is a function that answers requests.
type provider func(context.Context, model.Request) (model.Answer, error)

func (p provider) Complete(ctx context.Context, q model.Request) (model.Answer, error) {
	return p(ctx, q)
}

// client asks a server of this machine through the code that asks real ones.
func client(t *testing.T, server *modeltest.Server) model.Provider {
	t.Helper()
	settings := &config.Settings{Models: map[string]config.Model{"recording": {Kind: modeltest.OpenAI, BaseURL: server.URL}}}
	live, _, err := model.FromSettings(settings, "recording/tour", model.Options{Dir: t.TempDir(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// takeTour takes it to its end; without a model with the one that it carries.
func takeTour(t *testing.T, m model.Provider) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	var out bytes.Buffer
	s := streams()
	s.Out, s.Err, s.Model = &out, &out, m
	if code := cmd.Main([]string{"tour"}, s); code != 0 {
		t.Fatalf("exit %d\n%s", code, out.String())
	}
}

// firstDifference is where two texts part.
func firstDifference(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
