package memfile

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// Words of a settled job's file.
const (
	FormatJob1 = "job/1" // value of the key gitmem

	JobExtraction   = "extraction"
	JobMining       = "mining"
	JobGlobalMining = "global_mining"
	JobEvaluation   = "evaluation"

	JobCompleted = "completed"
	JobFailed    = "failed"
)

// JobFolder is where the settled jobs of a store lie.
const JobFolder = "jobs"

// Job is the record of work that a model was asked for, once it is over. It is written together with what came of it and
// says why there is no more.
type Job struct {
	ID   ID
	Kind string
	// Session and Message are what it worked on; both are "" after the session was detached.
	Session, Message string
	// Identity is the digest of what the id was cut from.
	Identity  string
	Extractor string // the version of what asked
	Attempts  int
	Outcome   string
	// Error is one word for why it failed, Detail one line about it; "" where it did not fail.
	Error, Detail string
	// Model is the name of the provider, a slash and the model; "" where none was asked.
	Model string
	// Request and Answer are digests of what was sent and came back. The texts stay private.
	Request, Answer string
	Counts          JobCounts
	// Made are the experiences and candidates of its commit, in order; Global the candidates that it proposed to the
	// global store.
	Made, Global []ID
	Refused      []RefusedItem
	// Created is when it was queued, Finished when it was settled.
	Created, Finished time.Time
}

// JobCounts say what an answer held.
type JobCounts struct{ Experiences, Memories, Refused, Unverified int }

// RefusedItem is a part of an answer that was not taken.
type RefusedItem struct {
	Ordinal int    // place in the answer, from 0
	Field   string // such as experiences.title
	Detail  string // why, in one line
}

// JobKinds are the four kinds.
func JobKinds() []string { return []string{JobExtraction, JobMining, JobGlobalMining, JobEvaluation} }

// JobID gives the id of a job, and the digest of the identity that it is cut from. The same parts give the same job
// everywhere. The parts of an extraction are the session, the message and the version of the extractor.
func JobID(kind string, parts ...string) (id ID, identity string) {
	digits := identityDigits(KindJob, append([]string{kind}, parts...)...)
	return ID(string(KindJob) + digits[:idDigits]), digestPrefix + digits
}

// JobPath gives the place of a settled job: the folder is the UTC day of its source message.
func JobPath(id ID, day time.Time) string {
	return path.Join(JobFolder, day.UTC().Format("2006/01/02"), string(id)+".yaml")
}

// Subject says in a few words what came of a job: the first line of the commit that settles it.
func (j Job) Subject() string {
	subject := fmt.Sprintf("record %s: ", j.ID)
	if j.Outcome == JobFailed {
		return subject + "failed, " + j.Error
	}
	var parts []string
	for _, made := range []struct {
		kind           byte
		singular, many string
	}{{KindExperience, "experience", "experiences"}, {KindCandidate, "proposal", "proposals"}} {
		switch n := countKind(j.Made, made.kind); n {
		case 0:
		case 1:
			parts = append(parts, "1 "+made.singular)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, made.many))
		}
	}
	if len(parts) == 0 {
		return subject + "nothing"
	}
	return subject + strings.Join(parts, ", ")
}

func countKind(ids []ID, kind byte) (n int) {
	for _, id := range ids {
		if id.Kind() == kind {
			n++
		}
	}
	return n
}

// clone copies everything that a change of the copy could reach.
func (j Job) clone() Job {
	j.Made, j.Global, j.Refused = slices.Clone(j.Made), slices.Clone(j.Global), slices.Clone(j.Refused)
	return j
}
