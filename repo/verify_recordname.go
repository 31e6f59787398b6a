package repo

import (
	"path"
	"strings"

	"gitmem/memfile"
)

// recordRoots are the folders whose every file is a record that is followed.
var recordRoots = []string{candidatesFolder, memfile.ExperienceFolder, memfile.FeedbackFolder, memfile.JobFolder}

// recordFile takes the path of a record apart: of a memory candidate, where day
// is empty for an open one, of an experience, of a settled job, or of feedback,
// which has no id and whose path stands for one. Other files, and skill candidates, are none.
func recordFile(file string) (id memfile.ID, day string, ok bool) {
	folder, rest, _ := strings.Cut(file, "/")
	if folder == memfile.FeedbackFolder {
		return memfile.ID(file), "", path.Ext(file) == ".yaml"
	}
	ending := ".md"
	if folder == memfile.JobFolder {
		ending = ".yaml"
	}
	name, fits := strings.CutSuffix(path.Base(rest), ending)
	id, err := memfile.ParseID(name)
	if !fits || err != nil || kindIn(folder) != id.Kind() {
		return "", "", false
	}
	if day = path.Dir(rest); day == "." {
		day = ""
	}
	return id, day, true
}

// kindIn is the kind of the ids in a folder.
func kindIn(folder string) byte {
	switch folder {
	case candidatesFolder:
		return memfile.KindCandidate
	case memfile.ExperienceFolder:
		return memfile.KindExperience
	case memfile.JobFolder:
		return memfile.KindJob
	}
	return 0
}

// isFeedback tells a path that stands for an id.
func isFeedback(id memfile.ID) bool { return strings.HasPrefix(string(id), memfile.FeedbackFolder+"/") }

// noun is what a record is called.
func noun(id memfile.ID) string {
	switch {
	case isFeedback(id):
		return "feedback"
	case id.Kind() == memfile.KindExperience:
		return "experience"
	case id.Kind() == memfile.KindJob:
		return "job"
	}
	return "candidate"
}

// closed says in what state a record of that kind is not changed any more.
func closed(id memfile.ID) string {
	switch noun(id) {
	case "experience":
		return "an experience that is forgotten"
	case "job":
		return "a job that is settled"
	}
	return "a candidate that is settled"
}
