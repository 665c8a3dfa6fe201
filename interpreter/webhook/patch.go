package webhook

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	if !d.compare(was, is) {
		d.operations = []operation{{op: jsontree.Replace, value: is}}
	}
	if len(d.operations) == 0 {
		return nil, nil
	}
	return json.Marshal(d.operations)
}

// differ collects the edits that make one document of another. Each method reports whether the limits are kept; after the first false the
// operations are unusable. Its memory is bounded by the limits, however deep and however many the places are.
type differ struct {
	operations []operation
	paths      int    // bytes of the paths in operations
	at         []byte // the path of the compared values
}

// compare compares two values.
//
//  1. Objects are compared key by key, in order of the keys: first the new and changed keys, then the removed ones.
//  2. Lists are compared index by index. Elements are added and removed at the end.
//  3. Anything else that differs is replaced. So is a value under an empty key, because json-patch cannot address anything inside.
func (d *differ) compare(was, is any) bool {
	if n := len(d.at); n == 0 || d.at[n-1] != '/' {
		switch was := was.(type) {
		case map[string]any:
			if is, ok := is.(map[string]any); ok {
				return d.compareMaps(was, is)
			}
		case []any:
			if is, ok := is.([]any); ok {
				return d.compareLists(was, is)
			}
		}
	}
	return jsontree.Equal(was, is) || d.add(jsontree.Replace, is)
}

func (d *differ) compareMaps(was, is map[string]any) bool {
	for _, key := range slices.Sorted(maps.Keys(is)) {
		up := d.enter(key)
		v, found := was[key]
		if found && !d.compare(v, is[key]) || !found && !d.add(jsontree.Add, is[key]) {
			return false
		}
		d.at = d.at[:up]
	}
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if _, found := is[key]; found {
			continue
		}
		up := d.enter(key)
		if !d.add(jsontree.Remove, nil) {
			return false
		}
		d.at = d.at[:up]
	}
	return true
}

func (d *differ) compareLists(was, is []any) bool {
	for i := len(was) - 1; i >= len(is); i-- {
		up := d.enter(strconv.Itoa(i))
		if !d.add(jsontree.Remove, nil) {
			return false
		}
		d.at = d.at[:up]
	}
	for i := len(was); i < len(is); i++ {
		up := d.enter(strconv.Itoa(i))
		if !d.add(jsontree.Add, is[i]) {
			return false
		}
		d.at = d.at[:up]
	}
	for i := range min(len(was), len(is)) {
		up := d.enter(strconv.Itoa(i))
		if !d.compare(was[i], is[i]) {
			return false
		}
		d.at = d.at[:up]
	}
	return true
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// enter appends a token to the path and returns the length before it.
func (d *differ) enter(token string) int {
	up := len(d.at)
	d.at = append(d.at, '/')
	if strings.ContainsAny(token, "~/") {
		token = escaper.Replace(token)
	}
	d.at = append(d.at, token...)
	return up
}

// add keeps an operation on the compared place.
func (d *differ) add(op jsontree.Verb, value any) bool {
	d.paths += len(d.at)
	if len(d.operations) == maxOperations || len(d.at) > maxPath || d.paths > maxPaths {
		return false
	}
	d.operations = append(d.operations, operation{op, string(d.at), value})
	return true
}
