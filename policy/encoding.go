package policy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// toUTF8 returns a text in UTF-8 without a byte order mark. A text that begins with a byte order mark of UTF-16 is in UTF-16, as some shells of Windows
// write files. It may be longer in UTF-8, so the limit is checked again.
func (l Limits) toUTF8(text []byte) ([]byte, error) {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(text, []byte("\ufeff")), nil
	}
	out := make([]byte, 0, len(text)/2)
	for at := 2; at < len(text); {
		c, size := utf16Rune(text[at:], order)
		if size == 0 {
			return nil, fmt.Errorf("the text is not valid UTF-16: byte %d is not a whole character", at+1)
		}
		at += size
		if out = utf8.AppendRune(out, c); len(out) > l.Bytes {
			return nil, fmt.Errorf("the text is longer than %d bytes in UTF-8", l.Bytes)
		}
	}
	return out, nil
}

// utf16Rune returns the first character of a text, and its bytes: 0 if it is not valid.
func utf16Rune(text []byte, order binary.ByteOrder) (c rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	if c = rune(order.Uint16(text)); !utf16.IsSurrogate(c) {
		return c, 2
	}
	if len(text) < 4 {
		return 0, 0
	}
	if c = utf16.DecodeRune(c, rune(order.Uint16(text[2:]))); c == utf8.RuneError {
		return 0, 0
	}
	return c, 4
}
