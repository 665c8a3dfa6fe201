package diff

import (
	"encoding/json"
	"slices"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Change is a place in a document that is not as it was.
type Change struct {
	Op   jsontree.Verb    `json:"op"` // add, remove or replace
	Path jsontree.Pointer `json:"path"`
	Old  any              `json:"old"` // nil when added
	New  any              `json:"new"` // nil when removed

	shown *[2]any // what texts have in the place of Old and New; nil: these
}

// changesOf lists the changes that turn one document into the other, see [jsontree.Diff], both of which are at a place.
func changesOf(at jsontree.Pointer, before, after any) []Change {
	var changes []Change
	for c := range jsontree.Diff(before, after) {
		changes = append(changes, Change{Op: c.Op, Path: slices.Concat(at, c.Pointer), Old: cloned(c.Old), New: cloned(c.New)})
	}
	return changes
}

// cloned copies a value. Of what is no JSON, only what is wrong with it.
func cloned(v any) any {
	c, err := jsontree.Clone(v)
	if err != nil {
		return err.Error()
	}
	return c
}

// jsonOf is a value as a JSON encoder writes it.
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
