package agent

import "time"

// Within does work and returns its error, or nil when the time is over: then the
// work is left to itself, and ends with the process. A panic in it is a
// *PanicError. The work must print nothing, since nobody waits for it.
func Within(over <-chan time.Time, work func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- &PanicError{Value: r}
			}
		}()
		done <- work()
	}()
	select {
	case err := <-done:
		return err
	case <-over:
		return nil
	}
}
