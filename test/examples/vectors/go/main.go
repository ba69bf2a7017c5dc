// Command vectors signs and verifies the test vectors on standard input with the Go example.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"

	"example.com/openplug"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var part [4]string
		for i, text := range strings.Split(lines.Text(), " ") {
			decoded, err := base64.StdEncoding.DecodeString(text)
			check(err)
			part[i] = string(decoded)
		}
		if part[0] == "request" {
			fields, parameters := map[string]string{}, url.Values{}
			check(json.Unmarshal([]byte(part[3]), &fields))
			for name, value := range fields {
				parameters.Set(name, value)
			}
			fmt.Println(openplug.CanonicalString(parameters), openplug.Sign(parameters, part[1]))
			continue
		}
		var resource map[string]any
		if openplug.Verify([]byte(part[1]), strings.Split(part[3], ","), part[2], &resource) == nil {
			fmt.Println("genuine")
		} else {
			fmt.Println("forged")
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
