package work

import (
	"bytes"
	"encoding/base64"
)

// bytes reports whether the value at the present place is data in base64, from which API servers remove line breaks.
func (d *drifter) bytes() bool {
	switch n := len(d.at); {
	case n == 0:
		return false
	case d.at[n-1] == "caBundle":
		return true
	default:
		return n == 2 && d.core && (d.kind == "Secret" && d.at[0] == "data" || d.kind == "ConfigMap" && d.at[0] == "binaryData")
	}
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
