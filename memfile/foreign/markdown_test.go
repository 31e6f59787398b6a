package foreign

import (
	"strings"
	"testing"
)

func TestListItemsAndParagraphsWithTheirHeadings(t *testing.T) {
	reads(t, Markdown, "# Project\n\nUses Go.\n\n## Rules\n\n- Use pnpm.\n* Never npm.\n1. First.\n2) Second.\n\n### Deep\n\n- x\n\n## Other\n\n- y\n",
		"3 [Project] Uses Go.",
		"7 [Project > Rules] Use pnpm.", "8 [Project > Rules] Never npm.", "9 [Project > Rules] First.", "10 [Project > Rules] Second.",
		"14 [Project > Rules > Deep] x", "18 [Project > Other] y",
		"1 {a heading}", "5 {a heading}", "12 {a heading}", "16 {a heading}")
}

func TestHeadingsWithALineUnderThem(t *testing.T) {
	reads(t, Markdown, "Title\n=====\n\nPart\n----\n\n- a\n\nOther\n---\n- b\n",
		"7 [Title > Part] a", "11 [Title > Other] b", "1-2 {a heading}", "4-5 {a heading}", "9-10 {a heading}")
}

func TestContinuationLinesStay(t *testing.T) {
	reads(t, Markdown, "- one\n  more\n\n  a second paragraph\n- two\nwithout indentation\n",
		"1-4 one/more//a second paragraph", "5-6 two/without indentation")
	reads(t, Markdown, "a paragraph\n  over two lines\n\nanother\n", "1-2 a paragraph/over two lines", "4 another")
	reads(t, Markdown, "-\n  under an empty marker\n", "1-2 under an empty marker")
}

func TestIndentedListsAreLists(t *testing.T) {
	reads(t, Markdown, "# A\n\n  - one\n    more\n  - two\n", "3-4 [A] one/more", "5 [A] two", "1 {a heading}")
	reads(t, Markdown, "Rules\n - one\n - two\n", "1 Rules", "2 one", "3 two")
}

func TestNestedItemsStayInAShortWhole(t *testing.T) {
	reads(t, Markdown, "- Tests\n  - run `make`\n    - twice\n  - never skip\n- Next\n", "1-4 Tests/- run `make`/  - twice/- never skip", "5 Next")
}

func TestLongWholeIsSplitWithItsParentsInFront(t *testing.T) {
	long := strings.Repeat("word ", 95) + "end"
	reads(t, Markdown, "- Never do this:\n  - commit to main\n  - "+long+"\n    - deeper\n  - rebase\n- "+long+"\n",
		"1-2 Never do this: commit to main",
		"3-4 Never do this: "+long+": deeper",
		"5 Never do this: rebase",
		"6 "+long)
	reads(t, Markdown, "- "+long+"\n  - "+long+"\n    - a\n    - b\n",
		"1-3 "+long+": "+long+": a", "4 "+long+": "+long+": b")
	reads(t, Markdown, "- Setup.\n  - "+long+"\n  - a\n\n  ```\n  code\n  ```\n  and "+long+"\n",
		"1-2 Setup. "+long, "3 Setup. a", "5-8 Setup. ```/code/```//and "+long)
}

func TestItemThatBeginsWithAnItem(t *testing.T) {
	reads(t, Markdown, "- - a\n  - b\n- 1. c\n", "1 a", "2 b", "3 c")
}

func TestLeadStaysWithItsList(t *testing.T) {
	reads(t, Markdown, "Never do these:\n\n- commit to main\n- force push\n\nDone.\n", "1-4 Never do these:/- commit to main/- force push", "6 Done.")
	reads(t, Markdown, "**Rules**\n- a\n- b\n", "1-3 **Rules**/- a/- b")
	reads(t, Markdown, "**Never push.**\n\nNext.\n", "1 **Never push.**", "3 Next.")
	reads(t, Markdown, "No colon\n\n- a\n", "1 No colon", "3 a")
	reads(t, Markdown, "1. Do:\n- a\n- b\n2. Then\n", "1-3 Do:/- a/- b", "4 Then")
	long := strings.Repeat("word ", 50)
	reads(t, Markdown, "Never:\n\n- "+long+"\n- "+long+"\n", "1-3 Never: "+strings.TrimSpace(long), "4 Never: "+strings.TrimSpace(long))
	reads(t, Markdown, long+"so:\n\n- a\n", "1 "+long+"so:", "3 a")
}

func TestCodeStaysWithWhatItBelongsTo(t *testing.T) {
	reads(t, Markdown, "- run\n  ```sh\n  make\n\n  make test\n  ```\n", "1-6 run/```sh/make//make test/```")
	reads(t, Markdown, "1. Run:\n\n```sh\nmake\n```\n2. Go\n", "1-5 Run://```sh/make/```", "6 Go")
	reads(t, Markdown, "- run\n```\nmake\n```\n", "1-4 run/```/make/```")
	reads(t, Markdown, "Build with:\n\n```\nmake\n```\n\n```\nother\n```\n", "1-5 Build with://```/make/```", "7-9 (a code block that belongs to no item)")
	reads(t, Markdown, "- run\n\n```\nmake\n```\n", "1 run", "3-5 (a code block that belongs to no item)")
	reads(t, Markdown, "    indented\n\tcode\n", "1-2 (a code block that belongs to no item)")
	reads(t, Markdown, "```\n- no item\n# no heading\n", "1-3 (a code block that belongs to no item)")
}

func TestLayoutIsNamed(t *testing.T) {
	reads(t, Markdown, "---\ntitle: a\nlist:\n  - b\n---\n\n---\n<!-- for\npeople -->\n<details>\n<summary>\n\n- a\n\n</details>\n\n-\n",
		"13 a", "1-5 {front matter}", "7 {a line across the page}", "8-9 {an HTML comment}", "10-11 {HTML tags}", "15 {HTML tags}", "17 {empty}")
	reads(t, Markdown, "---\n\nno front matter: text\n\n---\n", "3 no front matter: text", "1 {a line across the page}", "5 {a line across the page}")
	reads(t, Markdown, "<important>\nNever push.\n</important>\n", "2 Never push.", "1 {HTML tags}", "3 {HTML tags}")
	reads(t, Markdown, "<https://example.org>\n", "1 (nothing but links)")
}

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	reads(t, Markdown, "text\n| a | b |\n|---|:-:|\n| c | d |\n\nmore\n", "1 text", "6 more", "2-4 (a table)")
	reads(t, Markdown, "The flags are:\n\n| a |\n|---|\n", "1-4 (a table)")
	reads(t, Markdown, "@docs/a.md\n@~/b.md\n\n- @c.md\n- see @c.md\n", "5 see @c.md",
		"1-2 (an @import: import that file by itself)", "4 (an @import: import that file by itself)")
	reads(t, Markdown, "Read:\n- @a.md\n- @b.md\n", "1-3 (an @import: import that file by itself)")
	reads(t, Markdown, "- [a](a.md)\n- [b](b.md): the rules\n\nSee:\n- [c](c.md)\n- <https://example.org>\n", "2 [b](b.md): the rules",
		"1 (nothing but links)", "4-6 (nothing but links)")
	reads(t, Markdown, "- "+strings.Repeat("é", MaxText)+"\n- "+strings.Repeat("é", MaxText+1)+"\n", "1 "+strings.Repeat("é", MaxText), "2 (longer than 2,000 characters)")
}

func TestQuotations(t *testing.T) {
	reads(t, Markdown, "text\n> quoted\n> more\n>\n> - item\n> # heading\nlazy\n", "1 text", "2-3 quoted/more", "5 item", "7 lazy", "6 {a heading}")
	reads(t, Markdown, "# A\n> # B\n> b\n\n- c\n", "3 [A] b", "5 [A] c", "1 {a heading}", "2 {a heading}")
	reads(t, Markdown, ">\n\n- a\n", "3 a", "1 {empty}")
	reads(t, Markdown, strings.Repeat(">", 30)+" deep\n", "1 "+strings.Repeat(">", 30-depthBound)+" deep")
}

func TestLineEndsAndBOM(t *testing.T) {
	reads(t, Markdown, "\ufeff# A\r\n\r\n- one\r\n  two\r\n", "3-4 [A] one/two", "1 {a heading}")
	reads(t, Markdown, "\ufeff---\r\na: b\r\n---\r\n- one", "4 one", "1-3 {front matter}")
	reads(t, Markdown, "")
	reads(t, Markdown, " \n\n\t\n")
}

func TestOverLongLines(t *testing.T) {
	huge := strings.Repeat("x", 3<<20)
	reads(t, Markdown, "- a\n- "+huge+"\n- b\n\n```\n"+huge+"\n```\n", "1 a", "3 b", "2 (longer than 2,000 characters)", "5-7 (a code block that belongs to no item)")
	reads(t, Markdown, "- a"+strings.Repeat(" ", lineBound)+"\n- b\n", "1 a", "2 b")
	reads(t, Markdown, "- "+strings.Repeat("é", lineBound)+"\n", "1 (longer than 2,000 characters)")
}
