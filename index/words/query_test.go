package words_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gitmem/index/words"
)

func asked(text string, all bool) string {
	terms, _ := words.Query(text, all)
	var list []string
	for _, t := range terms {
		list = append(list, t.Text)
	}
	return strings.Join(list, " ")
}

func TestQueryTerms(t *testing.T) {
	for text, want := range map[string]string{
		"How do I set the proxy?":       "set proxi",
		"sqlite: locked":                "sqlite lock",
		"\"unbalanced sqlite":           "unbalanc sqlite",
		"(sqlite":                       "sqlite",
		"sqlite AND":                    "sqlite",
		"-sqlite":                       "sqlite",
		"path/to/file":                  "path pathto tofil file",
		"C++":                           "c++",
		"C# or .NET":                    "c# net .net",
		"署":                             "署",
		"部署":                            "部署",
		"迁移脚本":                          "迁移 移脚 脚本",
		"部署 API":                        "部署 api",
		"state-of-the-art":              "state stateof ofth theart art",
		"+ * ~ \" ( ) { } [ ] ! : \\ /": "",
		strings.Repeat("(", 10_000):     "",
	} {
		if got := asked(text, false); got != want {
			t.Errorf("Query(%.40q) asks for %q, want %q", text, got, want)
		}
	}
}

func TestCommonWords(t *testing.T) {
	if got := asked("to be or not to be", false); got != "to be or not" {
		t.Errorf("a question of common words asks for %q", got)
	}
	_, cut := words.Query("what is it", false)
	if len(cut) != 1 || cut[0].Cause != words.OnlyCommonWords {
		t.Errorf("notices %v", cut)
	}
	if got := asked("the proxy", true); got != "the proxi" {
		t.Errorf("to match all words asks for %q", got)
	}
	if got := asked("don't", false); got != "dont" {
		t.Errorf("don't asks for %q", got)
	}
}

func TestGroups(t *testing.T) {
	for text, want := range map[string]string{
		"proxy café":  "[proxi] [café cafe]",
		"retry_count": "[retri retrycount] [retrycount count]",
		"dryRun":      "[dryrun dri] [dryrun run]",
		"getUserName": "[getusernam get getus] [getusernam getus user usernam] [getusernam usernam name]",
		"retry retry": "[retri]",
		"迁移脚本":        "[迁移] [移脚] [脚本]",
		".env C++":    "[env .env] [c++]",
	} {
		terms, _ := words.Query(text, true)
		var groups []string
		for i := 0; i < len(terms); {
			first := i
			var members []string
			for ; i < len(terms) && terms[i].Group == terms[first].Group; i++ {
				members = append(members, terms[i].Text)
			}
			groups = append(groups, fmt.Sprint(members))
		}
		if got := strings.Join(groups, " "); got != want {
			t.Errorf("Query(%q): groups %s, want %s", text, got, want)
		}
	}
}

func TestWeights(t *testing.T) {
	terms, _ := words.Query("proxy Proxies http.proxy café", false)
	want := []words.QueryTerm{
		{Text: "proxi", Weight: 2, Group: 1}, // twice alone, once in a name
		{Text: "http", Weight: 0.5, Group: 3},
		{Text: "httpproxi", Weight: 1, Group: 3},
		{Text: "café", Weight: 1, Group: 5},
		{Text: "cafe", Weight: 0.5, Group: 5},
	}
	if !slices.Equal(terms, want) {
		t.Errorf("got %+v, want %+v", terms, want)
	}
	terms, _ = words.Query(strings.Repeat("timeout ", 30)+"http.timeout proxy", false)
	want = []words.QueryTerm{
		{Text: "timeout", Weight: 2, Group: 1},
		{Text: "http", Weight: 0.5, Group: 31},
		{Text: "httptimeout", Weight: 1, Group: 31},
		{Text: "proxi", Weight: 1, Group: 33},
	}
	if !slices.Equal(terms, want) {
		t.Errorf("a word said thirty times: got %+v, want %+v", terms, want)
	}
	terms, _ = words.Query("http.proxy", true)
	want = []words.QueryTerm{
		{Text: "http", Weight: 0.5, Group: 1},
		{Text: "httpproxi", Weight: 0.5, Group: 1},
		{Text: "httpproxi", Weight: 0.5, Group: 2},
		{Text: "proxi", Weight: 0.5, Group: 2},
	}
	if !slices.Equal(terms, want) {
		t.Errorf("to match all: got %+v, want %+v", terms, want)
	}
}

func TestQueryIsCut(t *testing.T) {
	long := strings.Repeat("ж", words.MaxCharacters) + " tail"
	terms, cut := words.Query(long, false)
	if len(terms) != 1 || len(cut) != 1 || cut[0].Kept != words.MaxCharacters || cut[0].Given != words.MaxCharacters+5 {
		t.Errorf("%d terms, notices %v", len(terms), cut)
	}
	if got, want := cut[0].String(), "the query was cut to 2048 of 2053 characters"; got != want {
		t.Errorf("the notice is %q, want %q", got, want)
	}
	var many []string
	for i := range words.MaxTerms + 6 {
		many = append(many, fmt.Sprintf("w%d", i))
	}
	terms, cut = words.Query(strings.Join(many, " "), false)
	if len(terms) != words.MaxTerms || len(cut) != 1 || cut[0].String() != "the query was cut to 64 of 70 terms" {
		t.Errorf("%d terms, notices %v", len(terms), cut)
	}
	if terms, cut = words.Query(strings.Repeat("again ", 100), false); len(terms) != 1 || len(cut) != 0 {
		t.Errorf("a word said again counts as another: %v, %v", terms, cut)
	}
}
