package impact

import (
	"reflect"
	"slices"

	"github.com/overridekit/overridekit/override"
)

// SamePolicy reports whether two policies certainly act in the same way. Nil acts in no way.
func SamePolicy(a, b *override.Policy) bool {
	if a == b {
		return true
	}
	return sameRules(a, b) && sameSelection(a, b)
}

// sameRules reports whether two policies certainly do the same to an object that both cover with the same rank.
func sameRules(a, b *override.Policy) bool {
	if a == nil || b == nil {
		return false
	}
	return sameRole(a, b) &&
		slices.EqualFunc(a.Spec().Rules, b.Spec().Rules, func(r, s override.Rule) bool { return sameRule(&r, &s) })
}

// sameSelection reports whether two policies cover the same objects with the same rank.
func sameSelection(a, b *override.Policy) bool {
	return sameRole(a, b) && reflect.DeepEqual(a.Objects(), b.Objects())
}

// sameRole reports whether two policies have the same name and tier, and select either the input object or the output of the previous tier.
func sameRole(a, b *override.Policy) bool {
	x, y := a.Spec(), b.Spec()
	return x.Ref == y.Ref && x.Tier == y.Tier && x.AsGiven == y.AsGiven
}

// sameRule reports whether two rules certainly act in the same way.
func sameRule(a, b *override.Rule) bool {
	return a.At == b.At && a.Clusters.Key() == b.Clusters.Key() && slices.EqualFunc(a.Stages, b.Stages, func(s, t override.Stage) bool {
		return slices.EqualFunc(s, t, func(l, m override.Lane) bool { return slices.EqualFunc(l, m, sameStep) })
	})
}

// sameStep compares overriders only if they are known to be data. An overrider that has a function is not the same as any other.
func sameStep(a, b override.Step) bool {
	if a.At != b.At || reflect.TypeOf(a.Overrider) != reflect.TypeOf(b.Overrider) {
		return false
	}
	if x, y := reflect.ValueOf(a.Overrider), reflect.ValueOf(b.Overrider); x.Comparable() && y.Comparable() && a.Overrider == b.Overrider {
		return true
	}
	_, isData := override.KnownScope(a.Overrider)
	return isData && reflect.DeepEqual(a.Overrider, b.Overrider)
}

// differentRules returns the rules that may matter to an object which the two policies select with the same rank, or not: the rules that the
// other policy does not have at the same index, or all rules. A nil policy has no rules.
func differentRules(a, b *override.Policy, alike bool) (ofA, ofB []override.Rule) {
	x, y := rulesOf(a), rulesOf(b)
	if a == nil || b == nil || !sameRole(a, b) || !alike && !sameSelection(a, b) {
		return x, y
	}
	for i := range max(len(x), len(y)) {
		if i < len(x) && i < len(y) && sameRule(&x[i], &y[i]) {
			continue
		}
		if i < len(x) {
			ofA = append(ofA, x[i])
		}
		if i < len(y) {
			ofB = append(ofB, y[i])
		}
	}
	return ofA, ofB
}

func rulesOf(p *override.Policy) []override.Rule {
	if p == nil {
		return nil
	}
	return p.Spec().Rules
}
