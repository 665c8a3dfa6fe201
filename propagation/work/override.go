package work

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Overrides are override policies, made ready once and used for any number of objects. They are read only. The zero value has none.
type Overrides struct {
	Set *override.Set

	// Records is what is noted on a Work when a rule acts, by the policy and the rule's place in it. It comes from [Record]. A
	// rule that is not here is noted by the name of its policy alone.
	Records map[override.Origin]json.RawMessage
}

// NewOverrides compiles policies. The errors are those of [karmada.Compile] and of [Record]; a policy that is nil is one, too.
func NewOverrides(policies ...api.OverrideSource) (Overrides, error) {
	o := Overrides{Records: map[override.Origin]json.RawMessage{}}
	compiled := make([]*override.Policy, len(policies))
	for i, source := range policies {
		spec, err := specOf(source)
		if err != nil {
			return Overrides{}, err
		}
		if compiled[i], err = karmada.Compile(source); err != nil {
			return Overrides{}, err
		}
		records, err := record(compiled[i].Ref(), spec)
		if err != nil {
			return Overrides{}, err
		}
		maps.Copy(o.Records, records)
	}
	o.Set = override.NewSet(compiled...)
	return o, nil
}

// apply gives the object for a cluster, and the annotations that say what acted on it.
//
//  1. The policies act as package override has it.
//  2. Every rule that took part is noted, also one without effect, those of cluster-wide policies under a key of their own, sorted
//     by the name of the policy and then in the order in which they acted.
//  3. Where none took part nothing is noted.
func (o Overrides) apply(selection override.Selection, cluster *api.Cluster) (*unstructured.Unstructured, map[string]string, error) {
	result, err := selection.Apply(cluster.Facts())
	if err != nil {
		return nil, nil, err
	}
	object, err := result.Object()
	if err != nil {
		return nil, nil, err
	}
	acted := result.Applied()
	slices.SortStableFunc(acted, func(a, b override.Applied) int { return cmp.Compare(a.Policy.Name, b.Policy.Name) })
	notes := map[string][]byte{}
	for _, rule := range acted {
		key := api.AppliedOverridesAnnotation
		if rule.Policy.Namespace == "" {
			key = api.AppliedClusterOverridesAnnotation
		}
		text, found := o.Records[override.Origin{Policy: rule.Policy, At: rule.At}]
		if !found {
			if text, err = json.Marshal(noted{PolicyName: rule.Policy.Name}); err != nil {
				return nil, nil, err
			}
		}
		separator := ","
		if notes[key] == nil {
			separator = "["
		}
		notes[key] = append(append(notes[key], separator...), text...)
	}
	annotations := make(map[string]string, len(notes))
	for key, text := range notes {
		annotations[key] = string(text) + "]"
	}
	return object, annotations, nil
}
