package fold_test

import (
	"strings"
	"testing"

	"gitmem/memfile/fold"
)

func TestKeySameWording(t *testing.T) {
	const plain = "Use npm for all installs."
	tests := map[string]string{
		"case":                   "USE NPM FOR ALL INSTALLS.",
		"white space":            "  Use\tnpm \n for  all\u00a0installs. ",
		"line ends":              "Use npm\r\nfor all installs.\r\n",
		"full width":             "Ｕｓｅ ｎｐｍ ｆｏｒ ａｌｌ ｉｎｓｔａｌｌｓ．",
		"mathematical letters":   "𝐔𝐬𝐞 𝓷𝓹𝓶 𝚏𝚘𝚛 𝕒𝕝𝕝 𝔦𝔫𝔰𝔱𝔞𝔩𝔩𝔰.",
		"punctuation at the end": "Use npm for all installs!!",
		"no punctuation":         "Use npm for all installs",
		"punctuation before":     "- «Use npm for all installs…»",
		"sign at the end":        "Use npm for all installs #",
		"emphasis":               "Use **npm** for _all_ installs.",
		"code span":              "Use `npm` for all installs.",
		"quotation":              "Use “npm” for \"all\" installs.",
		"zero width":             "U\u200bse n\u200cp\u200dm for\u2060 all ins\ufefftalls.",
		"soft hyphen":            "Use npm for all in\u00adstalls.",
		"variation selectors":    "Use npm\ufe0f for all installs\U000E0101.",
		"tag characters":         "Use npm\U000E0041\U000E0042 for all installs.",
		"direction marks":        "\u202eUse npm for\u2069 all installs.",
		"braille blank":          "Use\u2800npm for\u3164all installs.",
		"cyrillic letters":       "Usе nрm fоr аll instаlls.",
		"cyrillic words":         "Use npm for аll installѕ.",
		"greek letters":          "Use npm fοr αll installs.",
		"greek capitals":         "USE ΝPΜ FOR ALL INSTALLS",
		"dotless i":              "Use npm for all ınstalls.",
		"small capitals":         "ᴜꜱᴇ ɴᴘᴍ ꜰᴏʀ ᴀʟʟ ɪɴꜱᴛᴀʟʟꜱ.",
		"boxes":                  "🆄🅂🅴 npm for all installs",
	}
	want := fold.Key(plain)
	if want != "use npm for all installs" {
		t.Fatalf("Key(%q) = %q", plain, want)
	}
	for name, text := range tests {
		if got := fold.Key(text); got != want {
			t.Errorf("%s: Key(%+q) = %+q, want %+q", name, text, got, want)
		}
	}
}

func TestKeyWordsOfOneScript(t *testing.T) {
	for _, pair := range [][2]string{
		{"AMEX", "АМЕХ"},   // Cyrillic capitals throughout
		{"COPE", "СОРЕ"},   // and again
		{"scope", "ѕсоре"}, // small letters throughout
		{"NO", "ΝΟ"},       // Greek capitals
		{"Привет, МИР", "привет, мир"},
		{"ΟΔΟΣ", "οδος"}, // both small sigmas
		{"STRASSE", "Straße"},
		{"é", "e\u0301"},
		{"가", "\u1100\u1161"},
	} {
		if a, b := fold.Key(pair[0]), fold.Key(pair[1]); a != b {
			t.Errorf("Key(%q) = %+q, Key(%q) = %+q: want equal", pair[0], a, pair[1], b)
		}
	}
}

func TestKeyDifferentFacts(t *testing.T) {
	for _, pair := range [][2]string{
		{"Wait 10 s", "Wait 1O s"},
		{"Wait 10 s", "Wait 100 s"},
		{"port 8080", "port 8081"},
		{"version 1.2", "version 12"},
		{"١٢", "١٣"},
		{"Use C", "Use C++"},
		{"Use C.", "Use C#."},
		{"Limit: 5", "Limit: 5%"},
		{"use l", "use I l"},
		{"use l", "use 1"},
		{"a, b", "a b"},
		{"cafe", "café"},
		{"git push -f", "git push f"},
		{"build *.go", "build .go"},
		{"новь", "новв"},
		{"ева", "еьа"},
		{"γη", "υη"},
		{"!", "?"},
	} {
		if a, b := fold.Key(pair[0]), fold.Key(pair[1]); a == b {
			t.Errorf("Key(%q) and Key(%q) are both %+q", pair[0], pair[1], a)
		}
	}
}

// Words of one alphabet must not become each other, whatever their letters
// look like.
func TestKeyKeepsAlphabetsApart(t *testing.T) {
	for name, letters := range map[string]string{
		"Russian":   "абвгдежзийклмнопрстуфхцчшщъыьэюя",
		"Ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
		"Serbian":   "абвгдђежзијклљмнњопрстћуфхцчџш",
		"Greek":     "αβγδεζηθικλμνξοπρστυφχψω",
		"Armenian":  "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
		"ASCII":     "abcdefghijklmnopqrstuvwxyz",
		"Arabic":    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
		"Hebrew":    "אבגדהוזחטיכלמנסעפצקרשת",
		"Hiragana":  "あいうえおかきくけこがぎぐげご",
	} {
		seen := map[string]rune{}
		for _, r := range letters {
			key := fold.Key(string(r))
			if other, double := seen[key]; double {
				t.Errorf("%s: %c and %c have the same key %q", name, other, r, key)
			}
			seen[key] = r
			if upper := fold.Key(strings.ToUpper(string(r))); upper != key {
				t.Errorf("%s: the key of %c depends on its case: %q and %q", name, r, key, upper)
			}
		}
	}
}

func TestNFC(t *testing.T) {
	if got := fold.NFC("cafe\u0301 on Fridays"); got != "caf\u00e9 on Fridays" {
		t.Errorf("NFC joins to %+q", got)
	}
	if got := fold.NFC("Ｆull ﬁ"); got != "Ｆull ﬁ" {
		t.Errorf("NFC changes compatible letters: %+q", got)
	}
}
