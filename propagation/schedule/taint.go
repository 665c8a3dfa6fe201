package schedule

import "github.com/overridekit/overridekit/policy/karmada"

// untolerated is a reason for each taint that keeps an object away: one of the effect NoSchedule or NoExecute that no toleration tolerates.
// For how long one does so is no matter.
func untolerated(taints []karmada.Taint, tolerations []karmada.Toleration) (reasons []string) {
	for i := range taints {
		if t := &taints[i]; (t.Effect == karmada.TaintNoSchedule || t.Effect == karmada.TaintNoExecute) && !tolerated(t, tolerations) {
			reasons = append(reasons, "cluster(s) had untolerated taint {"+taintText(t)+"}")
		}
	}
	return reasons
}

func tolerated(taint *karmada.Taint, tolerations []karmada.Toleration) bool {
	for i := range tolerations {
		if tolerates(&tolerations[i], taint) {
			return true
		}
	}
	return false
}

// tolerates is Kubernetes' rule:
//
//  1. An effect must be that of the taint; no effect is any.
//  2. A key must be that of the taint; no key is any.
//  3. Exists asks no more. Equal, which is the default, asks for the same value. Any other operator tolerates nothing.
func tolerates(t *karmada.Toleration, taint *karmada.Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect || t.Key != "" && t.Key != taint.Key {
		return false
	}
	switch t.Operator {
	case "", karmada.TolerationEqual:
		return t.Value == taint.Value
	case karmada.TolerationExists:
		return true
	}
	return false
}

// taintText is key=value:effect, or key:effect.
func taintText(t *karmada.Taint) string {
	if t.Value == "" {
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}
