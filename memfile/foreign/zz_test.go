package foreign

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func TestZZ(t *testing.T) {
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	_ = util.Prioritized
	diff, total := 0, 0
	for _, folder := range []string{"memory-files", "skills"} {
		for _, f := range realFiles(t, folder) {
			data, _ := os.ReadFile(f)
			src := data
			if n := frontMatter(string(data)); n > 0 {
				src = []byte(blanked(string(data), n))
			}
			want := map[int]string{}
			root := p.Parse(text.NewReader(src))
			for n := root.FirstChild(); n != nil; n = n.NextSibling() {
				if n.Kind() == ast.KindList {
					for i := n.FirstChild(); i != nil; i = i.NextSibling() {
						want[1+bytes.Count(src[:i.Pos()], []byte("\n"))] = "item"
					}
				}
				if n.Kind() == ast.KindHeading {
					want[1+bytes.Count(src[:n.Pos()], []byte("\n"))] = "heading"
				}
				if n.Kind() == ast.KindFencedCodeBlock {
					want[1+bytes.Count(src[:n.Pos()], []byte("\n"))] = "code"
				}
			}
			pieces, err := cut(f, string(src), 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := map[int]string{}
			for _, p := range pieces {
				switch p.kind {
				case item:
					got[p.line] = "item"
				case title:
					if p.level > 0 { got[p.line] = "heading" }
				case code:
					got[p.line] = "code"
				}
			}
			total += len(want)
			for l, k := range want {
				if got[l] != k {
					diff++
					if diff < 40 { fmt.Println("goldmark", k, "ours", got[l], f[24:], l, string(bytes.Split(src, []byte("\n"))[l-1])) }
				}
			}
			for l, k := range got {
				if want[l] == "" {
					diff++
					if diff < 40 { fmt.Println("only ours", k, f[24:], l, string(bytes.Split(src, []byte("\n"))[l-1])) }
				}
			}
		}
	}
	fmt.Println(diff, "of", total)
}
