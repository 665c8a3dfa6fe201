package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	yamlv3 "go.yaml.in/yaml/v3"
)

// largeNumber finds what may be a number beyond float64. Only then is a closer look worth its time.
var largeNumber = regexp.MustCompile(`[0-9.][eE][+]?[0-9]{3}|[0-9]{308}`)

// checkNumbers refuses a plain YAML scalar that is a number beyond float64; the YAML decoder would take it for a string.
func (d document) checkNumbers() error {
	if !largeNumber.Match(d.text) {
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
