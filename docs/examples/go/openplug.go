// Package openplug signs requests to openplug, and verifies what openplug sends. Copy this file; it needs the standard
// library and nothing else.
package openplug

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"strings"
)

// CanonicalString returns the text that is signed: all parameters, sorted by name and form-encoded as PHP does, which
// escapes "~".
func CanonicalString(parameters url.Values) string {
	return strings.ReplaceAll(parameters.Encode(), "~", "%7E")
}

// Sign signs all parameters of a request except "sign".
func Sign(parameters url.Values, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(CanonicalString(parameters)))
	return hex.EncodeToString(mac.Sum(nil))
}

// Verify reads the resource of a signed response or callback into resource, a pointer to a struct or a map, if it is
// genuine. Otherwise it returns an error, and nothing in the message can be trusted. The body is the raw body.
// The secrets are those that are valid: two while the secret is being replaced. The header Openplug-Previous-Sign of a
// callback is previousSigns.
func Verify(body []byte, secrets []string, previousSigns string, resource any) error {
	var message struct {
		Resource json.RawMessage `json:"resource"`
		Sign     string          `json:"sign"`
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return errors.New("no signed message")
	}
	parameters, err := fields(message.Resource)
	if err != nil {
		return err
	}
	presented := append(strings.Split(previousSigns, ","), message.Sign)
	for _, secret := range secrets {
		expected := []byte(Sign(parameters, secret))
		for _, candidate := range presented {
			if hmac.Equal(expected, []byte(strings.TrimSpace(candidate))) {
				return json.Unmarshal(message.Resource, resource)
			}
		}
	}
	return errors.New("wrong signature")
}

// SecretsFromEnvironment reads OPENPLUG_SECRET: the secret, or the new and the old one with a comma while it is being
// replaced.
func SecretsFromEnvironment() ([]string, error) {
	secrets := strings.Split(os.Getenv("OPENPLUG_SECRET"), ",")
	for i, secret := range secrets {
		secrets[i] = strings.TrimSpace(secret)
		// With an empty secret anybody could sign.
		if len(secrets[i]) != 32 {
			return nil, errors.New("OPENPLUG_SECRET: expected 32 characters, or several such secrets with commas")
		}
	}
	return secrets, nil
}

// fields returns the fields of a flat JSON object, numbers as they were written: a float64 would be 1.624329435e+09.
func fields(resource []byte) (url.Values, error) {
	decoder := json.NewDecoder(bytes.NewReader(resource))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return nil, errors.New("no resource with fields")
	}
	form := url.Values{}
	for name, value := range values {
		switch value := value.(type) {
		case string:
			form.Set(name, value)
		case json.Number:
			form.Set(name, value.String())
		default:
			return nil, errors.New("a field that is neither text nor a number")
		}
	}
	return form, nil
}
