package admission

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/json"

	engine "github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// rules are what admission does to a kind.
type rules struct {
	plural   string
	read     func(text []byte) (runtime.Object, error)
	defaults func(object runtime.Object, create bool) runtime.Object // nil: the kind has no defaults
	validate func(object, old runtime.Object) field.ErrorList        // old is nil on creation
	warn     func(object runtime.Object) []string
	compile  func(object runtime.Object) (*engine.Policy, error) // nil: the kind is not an override policy
}

var taintKind = schema.GroupKind{Group: karmadaapi.PolicyGroupVersion.Group, Kind: "ClusterTaintPolicy"}

// The kinds, by group and kind.
var kinds = map[schema.GroupKind]rules{
	{Group: karmadaapi.PolicyGroupVersion.Group, Kind: "PropagationPolicy"}:        propagation[karmadaapi.PropagationPolicy]("propagationpolicies"),
	{Group: karmadaapi.PolicyGroupVersion.Group, Kind: "ClusterPropagationPolicy"}: propagation[karmadaapi.ClusterPropagationPolicy]("clusterpropagationpolicies"),
	{Group: karmadaapi.PolicyGroupVersion.Group, Kind: "OverridePolicy"}:           override[karmadaapi.OverridePolicy]("overridepolicies"),
	{Group: karmadaapi.PolicyGroupVersion.Group, Kind: "ClusterOverridePolicy"}:    override[karmadaapi.ClusterOverridePolicy]("clusteroverridepolicies"),
	taintKind: taints(false),
	{Group: kubeadmiralapi.GroupVersion.Group, Kind: "OverridePolicy"}:        labelled[kubeadmiralapi.OverridePolicy]("overridepolicies"),
	{Group: kubeadmiralapi.GroupVersion.Group, Kind: "ClusterOverridePolicy"}: labelled[kubeadmiralapi.ClusterOverridePolicy]("clusteroverridepolicies"),
}

// object is a pointer to a T that is an API object.
type object[T any] interface {
	*T
	runtime.Object
}

// read decodes an object that an API server has checked.
func read[T any, P object[T]](text []byte) (runtime.Object, error) {
	out := P(new(T))
	if err := json.UnmarshalCaseSensitivePreserveInts(text, out); err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	return out, nil
}

func propagation[T any, P object[T]](plural string) rules {
	return rules{
		plural: plural, read: read[T, P],
		defaults: func(object runtime.Object, create bool) runtime.Object {
			var newID func() string
			if create {
				newID = func() string { return string(uuid.NewUUID()) }
			}
			return validation.DefaultPropagation(object.(karmadaapi.PropagationSource), newID)
		},
		validate: func(object, old runtime.Object) field.ErrorList {
			if old == nil {
				return validation.ValidatePropagation(object.(karmadaapi.PropagationSource))
			}
			return validation.RatchetPropagationUpdate(object.(karmadaapi.PropagationSource), old.(karmadaapi.PropagationSource))
		},
		warn: func(object runtime.Object) []string {
			return validation.WarnPropagation(object.(karmadaapi.PropagationSource))
		},
	}
}

func override[T any, P object[T]](plural string) rules {
	return rules{
		plural: plural, read: read[T, P],
		defaults: func(object runtime.Object, _ bool) runtime.Object {
			return validation.DefaultOverride(object.(karmadaapi.OverrideSource))
		},
		validate: func(object, old runtime.Object) field.ErrorList {
			if old == nil {
				return validation.ValidateOverride(object.(karmadaapi.OverrideSource))
			}
			return validation.RatchetOverrideUpdate(object.(karmadaapi.OverrideSource), old.(karmadaapi.OverrideSource))
		},
		warn: func(object runtime.Object) []string {
			policy := object.(karmadaapi.OverrideSource)
			out := validation.WarnOverride(policy)
			for _, err := range validation.Ratchet(karmada.Lint(policy), validation.ValidateOverride(policy)) {
				out = append(out, err.Error())
			}
			return out
		},
		compile: func(object runtime.Object) (*engine.Policy, error) {
			return karmada.Compile(object.(karmadaapi.OverrideSource))
		},
	}
}

func labelled[T any, P object[T]](plural string) rules {
	return rules{
		plural: plural, read: read[T, P],
		validate: func(object, old runtime.Object) field.ErrorList {
			errs := kubeadmiral.Lint(object.(kubeadmiralapi.OverrideSource))
			if old == nil {
				return errs
			}
			return validation.Ratchet(errs, kubeadmiral.Lint(old.(kubeadmiralapi.OverrideSource)))
		},
		warn: func(runtime.Object) []string { return nil },
		compile: func(object runtime.Object) (*engine.Policy, error) {
			return kubeadmiral.Compile(object.(kubeadmiralapi.OverrideSource))
		},
	}
}

// identity returns an error for each step of an override policy that can only change the identity of objects, see [engine.Policy.GuardFaults]. A policy that is being
// deleted, or whose spec does not change, may keep such steps: rendering refuses them.
func (r rules) identity(guard engine.Guard, object, old runtime.Object) field.ErrorList {
	if r.compile == nil || object.(metav1.Object).GetDeletionTimestamp() != nil {
		return nil
	}
	if old != nil && (sameSpec(object, old) || r.defaults != nil && sameSpec(object, r.defaults(old, false))) {
		return nil
	}
	policy, err := r.compile(object)
	if err != nil {
		return nil // validate reports it
	}
	return policy.GuardFaults(guard)
}

// sameSpec reports whether two policies of a kind have equal specs.
func sameSpec(a, b runtime.Object) bool {
	switch a := a.(type) {
	case karmadaapi.OverrideSource:
		return equality.Semantic.DeepEqual(a.OverrideSpec(), b.(karmadaapi.OverrideSource).OverrideSpec())
	case kubeadmiralapi.OverrideSource:
		return equality.Semantic.DeepEqual(a.OverrideSpec(), b.(kubeadmiralapi.OverrideSource).OverrideSpec())
	}
	return false
}

// taints are the rules of ClusterTaintPolicies. A stored policy with the effect NoExecute may stay.
func taints(allowNoExecute bool) rules {
	faults := func(object runtime.Object) field.ErrorList {
		return validation.ValidateTaintPolicy(object.(*karmadaapi.ClusterTaintPolicy), allowNoExecute)
	}
	return rules{
		plural: "clustertaintpolicies", read: read[karmadaapi.ClusterTaintPolicy],
		validate: func(object, old runtime.Object) field.ErrorList {
			if old == nil {
				return faults(object)
			}
			return validation.Ratchet(faults(object), faults(old))
		},
		warn: func(runtime.Object) []string { return nil },
	}
}
