package agent_test

import (
	"errors"
	"testing"
	"time"

	"gitmem/hooks/agent"
)

func TestWorkIsLeftWhenTheTimeIsOver(t *testing.T) {
	over, forever := make(chan time.Time), make(chan struct{})
	begun := make(chan struct{})
	go func() { <-begun; close(over) }()
	if err := agent.Within(over, func() error { close(begun); <-forever; return errors.New("late") }); err != nil {
		t.Error(err)
	}
	close(forever)
}

func TestWorkThatEndsInTime(t *testing.T) {
	failed := errors.New("failed")
	if err := agent.Within(nil, func() error { return failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	var p *agent.PanicError
	if err := agent.Within(nil, func() error { panic("boom") }); !errors.As(err, &p) || p.Value != "boom" {
		t.Error(err)
	}
}
