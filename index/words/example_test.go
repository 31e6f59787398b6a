package words_test

import (
	"fmt"

	"gitmem/index/words"
)

func ExampleIndex() {
	for _, t := range words.Index("Retries ignore http.proxy") {
		fmt.Println(t.Position, t.Text)
	}
	// Output:
	// 1 retri
	// 2 ignor
	// 3 http
	// 3 httpproxi
	// 4 proxi
}

func ExampleQuery() {
	terms, cut := words.Query("Where is the http.proxy?", false)
	for _, t := range terms {
		fmt.Println(t.Group, t.Weight, t.Text)
	}
	fmt.Println(len(cut), "notices")
	// Output:
	// 4 0.5 http
	// 4 1 httpproxi
	// 5 0.5 proxi
	// 0 notices
}

func ExampleMark() {
	text := "Set http.proxy first."
	for _, m := range words.Mark(text, map[string]bool{"proxi": true}) {
		fmt.Println(text[m[0]:m[1]])
	}
	// Output: proxy
}
