package openplug

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client calls the three endpoints.
type Client struct {
	BaseURL  string
	PluginID string
	Secrets  []string // the newest first; it signs the requests
}

// User is who an access token belongs to.
type User struct {
	OpenID    string `json:"open_id"` // keep it beside your own user: it never changes, the token ends
	Nickname  string `json:"nickname"`
	Avatar    string `json:"avatar"`
	Member    int    `json:"member"` // 1: a member
	Timestamp int64  `json:"timestamp"`
}

// Order is an order in an answer or a callback.
type Order struct {
	OrderID    string `json:"order_id"`
	OutOrderID string `json:"out_order_id"`
	Status     int    `json:"status"` // Paid, or 0
	PaidAt     string `json:"paid_at"`
	PayFee     int64  `json:"pay_fee"` // in fen
	GoodsID    string `json:"goods_id"`
	OpenID     string `json:"open_id"`
	Attach     string `json:"attach"`
	Body       string `json:"body"`
	CreatedAt  string `json:"created_at"`
	PluginID   string `json:"plugin_id"`
	Timestamp  int64  `json:"timestamp"`
}

// Paid is the status of a paid order.
const Paid = 10

var httpClient = &http.Client{
	Timeout: 10 * time.Second,
	// A signed request is for one address only.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// BaseInfo returns who the access token belongs to.
func (c *Client) BaseInfo(accessToken string) (User, error) {
	var user User
	body, err := c.call(http.MethodGet, "/baseinfo", url.Values{"access_token": {accessToken}})
	if err == nil {
		err = Verify(body, c.Secrets, "", &user)
	}
	return user, err
}

// CreateGoods creates goods for one price, in fen, and returns their goods_id. A pay limit of 0 means: no limit.
func (c *Client) CreateGoods(accessToken, title string, totalFeeFen, payLimit int) (string, error) {
	body, err := c.call(http.MethodPost, "/goods", url.Values{
		"access_token": {accessToken},
		"title":        {title},
		"total_fee":    {strconv.Itoa(totalFeeFen)},
		"pay_limit":    {strconv.Itoa(payLimit)},
	})
	if err != nil {
		return "", err
	}
	var answer struct{ Message string }
	err = json.Unmarshal(body, &answer)
	return answer.Message, err
}

// PaymentRecord returns the order with this number, yours or the platform's.
func (c *Client) PaymentRecord(orderNumber string) (Order, error) {
	var order Order
	body, err := c.call(http.MethodGet, "/payments/record", url.Values{"out_order_id": {orderNumber}})
	if err == nil {
		err = Verify(body, c.Secrets, "", &order)
	}
	if err == nil && orderNumber != order.OrderID && orderNumber != order.OutOrderID {
		err = errors.New("openplug answered with another order")
	}
	return order, err
}

func (c *Client) call(method, path string, parameters url.Values) ([]byte, error) {
	parameters.Set("plugin_id", c.PluginID)
	parameters.Set("timestamp", strconv.FormatInt(time.Now().Unix(), 10))
	parameters.Set("sign", Sign(parameters, c.Secrets[0]))
	target, form := c.BaseURL+path+"?"+parameters.Encode(), ""
	if method == http.MethodPost {
		target, form = c.BaseURL+path, parameters.Encode()
	}
	request, err := http.NewRequest(method, target, strings.NewReader(form))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := httpClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("openplug was not reached: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("openplug answered %s %s with %d: %s", method, path, response.StatusCode, body)
	}
	return body, err
}
