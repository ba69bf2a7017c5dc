// Command cmd runs the client and the receiver:
//
//	go run ./cmd client ACCESS_TOKEN TITLE [ORDER_NUMBER]
//	PORT=8000 go run ./cmd receiver
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"example.com/openplug"
)

func main() {
	switch args := os.Args[1:]; {
	case len(args) >= 3 && args[0] == "client":
		client := &openplug.Client{
			BaseURL:  setting("OPENPLUG_URL", "http://127.0.0.1:3000"),
			PluginID: os.Getenv("OPENPLUG_PLUGIN_ID"),
			Secrets:  secrets(),
		}
		call(client, args[1], args[2], args[3:])
	case len(args) == 1 && args[0] == "receiver":
		receive(&openplug.Receiver{Secrets: secrets(), OrdersDir: setting("ORDERS_DIR", "orders")})
	default:
		log.Print("usage: go run ./cmd client ACCESS_TOKEN TITLE [ORDER_NUMBER], or go run ./cmd receiver")
		os.Exit(2)
	}
}

// call links an account, creates goods, and asks for a payment.
func call(client *openplug.Client, accessToken, title string, orderNumbers []string) {
	user, err := client.BaseInfo(accessToken)
	check(err)
	show("user", user)
	goodsID, err := client.CreateGoods(accessToken, title, 100, 0)
	check(err)
	show("goods", goodsID)
	for _, number := range orderNumbers {
		order, err := client.PaymentRecord(number)
		check(err)
		show("order", order)
	}
}

func receive(receiver *openplug.Receiver) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "8000"))
	check(err)
	fmt.Printf("listening on http://%s/\n", listener.Addr())
	server := &http.Server{Handler: receiver, ReadTimeout: 10 * time.Second, WriteTimeout: 20 * time.Second}
	check(server.Serve(listener))
}

func secrets() []string {
	secrets, err := openplug.SecretsFromEnvironment()
	check(err)
	return secrets
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func show(name string, value any) {
	text, err := json.Marshal(value)
	check(err)
	fmt.Printf("%s: %s\n", name, text)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
