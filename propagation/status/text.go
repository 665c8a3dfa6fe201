package status

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// textOf returns a status as its hook writes it, see [interpreter.StatusEncoder]; nil for null. A text that is not JSON is an error.
func textOf(hook interpreter.StatusInterpreter, status any) (*api.JSON, error) {
	if err := content.Check(map[string]any{"status": status}); err != nil {
		return nil, err
	}
	encode := json.Marshal
	if encoder, ok := hook.(interpreter.StatusEncoder); ok {
		encode = encoder.EncodeStatus
	}
	text, err := encode(status)
	if err != nil {
		return nil, err
	}
	if !json.Valid(text) {
		return nil, errors.New("the encoded status is not valid JSON")
	}
	return present(&api.JSON{Raw: text}), nil
}

// present returns a status, not copied; nil if it is null or empty.
func present(status *api.JSON) *api.JSON {
	if status == nil || status.IsZero() || string(bytes.TrimSpace(status.Raw)) == "null" {
		return nil
	}
	return status
}

// sameText reports whether two statuses are the same text. White space, and whether <, > and & are escaped, does not matter: clients change
// both when they write.
func sameText(a, b *api.JSON) bool {
	a, b = present(a), present(b)
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.Raw, b.Raw) || bytes.Equal(compact(a.Raw), compact(b.Raw))
}

// sameMeaning reports whether two statuses are the same JSON, with keys in any order.
func sameMeaning(a, b *api.JSON) bool {
	if sameText(a, b) {
		return true
	}
	if present(a) == nil || present(b) == nil {
		return false
	}
	x, err := a.Decode()
	if err != nil {
		return false
	}
	y, err := b.Decode()
	return err == nil && jsontree.Equal(x, y)
}

// compact returns a JSON text as a client writes it. Anything else does not change.
func compact(text []byte) []byte {
	var short, escaped bytes.Buffer
	if json.Compact(&short, text) != nil {
		return text
	}
	json.HTMLEscape(&escaped, short.Bytes())
	return escaped.Bytes()
}
