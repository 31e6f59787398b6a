package cmd

import (
	"context"
	"os"
	"os/signal"
)

// interruptible gives a context that ends when a person presses ^C. While
// their editor runs, the key is the editor's.
func (a *app) interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	a.interrupted = ctx.Done()
	keys := make(chan os.Signal, 1)
	signal.Notify(keys, os.Interrupt)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-keys:
				if !a.inEditor.Load() {
					cancel()
				}
			}
		}
	}()
	return ctx, func() { signal.Stop(keys); cancel() }
}
