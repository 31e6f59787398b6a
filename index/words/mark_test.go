package words_test

import (
	"strings"
	"testing"

	"gitmem/index/words"
)

func TestMark(t *testing.T) {
	for _, c := range []struct{ text, question, want string }{
		{"Set the proxies first", "proxy", "Set the [proxies] first"},
		{"git config http.proxy x", "http.proxy", "git config [http.proxy] x"},
		{"in retryCount and retry_count", "retry count", "in [retryCount] and [retry]_[count]"},
		{"部署前必须运行数据库迁移脚本", "迁移脚本", "部署前必须运行数据库[迁移脚本]"},
		{"Un cafe\u0301, deux cafés", "cafe", "Un [cafe\u0301], deux [cafés]"},
		{"ＡＰＩ キー", "api", "[ＡＰＩ] キー"},
		{"C++ and C", "C++", "[C++] and C"},
		{"nothing here", "proxy", "nothing here"},
		{"", "proxy", ""},
	} {
		terms := map[string]bool{}
		asked, _ := words.Query(c.question, false)
		for _, q := range asked {
			terms[q.Text] = true
		}
		if got := bracketed(c.text, words.Mark(c.text, terms)); got != c.want {
			t.Errorf("Mark(%q, %q) = %s, want %s", c.text, c.question, got, c.want)
		}
	}
}

func bracketed(text string, marks [][2]int) string {
	var b strings.Builder
	end := 0
	for _, m := range marks {
		b.WriteString(text[end:m[0]] + "[" + text[m[0]:m[1]] + "]")
		end = m[1]
	}
	return b.String() + text[end:]
}
