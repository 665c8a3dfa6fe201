package work

import (
	"bytes"
	"encoding/base64"
	"maps"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// sameValue reports whether two values of a key at the present place are equal, rule 1 of [Difference].
func (d *drifter) sameValue(key string, wanted, found any) bool {
	if jsontree.Equal(wanted, found) {
		return true
	}
	if d.usersKeys(d.at) && (wanted == nil && found == "" || wanted == "" && found == nil) {
		return true
	}
	return d.isQuantity(key) && sameQuantity(wanted, found) || d.isBytes(key) && sameBytes(wanted, found)
}

// isQuantity reports whether a value is a quantity, which API servers normalize: 1000m becomes 1. They store a kind of a CRD as it is, but
// its controllers may normalize resources. Other names may have other meanings there: the version 1.10 is not 1.1.
func (d *drifter) isQuantity(key string) bool {
	if len(d.at) == 0 || d.inSchema() {
		return false
	}
	parent := d.at[len(d.at)-1]
	switch {
	case parent == "limits" || parent == "requests":
		return d.applied || !d.declared
	case d.declared || d.usersKeys(d.at) && parent != "hard":
		return false
	}
	switch key {
	case "sizeLimit", "divisor", "averageValue":
		return true
	}
	switch parent {
	case "default", "defaultRequest", "min", "max", "maxLimitRequestRatio":
		return d.kind == "LimitRange"
	case "target":
		return d.kind == "HorizontalPodAutoscaler"
	case "hard":
		return d.kind == "ResourceQuota"
	case "capacity", "overhead", "podFixed":
		return true
	}
	return false
}

// sameQuantity reports whether two values are the same quantity.
func sameQuantity(a, b any) bool {
	p, err := quantity.Of(a)
	if err != nil {
		return false
	}
	q, err := quantity.Of(b)
	return err == nil && quantity.Equal(p, q)
}

// isBytes reports whether a value is data in base64, from which API servers remove line breaks.
func (d *drifter) isBytes(key string) bool {
	return key == "caBundle" && !d.declared && !d.usersKeys(d.at) ||
		len(d.at) == 1 && d.core && (d.kind == "Secret" && d.at[0] == "data" || d.kind == "ConfigMap" && d.at[0] == "binaryData")
}

// sameBytes reports whether two values are the same data.
func sameBytes(a, b any) bool {
	s, isString := a.(string)
	t, areStrings := b.(string)
	if !isString || !areStrings {
		return false
	}
	p, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return false
	}
	q, err := base64.StdEncoding.DecodeString(t)
	return err == nil && bytes.Equal(p, q)
}

// withStringData returns a Secret whose stringData is in its data, as API servers store it.
func withStringData(secret map[string]any) map[string]any {
	plain, ok := secret["stringData"].(map[string]any)
	if !ok {
		return secret
	}
	secret = maps.Clone(secret)
	delete(secret, "stringData")
	before, _ := secret["data"].(map[string]any)
	data := make(map[string]any, len(before)+len(plain))
	maps.Copy(data, before)
	for key, v := range plain {
		if s, ok := v.(string); ok || v == nil { // null is an empty string
			data[key] = base64.StdEncoding.EncodeToString([]byte(s))
		}
	}
	secret["data"] = data
	return secret
}
