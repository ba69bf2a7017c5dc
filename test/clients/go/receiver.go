// Receives callbacks with nothing but Go's standard library: SECRET=… PORT=8000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func isGenuine(resource map[string]any, sign string) bool {
	form := url.Values{}
	for name, value := range resource {
		form.Set(name, fmt.Sprint(value))
	}
	// Encode sorts by name. The service signs with PHP's encoding, which escapes "~"; Encode leaves it bare.
	text := strings.ReplaceAll(form.Encode(), "~", "%7E")
	mac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))
	mac.Write([]byte(text))
	return hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(sign))
}

func receive(response http.ResponseWriter, request *http.Request) {
	var message struct {
		Resource map[string]any
		Sign     string
	}
	decoder := json.NewDecoder(request.Body)
	decoder.UseNumber() // a float64 would be printed as 1.624329435e+09
	if err := decoder.Decode(&message); err != nil || !isGenuine(message.Resource, message.Sign) {
		http.Error(response, "wrong signature", http.StatusUnauthorized)
		return
	}
	// A message can come more than once: here, act on the order_id unless that was done before.
	fmt.Fprint(response, "SUCCESS")
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
