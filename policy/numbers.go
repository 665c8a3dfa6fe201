package policy

import (
	"errors"
	"fmt"
	"strconv"

	yamlv3 "go.yaml.in/yaml/v3"
)

// mayBeLarge reports whether a text has what may be a number beyond float64: an exponent of three digits, or 308 digits in a row. Only then
// is a closer look worth its time.
func mayBeLarge(text []byte) bool {
	digits, exponent := 0, false // the digits just passed, and whether they are those of an exponent
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9':
			if digits++; digits == 308 || exponent && digits == 3 {
				return true
			}
			continue
		case c == 'e' || c == 'E':
			exponent = digits > 0 || i > 0 && text[i-1] == '.'
		case c == '+':
			exponent = exponent && (text[i-1] == 'e' || text[i-1] == 'E')
		default:
			exponent = false
		}
		digits = 0
	}
	return false
}

// checkNumbers refuses a plain YAML scalar that is a number beyond float64; the YAML decoder would take it for a string.
func (d document) checkNumbers() error {
	if !mayBeLarge(d.text) {
		return nil
	}
	var root yamlv3.Node
	if yamlv3.Unmarshal(d.text, &root) != nil {
		return nil // whatever is wrong, decoding says it better
	}
	return d.checkNumber(&root)
}

func (d document) checkNumber(n *yamlv3.Node) error {
	if n.Kind == yamlv3.ScalarNode && n.Style == 0 {
		if _, err := strconv.ParseFloat(n.Value, 64); errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("line %d: the number %.40s fits no float64", n.Line+d.line-1, n.Value)
		}
	}
	for _, c := range n.Content {
		if err := d.checkNumber(c); err != nil {
			return err
		}
	}
	return nil
}
