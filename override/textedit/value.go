package textedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// kind is what a value is, in JSON's terms.
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

// String is the kind with its article.
func (k kind) String() string { return kindNames[k] }

func (k kind) noun() string { return kindNouns[k] }

// value is a JSON value with its keys in the order, and its numbers in the digits, in which they were given. Of equal keys
// there is the last. The zero value is null.
type value struct {
	kind  kind
	text  string   // the words of a text, else the literal
	keys  []string // of an object
	items []value  // of a list, or of an object's keys
}

func (v value) empty() bool { return len(v.items) == 0 }

// members are an object's values by key.
func (v value) members() map[string]*value {
	all := make(map[string]*value, len(v.keys))
	for i, key := range v.keys {
		all[key] = &v.items[i]
	}
	return all
}

// maxDepth is how deeply a value of an operation may nest. What is written over several lines grows with the square of it.
const maxDepth = 500

func parseValue(raw []byte) (value, error) {
	if err := validJSON(raw); err != nil {
		return value{}, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return readValue(d, 0)
}

// validJSON says what is wrong with a text that is no JSON value.
func validJSON(raw []byte) error {
	if json.Valid(raw) {
		return nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	return errors.New("it is no JSON")
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

// maxKey is how long a key may be that stands before a colon on one line (YAML 1.2.2, section 7.4.2: 1024 characters).
const maxKey = 1000

// unfit says what YAML cannot hold of a value: a number beyond 64 bits of floating point, which its readers do not take for one, and a
// key that is too long to stand before a colon.
func (v value) checkYAML() error {
	if v.kind == number {
		if _, err := strconv.ParseFloat(v.text, 64); err != nil {
			return fmt.Errorf("the number %s is beyond what readers of YAML take for one", shorten(v.text))
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

// sameNumber tells whether two JSON numbers are one: 1.50 and 15e-1 are.
func sameNumber(a, b string) bool { return a == b || decimal(a) == decimal(b) }

// maxExponent is where the power of ten of a number is left as it is written, so that counting with it stays within 64 bits.
const maxExponent = 1 << 60

// decimal is a JSON number as its digits, without zeros at either end, and the power of ten behind them.
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
