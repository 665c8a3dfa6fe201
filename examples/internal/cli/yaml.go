package cli

import (
	"encoding/json"

	"github.com/overridekit/overridekit/override/textedit"
)

// YAML returns a value as YAML, by way of its JSON.
func YAML(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return textedit.FromJSON(text)
}
