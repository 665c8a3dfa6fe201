package work

import (
	"cmp"
	"encoding/base64"
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Difference is a place where an object in a member cluster differs from what an update sends, see [Retain].
//
//  1. A value that both have must be equal: numbers by value, quantities of resources as quantities, lists element by element. Lists of
//     different lengths differ as a whole.
//  2. A value that only the update has is drift, unless it is null, false, 0, empty or a map of such values: API servers drop these. Nothing is
//     dropped in a map whose keys users choose, or in a field that the API of Kubernetes declares as a pointer, such as
//     automountServiceAccountToken. An empty map also counts if the cluster has another field with an object instead, such as hostPath instead
//     of emptyDir.
//  3. A value that only the cluster has belongs to the cluster, because API servers and admission set defaults. It is drift in a map whose
//     keys users choose, and as long as the present manifest has not been applied, even if it is empty: an earlier one may have had it.
//  4. The maps whose keys users choose are data and binaryData of ConfigMaps and Secrets, labels and annotations of metadata, matchLabels,
//     nodeSelector, limits, the selector of a Service and the limits of a ResourceQuota.
//  5. stringData of a Secret is compared with its data. Data in base64 is compared by its bytes.
//  6. Of metadata only labels and annotations are compared. The status and ttlSecondsAfterFinished of a Job are not, see [Prune], and neither
//     are the rules of a ClusterRole with an aggregationRule.
//  7. All differences below level 64 of an object are one at that level.
type Difference struct {
	Pointer jsontree.Pointer `json:"pointer"`
	Kind    DifferenceKind   `json:"kind"`
}

// DifferenceKind is the kind of a difference.
type DifferenceKind string

// The kinds of differences. The first four are drift, which an update removes. The last two are fields that the cluster owns, which it keeps.
const (
	DriftChanged   DifferenceKind = "Changed"   // the cluster has another value
	DriftMissing   DifferenceKind = "Missing"   // the cluster lacks a value
	DriftAdded     DifferenceKind = "Added"     // the cluster has an entry of a map, like data or labels, that the Work lacks
	DriftUnapplied DifferenceKind = "Unapplied" // the cluster has a field that the Work lacks, and an earlier manifest may have had it
	OwnedDefaulted DifferenceKind = "Defaulted" // the cluster has a field that the Work lacks
	OwnedRetained  DifferenceKind = "Retained"  // an update keeps the value of the cluster, see [Retain]
)

// drift compares what an update sends with the observed object, by the rules of [Difference]. Applied is true if the present manifest has been
// applied before. Both lists are sorted. Time is proportional to the size of the objects, apart from sorting the differences.
func drift(wanted, found map[string]any, applied bool) (drift, owned []Difference) {
	d := drifter{applied: applied, kind: wanted["kind"], core: wanted["apiVersion"] == "v1", declared: isDeclared(wanted)}
	d.aggregated = d.kind == "ClusterRole" && wanted["aggregationRule"] != nil
	if d.core && d.kind == "Secret" {
		wanted = withStringData(wanted)
	}
	d.maps(wanted, found)
	for _, field := range []string{"labels", "annotations"} {
		w, _ := jsontree.Get(wanted, jsontree.Pointer{"metadata", field})
		f, _ := jsontree.Get(found, jsontree.Pointer{"metadata", field})
		mine, _ := w.(map[string]any)
		theirs, _ := f.(map[string]any)
		d.at = append(d.at[:0], "metadata", field)
		d.maps(mine, theirs)
	}
	sortDifferences(d.drift)
	sortDifferences(d.owned)
	return d.drift, d.owned
}

func sortDifferences(list []Difference) {
	slices.SortFunc(list, func(a, b Difference) int {
		return cmp.Or(slices.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Kind, b.Kind))
	})
}

// drifter walks two objects at once.
type drifter struct {
	at           jsontree.Pointer
	applied      bool
	kind         any
	core         bool // the API version is v1
	declared     bool // by a CRD
	aggregated   bool // a ClusterRole whose rules a controller sets
	drift, owned []Difference
}

func (d *drifter) add(kind DifferenceKind) {
	if kind == OwnedDefaulted {
		d.owned = addDifference(d.owned, d.at, kind)
	} else {
		d.drift = addDifference(d.drift, d.at, kind)
	}
}

// maxLevels limits the length of the pointers of differences, because each is a copy.
const maxLevels = 64

// addDifference adds a difference to a list. Those at a place below the limit become one.
func addDifference(list []Difference, at jsontree.Pointer, kind DifferenceKind) []Difference {
	if len(at) > maxLevels {
		if at = at[:maxLevels]; len(list) > 0 && list[len(list)-1].Pointer.Equal(at) {
			return list
		}
		if kind == DriftMissing || kind == DriftAdded || kind == DriftUnapplied {
			kind = DriftChanged
		}
	}
	return append(list, Difference{slices.Clone(at), kind})
}

// addAt adds a difference of a field of the map at the present place.
func (d *drifter) addAt(key string, kind DifferenceKind) {
	d.at = append(d.at, key)
	d.add(kind)
	d.at = d.at[:len(d.at)-1]
}

func (d *drifter) maps(wanted, found map[string]any) {
	both, missing := 0, false
	for key, w := range wanted {
		v, has := found[key]
		if has {
			both++
		}
		switch {
		case d.ignores(key):
		case w == nil || v == nil:
			missing = missing || w != v
		default:
			d.at = append(d.at, key)
			d.values(w, v)
			d.at = d.at[:len(d.at)-1]
		}
	}
	if missing || both < len(found) {
		d.oneSided(wanted, found)
	}
}

// oneSided compares the fields that only one of two maps has. Null counts as absent.
func (d *drifter) oneSided(wanted, found map[string]any) {
	users, replaced := d.usersKeys(), false
	for key, v := range found {
		if v == nil || wanted[key] != nil || d.ignores(key) {
			continue
		}
		switch m, isMap := v.(map[string]any); {
		case users:
			d.addAt(key, DriftAdded)
		case !d.applied:
			d.addAt(key, DriftUnapplied)
		case !d.dropped(key, v):
			replaced = replaced || isMap && len(m) > 0
			d.addAt(key, OwnedDefaulted)
		}
	}
	for key, w := range wanted {
		if w == nil || found[key] != nil || d.ignores(key) {
			continue
		}
		if m, isMap := w.(map[string]any); users || !d.dropped(key, w) || replaced && isMap && len(m) == 0 {
			d.addAt(key, DriftMissing)
		}
	}
}

func (d *drifter) values(wanted, found any) {
	switch w := wanted.(type) {
	case map[string]any:
		if f, ok := found.(map[string]any); ok {
			d.maps(w, f)
			return
		}
	case []any:
		if f, ok := found.([]any); ok && len(f) == len(w) {
			for i := range w {
				d.at = append(d.at, strconv.Itoa(i))
				d.values(w[i], f[i])
				d.at = d.at[:len(d.at)-1]
			}
			return
		}
	default:
		if jsontree.Equal(wanted, found) || d.quantity() && sameQuantity(wanted, found) || d.bytes() && sameBytes(wanted, found) {
			return
		}
	}
	d.add(DriftChanged)
}

// ignores reports whether a field of the map at the present place is not compared, rule 6 of [Difference].
func (d *drifter) ignores(key string) bool {
	switch len(d.at) {
	case 0:
		return key == "metadata" || key == "status" || key == "rules" && d.aggregated
	case 1:
		return key == "ttlSecondsAfterFinished" && d.kind == "Job" && d.at[0] == "spec"
	}
	return false
}

// usersKeys reports whether the keys of the map at the present place are chosen by users, rule 4 of [Difference].
func (d *drifter) usersKeys() bool {
	n := len(d.at)
	if n == 0 {
		return false
	}
	switch d.at[n-1] {
	case "data", "binaryData":
		return n == 1 && d.core && (d.kind == "ConfigMap" || d.kind == "Secret")
	case "labels", "annotations":
		return n >= 2 && d.at[n-2] == "metadata"
	case "matchLabels", "nodeSelector", "limits":
		return true
	case "selector":
		return n == 2 && d.core && (d.kind == "Service" || d.kind == "ReplicationController")
	case "hard":
		return n == 2 && d.core && d.kind == "ResourceQuota"
	}
	return false
}

// withStringData returns a Secret whose stringData is in its data, as API servers store it.
func withStringData(secret map[string]any) map[string]any {
	plain, ok := secret["stringData"].(map[string]any)
	if !ok {
		return secret
	}
	secret = maps.Clone(secret)
	delete(secret, "stringData")
	before, _ := secret["data"].(map[string]any)
	data := make(map[string]any, len(before)+len(plain))
	maps.Copy(data, before)
	for key, v := range plain {
		if s, ok := v.(string); ok {
			data[key] = base64.StdEncoding.EncodeToString([]byte(s))
		}
	}
	secret["data"] = data
	return secret
}
