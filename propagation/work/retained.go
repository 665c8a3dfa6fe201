package work

import (
	"reflect"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// retained returns the places of a manifest that an update leaves to the cluster. In the metadata, these are labels and
// annotations.
func retained(manifest, merged map[string]any) []Difference {
	var d retainedFinder
	d.maps(manifest, merged)
	return d.list
}

// retainedFinder walks a manifest and the object that an update sends at once.
type retainedFinder struct {
	at   jsontree.Pointer
	list []Difference
}

func (d *retainedFinder) maps(before, after map[string]any) {
	for key, v := range after {
		if d.ignores(key) {
			continue
		}
		was, had := before[key]
		if had || !empty(v) {
			d.values(key, was, v)
		}
	}
	for key := range before {
		if _, has := after[key]; !has && !d.ignores(key) {
			d.add(key)
		}
	}
}

func (d *retainedFinder) values(key string, before, after any) {
	switch b := before.(type) {
	case map[string]any:
		if a, ok := after.(map[string]any); ok {
			if reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() {
				return // not copied, so nothing in it is retained
			}
			d.at = append(d.at, key)
			d.maps(b, a)
			d.at = d.at[:len(d.at)-1]
			return
		}
	case []any:
		if a, ok := after.([]any); ok && len(a) == len(b) {
			d.at = append(d.at, key)
			for i := range b {
				d.values(strconv.Itoa(i), b[i], a[i])
			}
			d.at = d.at[:len(d.at)-1]
			return
		}
	}
	if !jsontree.Equal(before, after) {
		d.add(key)
	}
}

func (d *retainedFinder) add(key string) {
	d.at = append(d.at, key)
	d.list = addDifference(d.list, d.at, OwnedRetained)
	d.at = d.at[:len(d.at)-1]
}

// ignores reports whether a field of the map at the present place does not count.
func (d *retainedFinder) ignores(key string) bool {
	switch len(d.at) {
	case 0:
		return key == "status"
	case 1:
		return d.at[0] == "metadata" && key != "labels" && key != "annotations"
	}
	return false
}
