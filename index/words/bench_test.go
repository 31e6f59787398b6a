package words_test

import (
	"strings"
	"testing"

	"gitmem/index/words"
)

// texts of the kinds that cost most, each some thousand bytes.
var benchTexts = []struct{ name, text string }{
	{"prose", strings.Repeat("Retries were doubled by mistake, so that each failing call took a minute longer than before. ", 40)},
	{"code", strings.Repeat("getUserByName(ctx, retry_count, http.proxy) // see internal/net/retry.go --dry-run v5.16 ", 40)},
	{"french", strings.Repeat("Avant le déploiement il faut exécuter les scripts, sinon l’application échoue à démarrer. ", 40)},
	{"russian", strings.Repeat("Перед развёртыванием нужно запустить миграции базы данных. ", 40)},
	{"japanese", strings.Repeat("テストを実行してからデプロイする。失敗したら必ず止める。", 40)},
}

func BenchmarkIndex(b *testing.B) {
	for _, t := range benchTexts {
		b.Run(t.name, func(b *testing.B) {
			b.SetBytes(int64(len(t.text)))
			b.ReportAllocs()
			for b.Loop() {
				words.Index(t.text)
			}
		})
	}
}

func BenchmarkQuery(b *testing.B) {
	longest := strings.Repeat("テストを実行してからデプロイする", words.MaxCharacters/16)
	for name, question := range map[string]string{"short": "why does http.proxy fail", "longest": longest} {
		for _, all := range []bool{false, true} {
			b.Run(name+map[bool]string{false: "/any", true: "/all"}[all], func(b *testing.B) {
				for b.Loop() {
					words.Query(question, all)
				}
			})
		}
	}
}
