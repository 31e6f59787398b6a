package repo

// checkUnsaid checks feedback that an operation took away with the session in
// which it was given: a detach removes it and writes none.
func (v *verifier) checkUnsaid(ch *chain, f seen, change recordChange) error {
	for _, t := range change.came {
		v.recordProblem(f, change.id, t.path, "record.detached", "the operation detach wrote feedback")
	}
	if len(change.came) > 0 {
		return nil
	}
	_, err := v.checkUntouched(ch, f, change, v.known(ch.records[change.id]))
	delete(ch.records, change.id)
	delete(ch.touched, change.id)
	return err
}
