package cmd

import "github.com/spf13/cobra"

// commandGroups is the help's table of contents.
func commandGroups(a *app) []group {
	return []group{
		{"daily", "Daily, by a person:", dailyCommands(a)},
		{"learned", "What was learned:", learningCommands(a)},
		{"audit", "What happened, and why:", auditCommands(a)},
		{"store", "Stores and settings:", storeCommands(a)},
		{"programs", "For programs and upkeep:", programCommands(a)},
	}
}

// dailyCommands change the memory and decide about proposals.
func dailyCommands(a *app) []*cobra.Command {
	return []*cobra.Command{
		newAdd(a), newReplace(a), newRemove(a), newEdit(a), newAdopt(a), newReview(a), newStatus(a), newList(a), newShow(a),
		newApprove(a), newReject(a), newUndo(a), newRevive(a), newApply(a),
	}
}

// learningCommands keep evidence apart from memory, find it again and hand it out.
func learningCommands(a *app) []*cobra.Command {
	return []*cobra.Command{newLearn(a), newSearch(a), newContext(a), newSession(a), newReflect(a), newJobs(a)}
}

// auditCommands tell what happened.
func auditCommands(a *app) []*cobra.Command {
	return []*cobra.Command{newLog(a), newBlame(a), newWhy(a), newReceipt(a), newDiff(a), newVerify(a)}
}

// storeCommands make, find and set up stores.
func storeCommands(a *app) []*cobra.Command {
	return []*cobra.Command{newInit(a), newPath(a), newStores(a), newTrust(a), newConfig(a), newHooks(a), newSetup(a), newOff(a), newDoctor(a), newTour(a), newVersion(a)}
}

// programCommands are what scripts, editors and agents call.
func programCommands(a *app) []*cobra.Command {
	return []*cobra.Command{newPropose(a), newImport(a), newExport(a), newCheck(a), newFmt(a), newRecover(a), newIndex(a), newWatch(a), newMCP(a), newHook(a)}
}
