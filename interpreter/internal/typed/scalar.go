package typed

import (
	"encoding/base64"
	"math"
	"strconv"
	"time"

	"github.com/overridekit/overridekit/override/jsontree"
)

// scalar encodes a value that is not a list, a map or a struct of the table.
func (n *node) scalar(v any, json bool) (any, *partialError) {
	if !n.fits(v) || json && !n.literal(v) {
		return nil, n.wrong(v)
	}
	if isNil(v) && n.kind != bytes {
		return (&node{kind: n.kind}).zero(), nil
	}
	switch s, isText := v.(string); n.kind {
	case int32s, int64s:
		v, _ := integer(v)
		return v, nil
	case bytes:
		return encodeBytes(v), nil
	case amount:
		return encodeQuantity(v), nil
	case intOrString:
		if isText {
			return string([]rune(s)), nil // JSON turns a byte that is not UTF-8 into U+FFFD
		}
		v, _ := integer(v)
		return v, nil
	case instant:
		return encodeTime(s), nil
	case raw:
		return encodeRaw(v, json), nil
	}
	return v, nil
}

// literal reports whether an integer was written as one, which encoding/json insists on.
func (n *node) literal(v any) bool {
	switch v := v.(type) {
	case float64:
		return n.kind != int32s && n.kind != int64s && n.kind != intOrString
	case []any:
		for _, e := range v {
			if _, isFloat := e.(float64); isFloat && n.kind == bytes {
				return false
			}
		}
	}
	return true
}

// integer returns v as an integer; a float64 must be whole and in range.
func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		if v == math.Trunc(v) && -(1<<63) <= v && v < 1<<63 { // 1<<63 is the first float64 beyond
			return int64(v), true
		}
	}
	return 0, false
}

// isTime reports whether s is a time.
func isTime(s string) bool {
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// encodeTime encodes a time in UTC, to the second; null if it is the zero time.
func encodeTime(s string) any {
	t, _ := time.Parse(time.RFC3339, s)
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}

// isBytes reports whether v is bytes: a string in base64, or a list of their numbers.
func isBytes(v any) bool {
	switch v := v.(type) {
	case string:
		return isBase64(v)
	case []any:
		for _, e := range v {
			if i, ok := integer(e); e != nil && !(ok && i == int64(byte(i))) {
				return false
			}
		}
		return true
	}
	return false
}

// isBase64 reports whether base64.StdEncoding decodes s. Line ends may be anywhere; bits that belong to no byte may be set.
func isBase64(s string) bool {
	digits, pads := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\r' || c == '\n':
		case c == '=':
			pads++
		case pads == 0 && ('A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'):
			digits++
		default:
			return false
		}
	}
	return (digits+pads)%4 == 0 && pads <= 2
}

// encodeBytes encodes bytes as a string in base64; null if there is not even a list.
func encodeBytes(v any) any {
	var decoded []byte
	switch v := v.(type) {
	case string:
		decoded, _ = base64.StdEncoding.DecodeString(v)
	case []any:
		if v == nil {
			return nil
		}
		for _, e := range v {
			i, _ := integer(e)
			decoded = append(decoded, byte(i))
		}
	}
	return base64.StdEncoding.EncodeToString(decoded)
}

// isJSON reports whether an encoder can write v.
func isJSON(v any, depth int) bool {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case map[string]any:
		for _, e := range v {
			if depth == jsontree.MaxDepth || !isJSON(e, depth+1) {
				return false
			}
		}
		return true
	case []any:
		for _, e := range v {
			if depth == jsontree.MaxDepth || !isJSON(e, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// encodeRaw returns a copy of v, as an encoder and a decoder make it: a nil map or list is null, and unless json is true, a float64
// without dot and exponent is an int64 where it fits one.
func encodeRaw(v any, json bool) any {
	switch v := v.(type) {
	case string:
		return string([]rune(v))
	case float64:
		if format := strconv.FormatFloat(v, 'f', -1, 64); !json && math.Abs(v) < 1e21 {
			if i, err := strconv.ParseInt(format, 10, 64); err == nil {
				return i
			}
		}
	case map[string]any:
		if v == nil {
			return nil
		}
		out := make(map[string]any, len(v))
		for _, key := range sorted(v) { // so that the same one of equal keys wins
			out[string([]rune(key))] = encodeRaw(v[key], json)
		}
		return out
	case []any:
		if v == nil {
			return nil
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = encodeRaw(e, json)
		}
		return out
	}
	return v
}
