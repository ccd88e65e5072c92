// The sample in Go: reads a delivery a line as JSON from stdin, and writes its verdict a line to stdout.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"samples/webhooks"
)

type delivery struct {
	Secret  string
	Headers map[string]string
	Body    []byte
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var read delivery
		if err := json.Unmarshal(lines.Bytes(), &read); err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range read.Headers {
			headers.Set(name, value)
		}
		fmt.Println(webhooks.IsGenuine(read.Secret, headers, read.Body))
	}
}
