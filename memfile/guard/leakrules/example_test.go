package leakrules_test

import (
	"fmt"
	"regexp"

	"gitmem/memfile/guard/leakrules"
)

func Example() {
	for _, r := range leakrules.Rules {
		if r.ID == "age-secret-key" {
			fmt.Println(r.Keywords, regexp.MustCompile(r.Regex).MatchString("AGE-SECRET-KEY-1"))
		}
	}
	// Output: [age-secret-key-1] false
}
