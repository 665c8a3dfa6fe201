package jsontree

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// plain has the bytes below utf8.RuneSelf that encoding/json writes as they are.
var plain = func() (is [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		is[c] = c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return is
}()

// short has the bytes that encoding/json writes as a backslash and a letter.
var short = [utf8.RuneSelf]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

const hex = "0123456789abcdef"

// appendString appends a string as encoding/json writes it.
func appendString(to []byte, s string) []byte {
	length := len(to)
	to = append(to, '"')
	from := 0 // of the bytes to copy
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				return append(to[:length], marshaled(s)...)
			case r == '\u2028' || r == '\u2029':
				to = append(to, s[from:i]...)
				to = append(to, `\u202`...)
				to = append(to, hex[r&0xf])
				from = i + size
			}
			i += size
			continue
		}
		to = append(to, s[from:i]...)
		if letter := short[c]; letter != 0 {
			to = append(to, '\\', letter)
		} else {
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		i++
		from = i
	}
	return append(append(to, s[from:]...), '"')
}

// appendFloat appends a finite number as encoding/json writes it.
func appendFloat(to []byte, f float64) []byte {
	if abs := math.Abs(f); abs != 0 && abs < 1e-6 || abs >= 1e21 {
		return append(to, marshaled(f)...)
	}
	return strconv.AppendFloat(to, f, 'f', -1, 64)
}

// marshaled returns the JSON of a string, or of a finite number, that is rare in documents.
func marshaled(v any) []byte {
	text, _ := json.Marshal(v) // cannot fail
	return text
}
