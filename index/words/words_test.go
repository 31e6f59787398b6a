package words_test

import (
	"slices"
	"strings"
	"testing"

	"gitmem/index/words"
)

func texts(terms []words.Term) []string {
	var list []string
	for _, t := range terms {
		list = append(list, t.Text)
	}
	return list
}

func TestIndexTerms(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		" \t\n":                 "",
		"+ ^2 * ~":              "2",
		"Retries were running":  "retri were run",
		"http.proxy":            "http httpproxi proxi",
		"retry_count":           "retri retrycount count",
		"getUserName":           "getusernam get getus user usernam name",
		"v5.16":                 "v5 v 5 v5.16 5.16 16",
		"--dry-run":             "dri dryrun run",
		"dryRun":                "dryrun dri run",
		"dryrun":                "dryrun",
		"utf-8":                 "utf utf8 8",
		"UTF8":                  "utf8",
		"retry.go":              "retri retrygo go",
		"C++ and C# on .NET":    "c c++ and c c# on net .net",
		"foo::bar":              "foo foobar bar",
		"path/to/file":          "path pathto to tofil file",
		"@scope/pkg":            "scope scopepkg pkg",
		"HTTPServer URLs":       "httpserver http server url",
		"Base64Encode 5K":       "base64encode base64 encod 5k",
		"don't, it's Ann’s":     "dont it ann",
		"café":                  "café cafe",
		"cafe\u0301":            "café cafe",
		"STRASSE Straße":        "strass strass",
		"ＡＰＩ キー":                "api キ キー ー",
		"署名":                    "署 署名 名",
		"ﾃﾞ":                    "デ",
		"배포를":                   "배 배포 포 포를 를",
		"ที่นี่":                "ที่ ที่นี่ นี่",
		"Привет МИР":            "привет мир",
		"in\u00ADstall\u200Bed": "instal",
	} {
		if got := strings.Join(texts(words.Index(text)), " "); got != want {
			t.Errorf("Index(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestIndexOffsets(t *testing.T) {
	text := "Set http.proxy, café ＡＰＩ 署名"
	var got []string
	for _, term := range words.Index(text) {
		got = append(got, text[term.Start:term.End])
	}
	want := []string{"Set", "http", "http.proxy", "proxy", "café", "café", "ＡＰＩ", "署", "署名", "名"}
	if !slices.Equal(got, want) {
		t.Errorf("offsets lead to %q, want %q", got, want)
	}
}
