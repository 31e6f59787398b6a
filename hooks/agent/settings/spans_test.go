package settings_test

import (
	"testing"

	"gitmem/hooks/agent/settings"
)

func TestCodeSpansLeaveNoPathThatAClientOpens(t *testing.T) {
	for text, want := range map[string]string{
		"| see @docs/x.md.\n":              "| see `@docs/x.md`.\n",
		"@/etc/passwd":                     "`@/etc/passwd`",
		"| `@docs/x.md` and @~/y, (@z)":    "| `@docs/x.md` and `@~/y`, (`@z`)",
		"mail a@b.c, v@2 stay":             "mail a@b.c, v@2 stay",
		"| @a\n| `b\n| @c` d\n":            "| `@a`\n| `b\n| (at)c` d\n",
		"| ``@a` @b``\n":                   "| ``@a` (at)b``\n",
		"nothing":                          "nothing",
		"*@a* \"@b/c.md\" @scope/name.js!": "*`@a`* \"`@b/c.md`\" `@scope/name.js`!",
	} {
		if got := settings.CodeSpans(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
