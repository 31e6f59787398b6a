// Package jobs is the durable private queue of one store: work that a model is
// to be asked for, admitted now and carried out later, by any process.
//
// A job is one file, replaced in one step, so that it is read without a lock
// and a kill leaves the former or the next state. Admitting takes no lock and
// reads no other job. To claim a job is to get a lease on it: for an hour,
// extended by a heartbeat, with a token that nobody else knows. A lease that is
// over is lost, also where nobody took the job since: a process that slept may
// not go on. It is a claim again for who comes next, and after three attempts
// the job has failed. A failed job is claimed only to be recorded.
//
// A verdict is what the claiming program says about a job that is due: take
// it, leave it, look at it later, skip it. It is asked for without a lock. What
// decides is then read again under the lock of the queue.
//
// The order is that of Due, then Admitted, then the id. It stands in the files
// alone, so that claiming and listing read all of them: about 20 µs a file, a
// fifth of a second for ten thousand. Names and times of files decide nothing.
//
// The package knows no model, no session and no git; candidates/extract does.
// A settled job leaves the queue; its record is a file of the store.
//
// Start at Open, then Queue.Admit and Queue.Claim.
package jobs
