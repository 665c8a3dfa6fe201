package diff

import (
	"encoding/json"
	"slices"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Change is a place where two documents differ.
type Change struct {
	Op   jsontree.Verb    `json:"op"` // add, remove or replace
	Path jsontree.Pointer `json:"path"`
	Old  any              `json:"old"` // nil if added
	New  any              `json:"new"` // nil if removed

	shown *[2]any // what String and Markdown show instead of Old and New; nil: these
}

// changesOf returns the changes between two documents at a pointer, see [jsontree.Diff].
func changesOf(at jsontree.Pointer, before, after any) []Change {
	var changes []Change
	for c := range jsontree.Diff(before, after) {
		changes = append(changes, Change{Op: c.Op, Path: slices.Concat(at, c.Pointer), Old: cloned(c.Old), New: cloned(c.New)})
	}
	return changes
}

// cloned returns a copy of a value, or an error message if it is not JSON.
func cloned(v any) any {
	c, err := jsontree.Clone(v)
	if err != nil {
		return err.Error()
	}
	return c
}

// jsonOf returns a value as decoded JSON.
func jsonOf(v any) map[string]any {
	content := map[string]any{}
	text, err := json.Marshal(v)
	if err == nil {
		err = utiljson.Unmarshal(text, &content)
	}
	if err != nil {
		return map[string]any{"": err.Error()}
	}
	return content
}
