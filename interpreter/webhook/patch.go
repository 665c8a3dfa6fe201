package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	jsonpatch "github.com/evanphx/json-patch/v5"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Limits of a patch that is applied.
const (
	maxOperations = 10_000   // an API server takes no more either
	maxCopied     = MaxBytes // bytes, by all copy operations together
)

type operation struct {
	op    jsontree.Op
	at    jsontree.Pointer
	value any
}

// MarshalJSON writes a value unless it is removed.
func (o operation) MarshalJSON() ([]byte, error) {
	if o.op == jsontree.Removed {
		return json.Marshal(struct {
			Op   jsontree.Op `json:"op"`
			Path string      `json:"path"`
		}{o.op, o.at.String()})
	}
	return json.Marshal(struct {
		Op    jsontree.Op `json:"op"`
		Path  string      `json:"path"`
		Value any         `json:"value"`
	}{o.op, o.at.String(), o.value})
}

// diff is the JSON patch that makes the revised document of the original; nil if they are equal. Numbers are equal if they are written
// alike: 1 is 1.0.
//
// A patch of more than 10000 operations, which many refuse, becomes one that replaces the whole document.
func diff(original, revised []byte) ([]byte, error) {
	var was, is any
	if err := utiljson.Unmarshal(original, &was); err != nil {
		return nil, fmt.Errorf("the original object is no JSON: %w", err)
	}
	if err := utiljson.Unmarshal(revised, &is); err != nil {
		return nil, fmt.Errorf("the revised object is no JSON: %w", err)
	}
	operations := compare(nil, nil, was, is)
	if len(operations) == 0 {
		return nil, nil
	}
	if len(operations) > maxOperations {
		operations = []operation{{jsontree.Replaced, nil, is}}
	}
	return json.Marshal(operations)
}

// compare appends what makes one value of another.
//
//  1. Objects are compared key by key, in order of the keys: first those that are new or differ, then those that are gone.
//  2. Lists are compared index by index. Elements go and come at the end.
//  3. Anything else that differs is replaced. So is what is under an empty key, because json-patch does not find its way through one.
func compare(operations []operation, at jsontree.Pointer, was, is any) []operation {
	if len(at) > 0 && at[len(at)-1] == "" {
		return replaceUnlessEqual(operations, at, was, is)
	}
	switch was := was.(type) {
	case map[string]any:
		if is, ok := is.(map[string]any); ok {
			return compareMaps(operations, at, was, is)
		}
	case []any:
		if is, ok := is.([]any); ok {
			return compareLists(operations, at, was, is)
		}
	}
	return replaceUnlessEqual(operations, at, was, is)
}

func replaceUnlessEqual(operations []operation, at jsontree.Pointer, was, is any) []operation {
	if jsontree.Equal(was, is) {
		return operations
	}
	return append(operations, operation{jsontree.Replaced, at, is})
}

func compareMaps(operations []operation, at jsontree.Pointer, was, is map[string]any) []operation {
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if v, found := was[key]; found {
			operations = compare(operations, at.Child(key), v, is[key])
		} else {
			operations = append(operations, operation{jsontree.Added, at.Child(key), is[key]})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if _, found := is[key]; !found {
			operations = append(operations, operation{op: jsontree.Removed, at: at.Child(key)})
		}
	}
	return operations
}

func compareLists(operations []operation, at jsontree.Pointer, was, is []any) []operation {
	for i := len(was) - 1; i >= len(is); i-- {
		operations = append(operations, operation{op: jsontree.Removed, at: at.Child(strconv.Itoa(i))})
	}
	for i := len(was); i < len(is); i++ {
		operations = append(operations, operation{jsontree.Added, at.Child(strconv.Itoa(i)), is[i]})
	}
	for i := range min(len(was), len(is)) {
		operations = compare(operations, at.Child(strconv.Itoa(i)), was[i], is[i])
	}
	return operations
}

var errPatch = errors.New("an operation finds null where it needs an object or a list")

// apply has json-patch edit a document. It panics on some patches that come upon null; here that is an error.
//
//  1. No more than 10000 operations.
//  2. All copies together are no longer than a response may be.
func apply(patch, document []byte) (edited []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			edited, err = nil, errPatch
		}
	}()
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, fmt.Errorf("the patch is no list of operations: %w", err)
	}
	if len(operations) > maxOperations {
		return nil, fmt.Errorf("the patch has %d operations, expected at most %d", len(operations), maxOperations)
	}
	return operations.ApplyWithOptions(document, &jsonpatch.ApplyOptions{
		SupportNegativeIndices: true, EscapeHTML: true, AccumulatedCopySizeLimit: maxCopied,
	})
}
