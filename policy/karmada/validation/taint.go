package validation

import (
	"fmt"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// effectOf is what identifies a taint.
type effectOf struct {
	key    string
	effect api.TaintEffect
}

// ValidateTaintPolicy reports the errors with which Karmada's admission refuses a ClusterTaintPolicy, in its order:
//
//  1. A taint has the effect NoExecute, and allowNoExecute is false. It is Karmada's flag --allow-no-execute-taint-policy, which is off by
//     default.
//  2. A later taint has the same key and effect. The error is at the earlier one.
//
// Nothing else is validated: the server refuses an invalid taint when Karmada writes it to a cluster.
func ValidateTaintPolicy(p *api.ClusterTaintPolicy, allowNoExecute bool) field.ErrorList {
	at, last := specPath.Child("taints"), map[effectOf]int{}
	for i, t := range p.Spec.Taints {
		last[effectOf{t.Key, t.Effect}] = i
	}
	var errs field.ErrorList
	for i, t := range p.Spec.Taints {
		if !allowNoExecute && t.Effect == api.TaintNoExecute {
			errs = append(errs, field.Forbidden(at.Index(i),
				"Configuring taint with NoExecute effect is not allowed, this capability must be explicitly enabled by administrators through command-line flags"))
		}
		if last[effectOf{t.Key, t.Effect}] > i {
			errs = append(errs, field.Duplicate(at.Index(i),
				fmt.Sprintf("Duplicate taint with the same key(%s) and effect(%s) is not allowed", t.Key, t.Effect)))
		}
	}
	return errs
}

// ValidateTaints reports the errors with which an API server of Karmada refuses the taints of a cluster, in its order:
//
//  1. The key is a valid label key, and the value a valid label value.
//  2. The effect is NoSchedule or NoExecute.
//  3. No earlier taint has the same key and effect.
func ValidateTaints(taints []api.Taint) field.ErrorList {
	var errs field.ErrorList
	seen := map[effectOf]bool{}
	for i := range taints {
		t, at := &taints[i], specPath.Child("taints").Index(i)
		errs = append(errs, metav1validation.ValidateLabelName(t.Key, at.Child("key"))...)
		if faults := validation.IsValidLabelValue(t.Value); len(faults) > 0 {
			errs = append(errs, field.Invalid(at.Child("value"), t.Value, strings.Join(faults, ";")))
		}
		switch t.Effect {
		case api.TaintNoSchedule, api.TaintNoExecute:
		case "":
			errs = append(errs, field.Required(at.Child("effect"), ""))
		default:
			errs = append(errs, field.NotSupported(at.Child("effect"), t.Effect, []api.TaintEffect{api.TaintNoSchedule, api.TaintNoExecute}))
		}
		if id := (effectOf{t.Key, t.Effect}); seen[id] {
			duplicate := field.Duplicate(at, *t.DeepCopy())
			duplicate.Detail = "taints must be unique by key and effect pair"
			errs = append(errs, duplicate)
		} else {
			seen[id] = true
		}
	}
	return errs
}

// DefaultTaints returns a copy of the taints of a cluster as an API server of Karmada stores them: those with the effect NoExecute and without a
// time get now, in whole seconds.
func DefaultTaints(taints []api.Taint, now time.Time) []api.Taint {
	copies := make([]api.Taint, len(taints))
	for i := range taints {
		copies[i] = *taints[i].DeepCopy()
		if t := &copies[i]; t.Effect == api.TaintNoExecute && t.TimeAdded == nil {
			t.TimeAdded = &metav1.Time{Time: now.UTC().Truncate(time.Second)}
		}
	}
	return copies
}
