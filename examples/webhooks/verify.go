package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var digits = regexp.MustCompile(`\A[0-9]{1,12}\z`)

// IsGenuine reports whether a delivery is genuine. The body has the bytes as received.
func IsGenuine(secret string, headers http.Header, body []byte) bool {
	timestamp := headers.Get("X-Service-Timestamp")
	if !digits.MatchString(timestamp) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	age := time.Now().Unix() - seconds
	if age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	// During the overlap of a rotation, the previous secrets sign as well.
	signatures := headers.Get("X-Service-Signature") + " " + headers.Get("X-Service-Signature-Previous")
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}
