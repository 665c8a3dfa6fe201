package value

import (
	"context"
	"encoding/json"
	"fmt"
)

// What Encode counts, in bytes and rounded up. It includes what decoding the text into Go values takes.
const (
	encodedSize = 256 // a value
	textSize    = 8   // a byte of the text
)

// maxText is the maximum length of the JSON of [Encode]. An object in an API server has a tenth of it.
const maxText = 16 << 20

// Encode returns decoded JSON as text. Nothing can interrupt package json, so it is called only if the text has at most 16 MB and the memory of ctx is
// enough, both for this and for decoding the text.
func Encode(ctx context.Context, v any) ([]byte, error) {
	e := encoder{meter: newMeter(ctx, encodedSize)}
	if err := e.add(v, 0); err != nil {
		return nil, err
	}
	if err := e.settle(); err != nil {
		return nil, err
	}
	if err := e.watch.Charge(textSize * e.length); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// encoder adds up the length of the JSON.
type encoder struct {
	meter
	length int
}

func (e *encoder) add(v any, depth int) error {
	switch v := v.(type) {
	case map[string]any:
		if err := e.enter(len(v), depth); err != nil {
			return err
		}
		for key, child := range v {
			if err := e.addText(key); err != nil {
				return err
			}
			if err := e.add(child, depth+1); err != nil {
				return err
			}
		}
	case []any:
		if err := e.enter(len(v), depth); err != nil {
			return err
		}
		for _, child := range v {
			if err := e.add(child, depth+1); err != nil {
				return err
			}
		}
	case string:
		return e.addText(v)
	}
	return nil
}

// addText adds a string in quotes.
func (e *encoder) addText(s string) error {
	e.length += len(s)
	for i := 0; i < len(s) && e.length <= maxText; i++ {
		switch c := s[i]; {
		case c < ' ', c == '"', c == '\\', c == '<', c == '>', c == '&': // such as \u003c
			e.length += 5
		case c >= 0x80: // U+2028 has 3 bytes, and 6 in the text
			e.length++
		}
	}
	if e.length > maxText {
		return fmt.Errorf("the value has more than %d bytes of JSON", maxText)
	}
	return nil
}
