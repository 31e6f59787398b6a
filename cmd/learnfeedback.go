package cmd

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

func newLearnFeedback(a *app) *cobra.Command {
	var session string
	c := &cobra.Command{
		Use:   "feedback MESSAGE positive|negative REVISION [NOTE]",
		Short: "Say what you thought of a message of an agent (NOTE - reads stdin)",
		Long: `REVISION is the revision of the feedback that you have seen, 0 where there is none; each change counts one more.
Where another one stands, nothing is written and the present one is shown. The same rating and note again change
nothing.`,
		Args:              cobra.RangeArgs(3, 4),
		ValidArgsFunction: completeRating,
		RunE: func(c *cobra.Command, args []string) error {
			change := evidence.FeedbackChange{Session: session, Message: args[0], Rating: args[1]}
			var err error
			if change.Expected, err = revision(args[2]); err != nil {
				return err
			}
			if len(args) > 3 {
				if change.Note, err = a.text(args[3]); err != nil {
					return err
				}
			}
			return a.learnFeedback(c.Context(), change)
		},
	}
	c.Flags().StringVar(&session, "session", "", "the session in which the message stands")
	return c
}

func completeRating(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{memfile.RatingPositive, memfile.RatingNegative}, cobra.ShellCompDirectiveNoFileComp
}

// revision reads a number from 0.
func revision(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, usagef("REVISION %q: it is the number of the revision that you have seen, 0 where there is none", clip(text, 40))
	}
	return n, nil
}

// feedbackJSON is the feedback on one message.
type feedbackJSON struct {
	Session  string `json:"session"`
	Message  string `json:"message"`
	Rating   string `json:"rating,omitempty"`
	Note     string `json:"note,omitempty"`
	Revision int    `json:"revision"`
	Created  string `json:"created,omitempty"`
	Updated  string `json:"updated,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"` // the note is not for an agent
}

func newFeedbackJSON(f memfile.Feedback) feedbackJSON {
	return feedbackJSON{Session: f.Session, Message: f.Message, Rating: f.Rating, Note: f.Note, Revision: f.Revision, Created: stamp(f.Created), Updated: stamp(f.Updated)}
}

// givenFeedbackJSON is what became of a feedback. Verified says that the
// message is known to be an agent's.
type givenFeedbackJSON struct {
	feedbackJSON
	Changed  bool `json:"changed"`
	Verified bool `json:"verified"`
	DryRun   bool `json:"dry_run,omitempty"`
}

func (a *app) learnFeedback(ctx context.Context, change evidence.FeedbackChange) error {
	actor, err := a.mayDecide("learn feedback")
	if err != nil {
		return err
	}
	if change.Session == "" {
		return usagef("--session is needed: it names the session in which the message stands")
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	shelf, err := a.sessionsOf(d.Store)
	if err != nil {
		return err
	}
	verified, err := shelf.Answered(change.Session, change.Message)
	if err != nil {
		return err
	}
	given, changed, err := evidence.Open(d).Feedback(ctx, change, actor)
	if err != nil {
		return err
	}
	if !verified {
		a.warn([]string{"the message is unverified: this session is not kept here; `gitmem session import` reads transcripts"})
	}
	if verified && changed && !a.globals.dryRun {
		if _, err := a.queueTurns(ctx, []string{change.Session}); err != nil {
			a.warn([]string{"the turn is not queued to be learned from: " + firstLine(err.Error())})
		}
	}
	if a.asJSON() {
		return a.printJSON(givenFeedbackJSON{feedbackJSON: newFeedbackJSON(given), Changed: changed, Verified: verified, DryRun: a.globals.dryRun})
	}
	if !changed && !a.globals.dryRun {
		a.say("nothing changed: %s", feedbackLine(newFeedbackJSON(given)))
		return nil
	}
	a.say("%s", a.would(feedbackLine(newFeedbackJSON(given))))
	return nil
}

// feedbackLine is a feedback in one line.
func feedbackLine(f feedbackJSON) string {
	line := f.Rating + " for message " + visible(f.Message) + " of session " + visible(f.Session) + ", revision " + strconv.Itoa(f.Revision)
	if f.Note != "" {
		line += ": " + clip(f.Note, 200)
	}
	return line
}
