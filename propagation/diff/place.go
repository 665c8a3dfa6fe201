package diff

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

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

// differentPlaces lists where two documents differ, as deep as possible. Keys come in order. Elements of lists are compared by their index; those
// that a longer list has more are added from the first to the last, or removed from the last to the first: taken in order, as
// operations of RFC 6902, the places turn one document into the other. Numbers that JSON writes alike are alike.
func differentPlaces(before, after any) []Change {
	w := comparison{}
	w.compare(before, after)
	return w.places
}

// comparison is a walk through two documents at once.
type comparison struct {
	at     []string
	places []Change
}

func (w *comparison) compare(before, after any) {
	if len(w.at) < jsontree.MaxDepth {
		switch before := before.(type) {
		case map[string]any:
			if after, ok := after.(map[string]any); ok {
				w.maps(before, after)
				return
			}
		case []any:
			if after, ok := after.([]any); ok {
				w.lists(before, after)
				return
			}
		}
	}
	if !jsontree.Equal(before, after) && !reflect.DeepEqual(before, after) {
		w.note(jsontree.Replace, before, after)
	}
}

func (w *comparison) maps(before, after map[string]any) {
	for _, key := range differentKeys(before, after) {
		old, had := before[key]
		now, has := after[key]
		w.at = append(w.at, key)
		switch {
		case !had:
			w.note(jsontree.Add, nil, now)
		case !has:
			w.note(jsontree.Remove, old, nil)
		default:
			w.compare(old, now)
		}
		w.at = w.at[:len(w.at)-1]
	}
}

func (w *comparison) lists(before, after []any) {
	both := min(len(before), len(after))
	each := func(i int, do func()) {
		w.at = append(w.at, strconv.Itoa(i))
		do()
		w.at = w.at[:len(w.at)-1]
	}
	for i := range both {
		if !plainlyEqual(before[i], after[i]) {
			each(i, func() { w.compare(before[i], after[i]) })
		}
	}
	for i := both; i < len(after); i++ {
		each(i, func() { w.note(jsontree.Add, nil, after[i]) })
	}
	for i := len(before) - 1; i >= both; i-- {
		each(i, func() { w.note(jsontree.Remove, before[i], nil) })
	}
}

// differentKeys is the keys, in order, below which there may be a difference. Most often there is none.
func differentKeys(before, after map[string]any) []string {
	var keys []string
	for key, old := range before {
		if now, has := after[key]; !has || !plainlyEqual(old, now) {
			keys = append(keys, key)
		}
	}
	for key := range after {
		if _, had := before[key]; !had {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// plainlyEqual tells whether two values are one without a look inside.
func plainlyEqual(a, b any) bool {
	switch a.(type) {
	case nil, bool, string, int64:
		return a == b
	}
	return false
}

func (w *comparison) note(op jsontree.Verb, before, after any) {
	w.places = append(w.places, Change{Op: op, Path: slices.Clone(w.at), Old: cloned(before), New: cloned(after)})
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
