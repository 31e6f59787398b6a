package index

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"gitmem/memfile"
	"gitmem/repo"
)

// stamp is what the system tells of a file without reading it. Times are Unix
// nanoseconds; changed is 0 where the system does not tell it.
type stamp struct {
	size, modified, changed int64
	inode                   uint64
}

// seen is one file that stands in the store now.
type seen struct {
	place
	stamp
}

// listing is what stands in the store now.
type listing struct {
	experiences []seen // by place
	resident    stamp  // zero where there is none
}

// list looks at all files that can hold a document. No symbolic link is
// followed, and what is no plain file is not there. A folder that vanishes
// meanwhile has no files.
func list(root string) (listing, error) {
	var l listing
	info, err := os.Lstat(filepath.Join(root, repo.ResidentPath))
	if err == nil && info.Mode().IsRegular() {
		l.resident = stampOf(info)
	}
	days, err := openDays(filepath.Join(root, memfile.ExperienceFolder))
	if err != nil {
		return l, err
	}
	found, err := inParallel(days)
	if err != nil {
		return l, err
	}
	total := 0
	for _, f := range found {
		total += len(f)
	}
	l.experiences = make([]seen, 0, total)
	for _, f := range found {
		l.experiences = append(l.experiences, f...)
	}
	if !slices.IsSortedFunc(l.experiences, byPlace) {
		slices.SortFunc(l.experiences, byPlace)
	}
	return l, nil
}

func byPlace(a, b seen) int { return a.place.compare(b.place) }

// day is one folder of experiences.
type day struct {
	number uint32
	list   func() ([]seen, error)
}

// openDays finds the folders of days below a folder that may be missing.
func openDays(root string) ([]day, error) {
	var days []day
	err := eachFolder(root, func(year string) error {
		return eachFolder(filepath.Join(root, year), func(month string) error {
			return eachFolder(filepath.Join(root, year, month), func(date string) error {
				if number, ok := joinDay(year, month, date); ok {
					path := filepath.Join(root, year, month, date)
					days = append(days, day{number, func() ([]seen, error) { return listDay(number, path) }})
				}
				return nil
			})
		})
	})
	return days, err
}

// inParallel lists days on all processors, in order.
func inParallel(days []day) ([][]seen, error) {
	slices.SortFunc(days, func(a, b day) int { return cmp.Compare(a.number, b.number) })
	found, errs := make([][]seen, len(days)), make([]error, len(days))
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(days)) {
		wait.Go(func() {
			for i := range next {
				found[i], errs[i] = days[i].list()
				slices.SortFunc(found[i], byPlace)
			}
		})
	}
	for i := range days {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}
