package content

import "github.com/overridekit/overridekit/policy/karmada/api"

// Tolerates reports whether a toleration matches a taint, as in Kubernetes:
//
//  1. The effects are equal, or the toleration has no effect.
//  2. The keys are equal, or the toleration has no key.
//  3. The operator is Exists, or it is Equal, the default, and the values are equal. Any other operator tolerates nothing.
func Tolerates(t *api.Toleration, taint *api.Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect || t.Key != "" && t.Key != taint.Key {
		return false
	}
	switch t.Operator {
	case "", api.TolerationEqual:
		return t.Value == taint.Value
	case api.TolerationExists:
		return true
	}
	return false
}

// maxKey is the length of the longest key of a taint: a prefix, a slash and a name. Clip is too short for it.
const maxKey = 253 + 1 + 63

// TaintText returns key=value:effect, or key:effect, each clipped.
func TaintText(t *api.Taint) string {
	key, effect := clip(t.Key, maxKey), Clip(string(t.Effect))
	if t.Value == "" {
		return key + ":" + effect
	}
	return key + "=" + Clip(t.Value) + ":" + effect
}
