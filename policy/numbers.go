package policy

import (
	"errors"
	"fmt"
	"strconv"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// mayBeLarge reports whether a text can have a number beyond float64: an exponent of three digits, or 308 digits in a row. It is a cheap
// test before checkNumbers parses the text.
func mayBeLarge(text []byte) bool {
	digits, exponent := 0, false // the digits in a row, and whether they are an exponent
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

// checkNumbers returns an error for a plain YAML scalar that is a number beyond float64. The YAML decoder would read it as a string.
func (d document) checkNumbers() error {
	if !mayBeLarge(d.text) {
		return nil
	}
	var root yamlv3.Node
	if yamltext.Node(d.text, &root) != nil {
		return nil // decoding returns a better error
	}
	return d.checkNumber(&root)
}

func (d document) checkNumber(n *yamlv3.Node) error {
	if n.Kind == yamlv3.ScalarNode && n.Style == 0 {
		if _, err := strconv.ParseFloat(n.Value, 64); errors.Is(err, strconv.ErrRange) {
			return lineError{d.lineMap().line(n.Line), fmt.Errorf("the number %.40s does not fit float64", n.Value)}
		}
	}
	for _, c := range n.Content {
		if err := d.checkNumber(c); err != nil {
			return err
		}
	}
	return nil
}
