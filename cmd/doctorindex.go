package cmd

import (
	"context"
	"errors"
	"fmt"

	"gitmem/repo"
)

// diagnoseIndex: no search needs it, so that nothing about it is a fault.
func (a *app) diagnoseIndex(ctx context.Context, s *repo.Store) diagnosis {
	ix := a.indexOf(s)
	status, err := ix.Status(ctx)
	if err = errors.Join(err, ix.Close()); err != nil {
		return ailing("index", err)
	}
	i := newIndexJSON(s, status)
	d := diagnosis{Check: "index", State: sound, Message: i.Path + ": " + indexSays(i)}
	if i.Problem != "" {
		d.State, d.Message = remark, i.Path+": "+i.Problem
		d.Hint = "searches work all the same; `gitmem index rebuild` builds it anew"
	}
	return d
}

// diagnoseReceipts: a line that is not as it was written proves nothing any more.
func (a *app) diagnoseReceipts(s *repo.Store) diagnosis {
	v, err := a.receiptsOf(s).Verify()
	if err != nil {
		return ailing("receipts", err)
	}
	d := diagnosis{Check: "receipts", State: sound, Message: counted(v.Receipts, "receipt", "receipts") + ", each as it was written"}
	if n := len(v.Damaged); n > 0 {
		first := v.Damaged[0]
		d.State, d.Message = remark, fmt.Sprintf("%s not as written; the first is %s:%d", counted(n, "line is", "lines are"), first.Path, first.Line)
		d.Hint = "`gitmem receipt verify` names every one; what a crash cut off is harmless"
	}
	return d
}
