package cmd

import (
	"gitmem/memfile"
	"gitmem/repo"
)

// namedStore is the store with a name as stores list shows it, else the one
// with this id or in this folder.
func (a *app) namedStore(word string) (repo.Found, error) {
	list, err := repo.ListStores(a.env)
	if err != nil {
		return repo.Found{}, err
	}
	var named []repo.Listed
	for _, s := range list {
		if s.Name == word && s.Present {
			named = append(named, s)
		}
	}
	switch len(named) {
	case 0:
		return repo.FindStore(a.storeWord(word), a.env)
	case 1:
		return repo.FindStore(named[0].Root, a.env)
	}
	return repo.Found{}, &repo.AmbiguousStoreError{Ref: word, Stores: named}
}

// goneStore is a store that is listed with this name or id and whose folder is
// gone; the former error where there is none.
func (a *app) goneStore(word string, former error) (repo.Found, error) {
	list, err := repo.ListStores(a.env)
	if err != nil {
		return repo.Found{}, err
	}
	var gone []repo.Listed
	for _, s := range list {
		if !s.Present && (s.Name == word || string(s.ID) == word) {
			gone = append(gone, s)
		}
	}
	switch len(gone) {
	case 0:
		return repo.Found{}, former
	case 1:
		return repo.Found{Root: gone[0].Root, ID: gone[0].ID}, nil
	}
	return repo.Found{}, &repo.AmbiguousStoreError{Ref: word, Stores: gone}
}

// storeWord is an id as it is, and a folder as an absolute path.
func (a *app) storeWord(word string) string {
	if len(word) <= wholeID && len(word) > 0 && word[0] == memfile.KindStore && isHex(word[1:]) {
		return word
	}
	return a.abs(word)
}

func isHex(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return true
}
