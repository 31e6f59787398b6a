package fts

import (
	"database/sql"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"unicode"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Row is one record: its number, and the text of each column.
type Row struct {
	ID      int64
	Columns []string
}

// Table is a full-text table. One goroutine uses it at a time.
type Table struct {
	path   string
	db     *sql.DB
	search *sql.Stmt
}

// Create makes a table with columns of these names in a new file, and writes all rows in one transaction. The text itself
// is not kept (a contentless table), as it is not in gitmem's index.
func Create(path string, columns []string, rows iter.Seq[Row]) (*Table, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(normal)")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one file, one page cache
	t := &Table{path: path, db: db}
	if err := t.fill(columns, rows); err != nil {
		return nil, fmt.Errorf("%s: %w", path, firstOf(err, db.Close()))
	}
	return t, nil
}

func (t *Table) fill(columns []string, rows iter.Seq[Row]) error {
	names := strings.Join(columns, ", ")
	if _, err := t.db.Exec("CREATE VIRTUAL TABLE records USING fts5(" + names + ", content='')"); err != nil {
		return err
	}
	tx, err := t.db.Begin()
	if err != nil {
		return err
	}
	insert, err := tx.Prepare("INSERT INTO records(rowid, " + names + ") VALUES (?" + strings.Repeat(", ?", len(columns)) + ")")
	if err != nil {
		return firstOf(err, tx.Rollback())
	}
	for row := range rows {
		values := []any{row.ID}
		for _, text := range row.Columns {
			values = append(values, text)
		}
		if _, err := insert.Exec(values...); err != nil {
			return firstOf(err, tx.Rollback())
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	t.search, err = t.db.Prepare("SELECT rowid FROM records WHERE records MATCH ? ORDER BY rank LIMIT ?")
	return err
}

// Search gives the numbers of the best rows, the best first, ranked by FTS5's own BM25. Any word of the question may match.
func (t *Table) Search(question string, limit int) ([]int64, error) {
	match := AnyOf(question)
	if match == "" {
		return nil, nil
	}
	rows, err := t.search.Query(match, limit)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", match, err)
	}
	defer rows.Close()
	var found []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		found = append(found, id)
	}
	return found, rows.Err()
}

// AnyOf writes a question in FTS5's language: its words, each once, joined by OR. Words are what FTS5 takes for words, so
// that none becomes a phrase. It gives "" where no word is left.
func AnyOf(question string) string {
	var parts []string
	for word := range strings.FieldsFuncSeq(question, separates) {
		if part := `"` + word + `"`; !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " OR ")
}

// separates reports what FTS5's default tokenizer, unicode61, ends a word at.
func separates(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Co)
}

// Bytes is the size of the file, once everything is in it.
func (t *Table) Bytes() (int64, error) {
	if _, err := t.db.Exec("PRAGMA wal_checkpoint(truncate)"); err != nil {
		return 0, fmt.Errorf("%s: %w", t.path, err)
	}
	info, err := os.Stat(t.path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Close closes the file, and leaves it.
func (t *Table) Close() error {
	return firstOf(t.search.Close(), t.db.Close())
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
