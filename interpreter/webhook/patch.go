package webhook

import (
	"encoding/json"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Limits of a patch, created or applied.
const (
	maxOperations = 10_000   // the limit of an API server
	maxPath       = 64 << 10 // bytes of one path
	maxPaths      = 1 << 20  // bytes of all paths of a created patch
)

type operation struct {
	op    jsontree.Verb
	path  string
	value any
}

// MarshalJSON writes a value unless it is removed.
func (o operation) MarshalJSON() ([]byte, error) {
	if o.op == jsontree.Remove {
		return json.Marshal(struct {
			Op   jsontree.Verb `json:"op"`
			Path string        `json:"path"`
		}{o.op, o.path})
	}
	return json.Marshal(struct {
		Op    jsontree.Verb `json:"op"`
		Path  string        `json:"path"`
		Value any           `json:"value"`
	}{o.op, o.path, o.value})
}

// diff returns the JSON patch that makes the revised document of the original; nil if they are equal. Numbers are equal if their JSON is
// equal: 1 equals 1.0.
//
// A patch of more than 10000 operations, which many servers refuse, becomes one that replaces the whole document. So does a patch with a
// path of more than 64 KiB, or paths of more than 1 MiB in total.
func diff(original, revised []byte) ([]byte, error) {
	var was, is any
	if err := utiljson.Unmarshal(original, &was); err != nil {
		return nil, fmt.Errorf("the original object is not JSON: %w", err)
	}
	if err := utiljson.Unmarshal(revised, &is); err != nil {
		return nil, fmt.Errorf("the revised object is not JSON: %w", err)
	}
	var d differ
	for c := range jsontree.Diff(was, is) {
		if !d.add(c) {
			d.operations = []operation{{op: jsontree.Replace, value: is}}
			break
		}
	}
	if len(d.operations) == 0 {
		return nil, nil
	}
	return json.Marshal(d.operations)
}

// differ collects the operations of a patch, within the limits.
type differ struct {
	operations []operation
	paths      int // bytes of the paths in operations
}

// add keeps an operation, and reports whether the limits are kept.
func (d *differ) add(c jsontree.Change) bool {
	least := len(c.Pointer) // of the path, before tokens are escaped
	for _, token := range c.Pointer {
		least += len(token)
	}
	if len(d.operations) == maxOperations || least > maxPath {
		return false
	}
	path := c.Pointer.String()
	if d.paths += len(path); len(path) > maxPath || d.paths > maxPaths {
		return false
	}
	d.operations = append(d.operations, operation{c.Op, path, c.New})
	return true
}
