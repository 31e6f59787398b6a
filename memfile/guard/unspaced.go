package guard

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"gitmem/memfile/fold"
)

// unspacedRule is a phrase in a language that writes no spaces: pieces that
// follow each other with at most the given number of characters between.
type unspacedRule struct {
	name, message string
	pieces        []string // alternatives with | between
	gap           int
}

// unspacedRules hold the commonest forms of taking over an agent in Chinese,
// Japanese and Korean. A Korean or Japanese verb stands at the end.
var unspacedRules = [...]unspacedRule{
	{"injection.override", "an order to set instructions aside", []string{"忽略|无视|無視|忽視|忘记|忘記|忘掉|抛弃|拋棄|绕过|繞過|不要理会|不用理会|不必理会|不要遵守|不再遵守|别管", "之前|以前|以上|前面|先前|上述|上面|此前|所有|一切|全部|任何|系统|系統|安全", "指令|指示|命令|规则|規則|提示|约束|約束|限制|要求|设定|設定|说明|守则"}, 8},
	{"injection.persona", "an order to become something without rules", []string{"你现在是|你現在是|从现在起你|從現在起你|从现在开始你|你将扮演|假装你", "没有任何限制|没有限制|不受限制|不受任何限制|沒有限制|沒有任何限制|越狱|开发者模式|開發者模式|管理员|管理員|无限制|DAN|dan"}, 12},
	{"injection.leak", "an order to give away what is private", []string{"输出|輸出|显示|顯示|泄露|洩露|透露|打印|告诉我|公开|重复", "系统提示|系統提示|系统指令|系統指令|初始指令|隐藏的指令|内部指令|所有记忆|全部记忆"}, 8},
	{"injection.exfiltration", "an order to carry data out", []string{"把|将|將", "记忆|記憶|对话|對話|密钥|密鑰|密码|密碼|令牌|凭证|凭据|聊天记录|上下文", "发送到|发到|上传到|傳送到|發送到|提交到|传给|发给", "http|www|.com|.net|@"}, 16},
	{"injection.conceal", "an order to keep something from the person", []string{"不要告诉|别告诉|不要告訴|不要让|别让|不要通知|不要向", "用户|用戶|使用者|人类|任何人"}, 4},
	{"injection.override", "an order to set instructions aside", []string{"以前の|これまでの|前の|上記の|すべての|全ての|今までの|システムの", "指示|命令|ルール|プロンプト|制約|制限", "無視|忘れ|従わない|破棄"}, 8},
	{"injection.leak", "an order to give away what is private", []string{"システムプロンプト|初期指示|隠された指示", "出力|表示|教えて|開示|明かし|漏ら"}, 8},
	{"injection.conceal", "an order to keep something from the person", []string{"ユーザーに|利用者に", "知らせないで|伝えないで|言わないで|知らせるな|伝えるな|言うな"}, 4},
	{"injection.override", "an order to set instructions aside", []string{"이전|위의|앞의|모든|기존|시스템", "지시|명령|지침|규칙|프롬프트|제한", "무시|잊어|따르지"}, 8},
	{"injection.leak", "an order to give away what is private", []string{"시스템프롬프트|시스템 프롬프트|초기 지시", "출력|보여|공개|알려"}, 8},
}

// unspacedWording looks for them in a folded text; the first of each counts.
func unspacedWording(trace fold.Trace) []find {
	if !hasUnspaced(trace.Text) {
		return nil
	}
	var finds []find
	for i := range unspacedRules {
		r := &unspacedRules[i]
		for _, m := range cached(r.pattern()).FindAllStringIndex(trace.Text, -1) {
			if !spokenOf(trace.Text, m[0], m[1]) {
				finds = append(finds, find{at: trace.Offset(m[0]), rule: r.name, class: Injection, message: r.message, hint: wordingHint})
				break
			}
		}
	}
	return finds
}

// pattern joins the pieces with the gaps between; no gap crosses a sentence.
func (r *unspacedRule) pattern() string {
	pieces := make([]string, len(r.pieces))
	for i, alternatives := range r.pieces {
		pieces[i] = "(?:" + strings.ReplaceAll(regexp.QuoteMeta(alternatives), `\|`, "|") + ")"
	}
	return strings.Join(pieces, fmt.Sprintf(`[^。！？!?\n]{0,%d}?`, r.gap))
}

// hasUnspaced reports whether text has Chinese, Japanese or Korean.
func hasUnspaced(text string) bool {
	for i := range len(text) {
		if text[i] >= 0xE3 && text[i] <= 0xED {
			return true
		}
	}
	return false
}

// spokenOf: forbidden just before, or quoted in a sentence that says what to
// think of it.
func spokenOf(text string, start, end int) bool {
	const reach = 300 // bytes
	near := text[max(0, start-reach):start]
	first := start - len(near) + strings.LastIndexAny(near, "。！？!?\n") + 1
	for first < start && !utf8.RuneStart(text[first]) {
		first++
	}
	last := min(len(text), end+reach)
	if n := strings.IndexAny(text[end:last], "。！？!?\n"); n >= 0 {
		last = end + n
	}
	before := text[first:start]
	for _, no := range []string{"不要", "不得", "切勿", "不可", "禁止", "不能", "不应", "不應", "绝不", "絕不", "请勿", "永远不", "别"} {
		if strings.HasSuffix(before, no) {
			return true
		}
	}
	for _, what := range []string{"报告", "報告", "拒绝", "拒絕", "攻击", "攻擊", "注入", "恶意", "惡意", "可疑", "検出", "攻撃", "拒否", "報告", "공격", "거부", "보고", "检测", "检测到"} {
		if strings.Contains(text[first:start], what) || strings.Contains(text[end:last], what) {
			return true
		}
	}
	return false
}
