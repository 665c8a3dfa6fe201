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

// Overrides is a compiled set of override policies. It can be used for any number of objects, concurrently. The zero value has no policies.
type Overrides struct {
	Set *override.Set

	// Records has what is recorded on a Work when a rule acts, by policy and path of the rule, see [Record]. For a rule that is not in it,
	// only the name of the policy is recorded.
	Records map[override.Origin]json.RawMessage
}

// NewOverrides compiles policies. The errors are those of [karmada.Compile] and [Record]. A nil policy is also an error.
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

// apply returns the object for a cluster, and annotations with the rules that acted on it.
//
//  1. The policies act as in package override.
//  2. Every rule that took part is recorded, even without effect. Rules of cluster-wide policies have their own annotation. The order is by the
//     name of the policy, then the order in which they acted.
//  3. If no rule took part there are no annotations.
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
	records := map[string][]byte{}
	for _, rule := range acted {
		key := api.AppliedOverridesAnnotation
		if rule.Policy.Namespace == "" {
			key = api.AppliedClusterOverridesAnnotation
		}
		text, found := o.Records[override.Origin{Policy: rule.Policy, At: rule.At}]
		if !found {
			if text, err = json.Marshal(ruleRecord{PolicyName: rule.Policy.Name}); err != nil {
				return nil, nil, err
			}
		}
		separator := ","
		if records[key] == nil {
			separator = "["
		}
		records[key] = append(append(records[key], separator...), text...)
	}
	annotations := make(map[string]string, len(records))
	for key, text := range records {
		annotations[key] = string(text) + "]"
	}
	return object, annotations, nil
}
