package textedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// kind is the JSON type of a value.
type kind int

const (
	null kind = iota
	boolean
	number
	str
	list
	object
)

var (
	kindNames = [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}
	kindNouns = [...]string{"null", "boolean", "number", "string", "list", "object"}
)

// String returns the kind with its article.
func (k kind) String() string { return kindNames[k] }

func (k kind) noun() string { return kindNouns[k] }

// value is a JSON value that preserves the order of keys and the digits of numbers. Among equal keys, it has the last. The
// zero value is null.
type value struct {
	kind  kind
	text  string   // of a string, or the literal
	keys  []string // of an object
	items []value  // of a list, or of an object's keys
}

func (v value) empty() bool { return len(v.items) == 0 }

// members returns the values of an object by key.
func (v value) members() map[string]*value {
	all := make(map[string]*value, len(v.keys))
	for i, key := range v.keys {
		all[key] = &v.items[i]
	}
	return all
}

// maxDepth limits the nesting of a value of an operation. With indentation, the written text is quadratic in the depth.
const maxDepth = 500

func parseValue(raw []byte) (value, error) {
	if err := validJSON(raw); err != nil {
		return value{}, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return readValue(d, 0)
}

// validJSON returns an error if raw is not a JSON value.
func validJSON(raw []byte) error {
	if json.Valid(raw) {
		return nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	return errors.New("not a JSON value")
}

func readValue(d *json.Decoder, depth int) (value, error) {
	if depth > maxDepth {
		return value{}, fmt.Errorf("it nests deeper than %d levels", maxDepth)
	}
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case bool:
		return value{kind: boolean, text: fmt.Sprint(t)}, nil
	case json.Number:
		return value{kind: number, text: t.String()}, nil
	case string:
		return value{kind: str, text: t}, nil
	case json.Delim:
		v := value{kind: list}
		if t == '{' {
			v.kind = object
		}
		at := map[string]int{}
		for d.More() {
			if v.kind == object {
				key, err := d.Token()
				if err != nil {
					return value{}, err
				}
				item, err := readValue(d, depth+1)
				if err != nil {
					return value{}, err
				}
				name := key.(string)
				if i, ok := at[name]; ok {
					v.items[i] = item
					continue
				}
				at[name] = len(v.keys)
				v.keys, v.items = append(v.keys, name), append(v.items, item)
				continue
			}
			item, err := readValue(d, depth+1)
			if err != nil {
				return value{}, err
			}
			v.items = append(v.items, item)
		}
		_, err := d.Token()
		return v, err
	}
	return value{text: "null"}, nil
}

// maxKey limits the length of a key before a colon on one line (YAML 1.2.2, section 7.4.2: 1024 characters).
const maxKey = 1000

// checkYAML returns an error if YAML cannot represent a value: parsers do not accept a number that does not fit in a float64,
// or a key that is too long.
func (v value) checkYAML() error {
	if v.kind == number {
		if _, err := strconv.ParseFloat(v.text, 64); err != nil {
			return fmt.Errorf("the number %s is out of the range of YAML parsers", shorten(v.text))
		}
	}
	for _, key := range v.keys {
		if err := checkKey(key); err != nil {
			return err
		}
	}
	for _, item := range v.items {
		if err := item.checkYAML(); err != nil {
			return err
		}
	}
	return nil
}

func checkKey(key string) error {
	if n := len(inDouble(key)); n > maxKey {
		return fmt.Errorf("the key %q has %d bytes, expected at most %d before a colon", shorten(key), n, maxKey)
	}
	return nil
}

// sameNumber reports whether two JSON numbers are equal, such as 1.50 and 15e-1.
func sameNumber(a, b string) bool { return a == b || decimal(a) == decimal(b) }

// maxExponent limits the exponents that decimal normalizes, to avoid an overflow of 64 bits.
const maxExponent = 1 << 60

// decimal normalizes a JSON number: its digits without zeros at either end, and the power of ten.
func decimal(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	var exponent int64
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.ParseInt(s[i+1:], 10, 64); err != nil || exponent > maxExponent || exponent < -maxExponent {
			return sign + s
		}
		s = s[:i]
	}
	if i := strings.IndexByte(s, '.'); i >= 0 {
		exponent -= int64(len(s) - i - 1)
		s = s[:i] + s[i+1:]
	}
	s = strings.TrimLeft(s, "0")
	digits := strings.TrimRight(s, "0")
	if digits == "" {
		return "0"
	}
	return fmt.Sprintf("%s%se%d", sign, digits, exponent+int64(len(s)-len(digits)))
}
