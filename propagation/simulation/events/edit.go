package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// maxCopies limits the bytes that the copy operations of a patch copy: each of them can double an object.
const maxCopies = 1 << 20

// edit is a change of an object in a cluster.
type edit struct {
	cluster string
	object  override.Ref
	patch   jsonpatch.Patch // nil: the object is deleted
}

// addEdit decodes edit, or remove if deletes is true.
func (e *Event) addEdit(p jsontree.Pointer, v any, deletes bool) error {
	known := []string{"cluster", "object", "patch"}
	if deletes {
		known = known[:2]
	}
	content, ok := v.(map[string]any)
	if !ok {
		return jsontree.NotA(p, v, true, "{"+strings.Join(known, ", ")+"}")
	}
	if err := checkKeys(p, content, known...); err != nil {
		return err
	}
	var c edit
	var err error
	if c.cluster, err = decodeName(p, content, "cluster", "the name of a cluster"); err != nil {
		return err
	}
	if c.object, err = decodeRef(p.Child("object"), content["object"]); err != nil {
		return err
	}
	if !deletes {
		if c.patch, err = decodePatch(p.Child("patch"), content["patch"]); err != nil {
			return err
		}
	}
	e.edits = append(e.edits, c)
	return nil
}

// decodePatch decodes a JSON patch (RFC 6902).
func decodePatch(p jsontree.Pointer, v any) (jsonpatch.Patch, error) {
	list, err := decodeList(p, v, "a list of {op, path, from, value}")
	if err != nil {
		return nil, err
	}
	for i, v := range list {
		if err := checkOperation(p.Index(i), v); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return jsonpatch.DecodePatch(text)
}

// checkOperation returns an error if an operation has an unknown op, or not what its op needs.
func checkOperation(p jsontree.Pointer, v any) error {
	o, ok := v.(map[string]any)
	if !ok {
		return jsontree.NotA(p, v, true, "{op, path, from, value}")
	}
	if err := checkKeys(p, o, "op", "path", "from", "value"); err != nil {
		return err
	}
	op, _ := o["op"].(string)
	if !slices.Contains([]string{"add", "remove", "replace", "move", "copy", "test"}, op) {
		_, exists := o["op"]
		return jsontree.NotA(p.Child("op"), o["op"], exists, "add, remove, replace, move, copy or test")
	}
	pointers := []string{"path"}
	if op == "move" || op == "copy" {
		pointers = append(pointers, "from")
	}
	for _, key := range pointers {
		at, exists := o[key]
		if text, ok := at.(string); !ok || !strings.HasPrefix(text, "/") {
			return jsontree.NotA(p.Child(key), at, exists, "a JSON pointer such as /spec/replicas")
		}
	}
	if _, exists := o["value"]; !exists && (op == "add" || op == "replace" || op == "test") {
		return jsontree.NotA(p.Child("value"), nil, false, "a value to "+op)
	}
	return nil
}

// happen edits the object, or deletes it.
func (c edit) happen(world *simulation.World) error {
	if c.patch == nil {
		if err := world.Edit(c.cluster, c.object, nil); err != nil {
			return fmt.Errorf("remove: %w", err)
		}
		return nil
	}
	err := world.Edit(c.cluster, c.object, func(o *unstructured.Unstructured) error {
		before, err := o.MarshalJSON()
		if err != nil {
			return err
		}
		after, err := c.patched(before, len(c.patch))
		if err != nil {
			return fmt.Errorf("%s in cluster %s: %w", c.object, c.cluster, c.whyNot(before))
		}
		o.Object = nil
		return utiljson.Unmarshal(after, &o.Object)
	})
	if err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}

// patched returns an object after the first n operations.
func (c edit) patched(object []byte, n int) ([]byte, error) {
	options := jsonpatch.NewApplyOptions()
	options.AccumulatedCopySizeLimit = maxCopies
	return c.patch[:n].ApplyWithOptions(object, options)
}

// whyNot returns which operation fails, and why. The errors of the library contain values, and do not say which one it is.
func (c edit) whyNot(object []byte) error {
	failing := sort.Search(len(c.patch)-1, func(i int) bool {
		_, err := c.patched(object, i+1)
		return err != nil
	})
	_, err := c.patched(object, failing+1)
	var tooLarge *jsonpatch.AccumulatedCopySizeError
	reason := "the operation does not apply to the object"
	switch {
	case errors.As(err, &tooLarge):
		reason = fmt.Sprintf("the operations copy more than %d bytes", maxCopies)
	case errors.Is(err, jsonpatch.ErrTestFailed):
		reason = "the value differs"
	case errors.Is(err, jsonpatch.ErrInvalidIndex):
		reason = "the list has no such index"
	case errors.Is(err, jsonpatch.ErrMissing):
		reason = "the object has no such path"
	}
	op := c.patch[failing]
	path, _ := op.Path()
	at := fmt.Sprintf("%.200s", path)
	if op.Kind() == "move" || op.Kind() == "copy" {
		from, _ := op.From()
		at = fmt.Sprintf("%.200s to %s", from, at)
	}
	return fmt.Errorf("/patch/%d: %s %s: %s", failing, op.Kind(), at, reason)
}
