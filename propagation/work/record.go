package work

import (
	"encoding/json"
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Record returns what is recorded on a Work when a rule of the policy acts, for each rule. It is the JSON that Karmada writes:
// {"policyName": …, "overriders": {…}}. A value in the policy that is not valid JSON, which only Go code can make, is an error.
func Record(policy api.OverrideSource) (map[override.Origin]json.RawMessage, error) {
	compiled, err := karmada.Compile(policy)
	if err != nil {
		return nil, err
	}
	return record(compiled.Ref(), policy.OverrideSpec())
}

func record(policy override.Ref, spec *api.OverrideSpec) (map[override.Origin]json.RawMessage, error) {
	records := map[override.Origin]json.RawMessage{}
	add := func(at string, o *api.Overriders) error {
		text, err := json.Marshal(ruleRecord{policy.Name, written(o)})
		if err != nil {
			return fmt.Errorf("%s: %s: %w", policy, at, err)
		}
		records[override.Origin{Policy: policy, At: at}] = text
		return nil
	}
	if len(spec.OverrideRules) == 0 {
		if err := add("spec", &spec.Overriders); err != nil {
			return nil, err
		}
		return records, nil
	}
	for i := range spec.OverrideRules {
		if err := add(fmt.Sprintf("spec.overrideRules[%d]", i), &spec.OverrideRules[i].Overriders); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// ruleRecord is a rule as Karmada records it, in the order of its fields.
type ruleRecord struct {
	PolicyName string         `json:"policyName"`
	Overriders overridersText `json:"overriders"`
}

// overridersText is [api.Overriders] with the fields in Karmada's order.
type overridersText struct {
	Plaintext            []plaintextText                `json:"plaintext,omitempty"`
	ImageOverrider       []api.ImageOverrider           `json:"imageOverrider,omitempty"`
	CommandOverrider     []api.CommandArgsOverrider     `json:"commandOverrider,omitempty"`
	ArgsOverrider        []api.CommandArgsOverrider     `json:"argsOverrider,omitempty"`
	LabelsOverrider      []api.LabelAnnotationOverrider `json:"labelsOverrider,omitempty"`
	AnnotationsOverrider []api.LabelAnnotationOverrider `json:"annotationsOverrider,omitempty"`
	FieldOverrider       []fieldText                    `json:"fieldOverrider,omitempty"`
}

// An absent value is written as null.
type plaintextText struct {
	Path     string                `json:"path"`
	Operator api.OverriderOperator `json:"operator"`
	Value    api.JSON              `json:"value"`
}

type fieldText struct {
	FieldPath string          `json:"fieldPath"`
	JSON      []operationText `json:"json,omitempty"`
	YAML      []operationText `json:"yaml,omitempty"`
}

type operationText struct {
	SubPath  string                `json:"subPath"`
	Operator api.OverriderOperator `json:"operator"`
	Value    api.JSON              `json:"value"`
}

func written(o *api.Overriders) overridersText {
	text := overridersText{
		ImageOverrider: o.ImageOverrider, CommandOverrider: o.CommandOverrider, ArgsOverrider: o.ArgsOverrider,
		LabelsOverrider: o.LabelsOverrider, AnnotationsOverrider: o.AnnotationsOverrider,
	}
	for _, p := range o.Plaintext {
		text.Plaintext = append(text.Plaintext, plaintextText(p))
	}
	for _, f := range o.FieldOverrider {
		text.FieldOverrider = append(text.FieldOverrider, fieldText{f.FieldPath, operations(f.JSON), operations(f.YAML)})
	}
	return text
}

func operations(all []api.JSONPatchOperation) []operationText {
	var list []operationText
	for _, o := range all {
		list = append(list, operationText(o))
	}
	return list
}
