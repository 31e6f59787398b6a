package words_test

import (
	"strings"
	"testing"

	"gitmem/index/words"
)

// score is the sum of the weights of the question's terms that a text has.
func score(question, text string) float64 {
	has := map[string]bool{}
	for _, t := range words.Index(text) {
		has[t.Text] = true
	}
	sum := 0.0
	terms, _ := words.Query(question, false)
	for _, t := range terms {
		if has[t.Text] {
			sum += t.Weight
		}
	}
	return sum
}

// Ways of writing the same name find each other.
func TestNamesMeet(t *testing.T) {
	for _, forms := range []string{
		"dry-run dry_run dryRun DryRun dryrun --dry-run DRY_RUN",
		"http.proxy HTTPProxy http_proxy httpProxy http/proxy",
		"utf-8 utf8 UTF8 UTF-8 utf_8",
		"v5.16 5.16",
		"get_user_name getUserName GetUserName get-user-name",
		"Node.js nodejs NodeJS node.js",
		"café cafe cafe\u0301 CAFÉ",
		"ＡＰＩ API api APIs",
		"retry retries retried retrying",
		"Straße STRASSE strasse",
		"ﾃﾞｰﾀ データ",
		"Ёлка елка ёлка",
		"naïve naive",
	} {
		list := strings.Fields(forms)
		for _, a := range list {
			for _, b := range list {
				if score(a, b) == 0 {
					t.Errorf("the question %q does not find %q", a, b)
				}
			}
		}
	}
}

// Names that differ in a sign or a number do not.
func TestNamesStayApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"C++", "C"}, {"C#", "C"}, {"C#", "C++"}, {"5.16", "516"}, {"sha1", "sha256"}, {"port 6001", "7001"}, {"署名", "部署"}, {"й", "и"}, {"が", "か"},
	} {
		if score(pair[0], pair[1]) > 0 {
			t.Errorf("the question %q finds %q", pair[0], pair[1])
		}
	}
}

// What is written as asked outweighs its pieces.
func TestExactOutweighsPieces(t *testing.T) {
	for _, c := range []struct{ question, exact, loose string }{
		{"部署", "部署前必须运行数据库迁移脚本", "署名部门已经更新"},
		{"http.proxy", "set http.proxy", "the proxy speaks http"},
		{"retry.go", "see retry.go", "retry, then go"},
		{"café", "le café", "le cafe"},
		{".NET", "on .NET", "the net"},
		{"getUserName", "get_user_name", "user"},
	} {
		if a, b := score(c.question, c.exact), score(c.question, c.loose); a <= b {
			t.Errorf("%q: %q scores %v, %q %v", c.question, c.exact, a, c.loose, b)
		}
	}
}

func TestEveryPunctuationFindsTheRecord(t *testing.T) {
	const record = "sqlite locked path/to/file don't http.proxy"
	for _, question := range []string{"sqlite: locked", "\"unbalanced sqlite", "(sqlite", "sqlite AND", "path/to/file", "don't", "-sqlite", "don’t"} {
		if score(question, record) == 0 {
			t.Errorf("%q finds nothing", question)
		}
	}
	for _, question := range []string{"+", "^2", "a~b", "*", "", strings.Repeat("(", 10_000)} {
		if score(question, record) != 0 {
			t.Errorf("%.10q finds the record", question)
		}
	}
}

func TestScriptsWithoutSpaces(t *testing.T) {
	records := map[string]string{
		"zh1": "部署前必须运行数据库迁移脚本", "zh2": "署名部门已经更新", "jp": "テストを実行してからデプロイする",
		"ko": "배포 전에 테스트를 실행한다", "jp2": "こんにちは、世界", "fw": "ＡＰＩ キーを更新",
	}
	for question, want := range map[string]string{
		"部署": "zh1", "署": "zh1 zh2", "迁移脚本": "zh1", "デプロイ": "jp", "테스트": "ko", "ちは": "jp2", "API": "fw", "ｷｰ": "fw",
	} {
		var found []string
		for _, id := range []string{"fw", "jp", "jp2", "ko", "zh1", "zh2"} {
			if score(question, records[id]) > 0 {
				found = append(found, id)
			}
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
}
