package cmd

import (
	"bufio"
	"errors"
	"io"
)

// answers reads the lines of stdin one by one, and only when one is wished
// for, so that waiting can be interrupted and an editor gets its own keys.
type answers struct {
	from  *bufio.Reader
	wish  chan struct{}
	given chan answer
}

type answer struct {
	line string
	err  error
}

func newAnswers(in io.Reader) *answers {
	a := &answers{from: bufio.NewReader(in), wish: make(chan struct{}), given: make(chan answer)}
	go func() {
		for range a.wish {
			line, err := a.from.ReadString('\n')
			if line != "" && errors.Is(err, io.EOF) {
				err = nil
			}
			a.given <- answer{line, err}
		}
	}()
	return a
}

// readLine reads one answer from stdin: io.EOF where there is none,
// errInterrupted where the person gave up waiting.
func (a *app) readLine() (string, error) {
	if a.answers == nil {
		a.answers = newAnswers(a.In)
	}
	a.answers.wish <- struct{}{}
	select {
	case got := <-a.answers.given:
		return got.line, got.err
	case <-a.interrupted:
		return "", errInterrupted
	}
}
