package main

import (
	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/standard"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

// standardEngine asks bleve as it comes: its standard analyzer, its BM25, a
// match of any word in one field of title and text.
func standardEngine(s set) (rankings, error) {
	answers := rankings{}
	for _, p := range s.pools {
		if err := standardPool(s.name, p, answers); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func standardPool(name string, p pool, answers rankings) (err error) {
	engine, err := bleve.NewMemOnly(standardMapping())
	if err != nil {
		return err
	}
	defer engine.Close()
	batch := engine.NewBatch()
	for _, r := range p.records {
		if err := batch.Index(r.ID, map[string]string{"text": r.Title + "\n" + r.Text}); err != nil {
			return err
		}
	}
	if err := engine.Batch(batch); err != nil {
		return err
	}
	for _, q := range p.questions {
		match := bleve.NewMatchQuery(q.Text)
		match.SetField("text")
		found, err := engine.Search(bleve.NewSearchRequestOptions(match, depth, 0, false))
		if err != nil {
			return err
		}
		var ids []string
		for _, hit := range found.Hits {
			ids = append(ids, hit.ID)
		}
		answers[asked{name, p.name, q.ID}] = ids
	}
	return nil
}

func standardMapping() mapping.IndexMapping {
	text := bleve.NewTextFieldMapping()
	text.Analyzer = standard.Name
	text.Store, text.IncludeTermVectors, text.IncludeInAll, text.DocValues = false, false, false, false
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt("text", text)
	m.ScoringModel = index.BM25Scoring
	return m
}
