package work

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// drift compares what an update sends with the observed object, by the rules of [Difference]. applied is true if the manifest has been applied
// before. Both lists are sorted. It takes linear time, apart from sorting.
func drift(wanted, found map[string]any, applied bool) (drift, owned []Difference) {
	d := newDrifter(wanted, applied)
	if d.core && d.kind == "Secret" {
		wanted = withStringData(wanted)
	}
	d.maps(wanted, found)
	d.at = append(d.at[:0], "metadata")
	for _, field := range []string{"labels", "annotations"} {
		w, _ := jsontree.Get(wanted, jsontree.Pointer{"metadata", field})
		f, _ := jsontree.Get(found, jsontree.Pointer{"metadata", field})
		mine, _ := w.(map[string]any)
		theirs, _ := f.(map[string]any)
		d.in(field, mine, theirs)
	}
	sortDifferences(d.drift)
	sortDifferences(d.owned)
	return d.drift, d.owned
}

// drifter walks two objects in parallel.
type drifter struct {
	at           jsontree.Pointer // of the maps or values that are compared
	applied      bool
	kind         any
	core         bool // the API version is v1
	declared     bool // by a CRD
	aggregated   bool // a ClusterRole whose rules a controller sets
	drift, owned []Difference
}

// add adds a difference of a field of the map at the present place.
func (d *drifter) add(key string, kind DifferenceKind) {
	d.at = append(d.at, key)
	if kind == OwnedDefaulted {
		d.owned = addDifference(d.owned, d.at, kind)
	} else {
		d.drift = addDifference(d.drift, d.at, kind)
	}
	d.at = d.at[:len(d.at)-1]
}

// in compares two maps at a field of the present place.
func (d *drifter) in(key string, wanted, found map[string]any) {
	d.at = append(d.at, key)
	d.maps(wanted, found)
	d.at = d.at[:len(d.at)-1]
}

func (d *drifter) maps(wanted, found map[string]any) {
	users := d.usersKeys(d.at)
	both, oneSided := 0, false
	for key, w := range wanted {
		v, has := found[key]
		if has {
			both++
		}
		switch {
		case d.ignores(key):
		case !has || d.absent(key, w, users) || d.absent(key, v, users):
			oneSided = true
		default:
			d.values(key, w, v)
		}
	}
	if oneSided || both < len(found) {
		d.oneSided(wanted, found, users)
	}
}

// absent reports whether a value in a map is the same as none. In a map with user-chosen keys, null is an empty string.
func (d *drifter) absent(key string, v any, users bool) bool {
	return !users && (v == nil || v == "" && d.applied && !d.declared && !d.isPointer(key))
}

// oneSided compares the fields that only one of two maps has.
func (d *drifter) oneSided(wanted, found map[string]any, users bool) {
	replaced := false
	for key, v := range found {
		w, has := wanted[key]
		if d.ignores(key) || has && !d.absent(key, w, users) || d.absent(key, v, users) {
			continue
		}
		m, isMap := v.(map[string]any)
		switch {
		case d.clustersOwn(key):
			d.add(key, OwnedDefaulted)
		case isMap && d.opens(key, m):
			d.in(key, nil, m)
		case users || d.applied && d.neverDefaulted(key):
			d.add(key, DriftAdded)
		case !d.applied:
			d.add(key, DriftUnapplied)
		default:
			replaced = replaced || isMap
			if !d.dropped(key, v) {
				d.add(key, OwnedDefaulted)
			}
		}
	}
	for key, w := range wanted {
		v, has := found[key]
		if d.ignores(key) || has && !d.absent(key, v, users) || d.absent(key, w, users) {
			continue
		}
		m, isMap := w.(map[string]any)
		switch {
		case isMap && d.opens(key, m):
			d.in(key, m, nil)
		case users || !d.applied || !d.dropped(key, w) || replaced && isMap && len(m) == 0:
			d.add(key, DriftMissing)
		}
	}
}

// values compares two values of a key of the maps, or of an index of the lists, at the present place.
func (d *drifter) values(key string, wanted, found any) {
	switch w := wanted.(type) {
	case map[string]any:
		if f, ok := found.(map[string]any); ok {
			d.in(key, w, f)
			return
		}
	case []any:
		if f, ok := found.([]any); ok && (len(f) == len(w) || len(f) > len(w) && d.core && d.kind == "Pod") {
			d.at = append(d.at, key)
			for i := range w {
				d.values(strconv.Itoa(i), w[i], f[i])
			}
			more := OwnedDefaulted
			if !d.applied {
				more = DriftUnapplied
			}
			for i := len(w); i < len(f); i++ {
				d.add(strconv.Itoa(i), more)
			}
			d.at = d.at[:len(d.at)-1]
			return
		}
	default:
		if d.sameValue(key, wanted, found) {
			return
		}
	}
	d.add(key, DriftChanged)
}
