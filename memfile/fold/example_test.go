package fold_test

import (
	"fmt"

	"gitmem/memfile/fold"
)

func ExampleKey() {
	rejected := fold.Key("Use npm, never pnpm.")
	disguised := fold.Key("USE nрm,  nevеr «pnpm»!") // with Cyrillic р and е
	fmt.Println(rejected == disguised, rejected)
	// Output: true use npm, never pnpm
}

func ExampleNormTrace() {
	source := "Please   ＩＧＮＯＲＥ it"
	trace := fold.NormTrace(source)
	fmt.Println(trace.Text)
	fmt.Println(source[trace.Offset(len("please ")):])
	// Output:
	// please ignore it
	// ＩＧＮＯＲＥ it
}
