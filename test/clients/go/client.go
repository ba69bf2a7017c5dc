// Calls the three endpoints with nothing but Go's standard library: go run client.go
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

type params map[string]any

func main() {
	token, title := os.Getenv("ACCESS_TOKEN"), os.Getenv("TITLE")
	user := params{"access_token": token, "note": title}
	order := params{"out_order_id": os.Getenv("ORDER_ID"), "note": title}
	goods := params{"access_token": token, "title": title, "total_fee": 100, "pay_limit": 1}

	call("baseinfo", "GET", "/baseinfo", "query", user)
	for _, transport := range []string{"query", "json", "form", "multipart"} {
		call("goods", "POST", "/goods", transport, goods)
	}
	call("payments/record", "GET", "/payments/record", "query", order)
}

func call(name, method, path, transport string, unsigned params) {
	signed := params{"plugin_id": os.Getenv("PLUGIN_ID"), "timestamp": time.Now().Unix()}
	for key, value := range unsigned {
		signed[key] = value
	}
	signed["sign"] = sign(values(signed).Encode())

	target := os.Getenv("OPENPLUG_URL") + path
	contentType, body := "", []byte(nil)
	switch transport {
	case "query":
		target += "?" + values(signed).Encode()
	case "json":
		contentType, body = "application/json", toJSON(signed)
	case "form":
		contentType, body = "application/x-www-form-urlencoded", []byte(values(signed).Encode())
	case "multipart":
		contentType, body = toMultipart(signed)
	}

	request, err := http.NewRequest(method, target, bytes.NewReader(body))
	check(err)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)

	line := params{"call": name + " " + transport, "status": response.StatusCode, "body": string(text), "signatureValid": nil}
	if json.Valid(text) {
		line["body"] = json.RawMessage(text)
	}
	var answer struct {
		Resource params
		Sign     string
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a float64 would be printed as 1.624329435e+09
	if decoder.Decode(&answer) == nil && answer.Resource != nil {
		line["signatureValid"] = isGenuine(answer.Resource, answer.Sign)
	}
	fmt.Println(string(toJSON(line)))
}

func values(p params) url.Values {
	form := url.Values{}
	for name, value := range p {
		form.Set(name, fmt.Sprint(value))
	}
	return form
}

// sign takes what url.Values.Encode returns: it sorts by name.
func sign(text string) string {
	mac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

func isGenuine(resource params, signature string) bool {
	// The service signs with PHP's encoding, which escapes "~"; Encode leaves it bare.
	text := strings.ReplaceAll(values(resource).Encode(), "~", "%7E")
	return hmac.Equal([]byte(sign(text)), []byte(signature))
}

func toJSON(value any) []byte {
	text, err := json.Marshal(value)
	check(err)
	return text
}

func toMultipart(p params) (contentType string, body []byte) {
	var buffer bytes.Buffer
	writer := multipart.NewWriter(&buffer)
	for name, value := range p {
		check(writer.WriteField(name, fmt.Sprint(value)))
	}
	check(writer.Close())
	return writer.FormDataContentType(), buffer.Bytes()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
