package work

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Overrides is a compiled set of override policies. It can be used for any number of objects, concurrently. The zero value has no policies.
type Overrides struct {
	Set *override.Set // with tenants, guard it, see [override.Set.Guarding]

	// Records has what is recorded on a Work when a rule acts, by policy and path of the rule, see [Record]. For a rule that is not in it,
	// only the name of the policy is recorded.
	Records map[override.Origin]json.RawMessage
}

// NewOverrides compiles policies. The errors are those of [karmada.Compile] and [Record].
func NewOverrides(policies ...api.OverrideSource) (Overrides, error) {
	o := Overrides{Records: map[override.Origin]json.RawMessage{}}
	compiled := make([]*override.Policy, len(policies))
	for i, source := range policies {
		var err error
		if compiled[i], err = karmada.Compile(source); err != nil {
			return Overrides{}, err
		}
		records, err := record(compiled[i].Ref(), source.OverrideSpec())
		if err != nil {
			return Overrides{}, err
		}
		maps.Copy(o.Records, records)
	}
	o.Set = override.NewSet(compiled...)
	return o, nil
}

// Annotations returns a new map with the annotations of a Work that record the rules that acted on its object.
//
//  1. Every rule that took part is recorded, even without effect. Rules of cluster-wide policies have their own annotation. The order is by the
//     name of the policy, then the order in which they acted.
//  2. If no rule took part, the Work has no such annotations.
func (o Overrides) Annotations(result *override.Result) map[string]string {
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
			text, _ = json.Marshal(ruleRecord{PolicyName: rule.Policy.Name}) // any name can be written
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
	return annotations
}
