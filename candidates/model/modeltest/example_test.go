package modeltest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"gitmem/candidates/model/modeltest"
)

func ExampleServe() {
	server := modeltest.Serve(modeltest.OpenAI, modeltest.InTurn(modeltest.Reply{Status: 429, RetryAfter: "7"}, modeltest.Reply{Text: "yes", Whole: true}))
	defer server.Close()
	for range 2 {
		response, err := http.Post(server.URL+"/v1/chat/completions", "application/json", strings.NewReader(`{"model":"m"}`))
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		fmt.Println(response.StatusCode, response.Header.Get("Retry-After"), strings.Contains(string(body), `"content":"yes"`))
	}
	fmt.Println(len(server.Sent()), server.Sent()[0].Field("model"))
	// Output:
	// 429 7 false
	// 200  true
	// 2 m
}
