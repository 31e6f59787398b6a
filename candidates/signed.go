package candidates

import (
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/signers"
)

// signed asks for the signature of a person's decision where it is required,
// and says in the commit that it was made so. Errors: those of Rules.Signers,
// *AuthorityError for an agent.
func (d *Desk) signed(op *repo.Operation) (*repo.Operation, error) {
	switch {
	case op == nil || !d.Rules.RequireSignature:
		return op, nil
	case !op.Decision && op.Message.Actor == memfile.ActorTool && repo.Decides(op.Message):
		// Whatever lets agents decide, they do not where a person has to sign.
		return nil, &AuthorityError{Command: op.Message.Op, Agent: op.Message.Agent, Mark: "approvals.require_signature"}
	case !op.Decision:
		return op, nil
	}
	allowed, err := d.Rules.Signers()
	if err != nil {
		return nil, err
	}
	op.MustSign, op.Signers, op.Message.Via = true, allowed, ViaSigned
	return op, nil
}

// Signers reads who may sign a decision.
//
// Errors: repo.ErrNoSigners where no file is named, a *memfile.Fault where it
// cannot be read.
func (r Rules) Signers() (*signers.List, error) {
	if r.AllowedSigners == "" {
		return nil, repo.ErrNoSigners
	}
	return signers.Read(r.AllowedSigners)
}

// via is how an actor decides here, as record and commit say it.
func (d *Desk) via(actor Actor) string {
	if d.Rules.RequireSignature && actor.Person() {
		return ViaSigned
	}
	return actor.Via
}

// decidedBy is the decision of an actor, made now.
func (d *Desk) decidedBy(actor Actor, reason string) *memfile.Decided {
	return &memfile.Decided{By: actor.Kind, Via: d.via(actor), At: d.now(), Reason: reason}
}
