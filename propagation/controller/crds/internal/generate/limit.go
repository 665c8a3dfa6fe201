package generate

import karmada "github.com/overridekit/overridekit/policy/karmada/api"

// limit is what the schema of a field says beyond its type. Zero values say nothing.
type limit struct {
	enum                           []any
	value                          any // the default
	minimum                        *float64
	minLength, maxLength, minItems *int64
	required                       bool
}

// limits are the enumerations, defaults and sizes of Karmada's API (Karmada f8fdd02df, 1.19), by the Go type and the name in JSON. Other
// rules are those of admission, which package validation has.
var limits = map[string]limit{
	"PropagationSpec.resourceSelectors":      {minItems: number(1), required: true},
	"PropagationSpec.priority":               {value: 0},
	"PropagationSpec.preemption":             {value: karmada.PreemptNever, enum: []any{karmada.PreemptAlways, karmada.PreemptNever}},
	"PropagationSpec.schedulerName":          {value: "default-scheduler"},
	"PropagationSpec.conflictResolution":     {value: karmada.ConflictAbort, enum: []any{karmada.ConflictAbort, karmada.ConflictOverwrite}},
	"PropagationSpec.activationPreference":   {enum: []any{karmada.LazyActivation}},
	"ResourceBindingSpec.conflictResolution": {value: karmada.ConflictAbort, enum: []any{karmada.ConflictAbort, karmada.ConflictOverwrite}},
	"SchedulePriority.priorityClassSource":   {enum: []any{karmada.KubePriorityClass}},

	"ApplicationFailoverBehavior.purgeMode": {
		value: karmada.PurgeGracefully, enum: []any{karmada.PurgeDirectly, karmada.PurgeGracefully, karmada.PurgeNever},
	},
	"ClusterFailoverBehavior.purgeMode":    {value: karmada.PurgeGracefully, enum: []any{karmada.PurgeDirectly, karmada.PurgeGracefully}},
	"DecisionConditions.tolerationSeconds": {value: 300},

	"ClusterAffinityTerm.affinityName": {minLength: number(1), maxLength: number(32)},
	"OverflowAffinity.affinityName":    {minLength: number(1), maxLength: number(32)},
	"SpreadConstraint.spreadByField": {
		enum: []any{karmada.SpreadByCluster, karmada.SpreadByRegion, karmada.SpreadByZone, karmada.SpreadByProvider},
	},
	"ReplicaSchedulingStrategy.replicaSchedulingType":     {value: karmada.Divided, enum: []any{karmada.Duplicated, karmada.Divided}},
	"ReplicaSchedulingStrategy.replicaDivisionPreference": {enum: []any{karmada.Aggregated, karmada.Weighted}},
	"ClusterPreferences.dynamicWeight":                    {enum: []any{karmada.DynamicWeightByAvailableReplicas}},
	"StaticClusterWeight.weight":                          {minimum: new(1.0)},

	"ImageOverrider.component":          {enum: []any{karmada.Registry, karmada.Repository, karmada.Tag}},
	"ImageOverrider.operator":           {enum: operators},
	"CommandArgsOverrider.operator":     {enum: operators[:2]},
	"LabelAnnotationOverrider.operator": {enum: operators},
	"JSONPatchOperation.operator":       {enum: operators},
	"PlaintextOverrider.operator":       {enum: operators},

	"ClusterTaintPolicySpec.taints": {minItems: number(1), required: true},
	"MatchCondition.operator":       {enum: []any{karmada.MatchConditionIn, karmada.MatchConditionNotIn}},

	"ClusterSpec.syncMode": {enum: []any{karmada.Push, karmada.Pull}},
}

var operators = []any{karmada.OverriderOpAdd, karmada.OverriderOpRemove, karmada.OverriderOpReplace}

func number(n int64) *int64 { return &n }
