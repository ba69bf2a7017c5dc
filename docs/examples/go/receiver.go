package openplug

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
)

const maxBodyBytes = 65_536

// An order_id names a file.
var orderID = regexp.MustCompile(`^[A-Za-z0-9]{32}$`)

// Receiver takes callbacks.
type Receiver struct {
	Secrets   []string
	OrdersDir string
}

func (r *Receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		http.Error(response, "expected POST", http.StatusMethodNotAllowed)
		return
	}
	mediaType, _, _ := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if mediaType != "application/json" {
		http.Error(response, "expected application/json", http.StatusUnsupportedMediaType)
		return
	}
	// The raw body: what a framework has parsed may be trimmed, or lack empty values.
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		http.Error(response, "too large", http.StatusRequestEntityTooLarge)
		return
	}

	var order Order
	if err := Verify(body, r.Secrets, request.Header.Get("Openplug-Previous-Sign"), &order); err != nil {
		http.Error(response, "wrong signature", http.StatusUnauthorized)
		return
	}
	if !orderID.MatchString(order.OrderID) {
		http.Error(response, "expected an order", http.StatusBadRequest)
		return
	}
	// The service tries an address with a message that is not paid.
	if order.Status == Paid {
		if err := r.storeOnce(order); err != nil {
			log.Printf("callback not taken: %v", err)
			// The service sends it again.
			http.Error(response, "not stored", http.StatusInternalServerError)
			return
		}
	}
	io.WriteString(response, "SUCCESS")
}

// storeOnce writes the paid order, unless it is there: a message can come more than once, and two at the same time.
// Deliver what was bought from these files, in a job of your own. With a database, insert a row with a unique order_id
// instead.
func (r *Receiver) storeOnce(order Order) error {
	if err := os.MkdirAll(r.OrdersDir, 0o700); err != nil {
		return err
	}
	random := make([]byte, 8)
	if _, err := rand.Read(random); err != nil {
		return err
	}
	draft := filepath.Join(r.OrdersDir, "."+hex.EncodeToString(random))
	file, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	defer file.Close()
	if err := json.NewEncoder(file).Encode(order); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	// A link gives the whole file its name, or fails if there is one of that name.
	err = os.Link(draft, filepath.Join(r.OrdersDir, order.OrderID+".json"))
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Once more, so that the name is on the disk too.
	return file.Sync()
}
