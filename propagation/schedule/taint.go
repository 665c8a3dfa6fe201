package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// tolerations are Kubernetes' rules, by what they ask for:
//
//  1. An effect must be that of the taint; no effect is any.
//  2. A key must be that of the taint; no key is any.
//  3. Exists asks no more. Equal, which is the default, asks for the same value. Any other operator tolerates nothing.
//
// Many are in maps: to hold each against each taint of each cluster would take too long. A few are looked through, which is faster.
type tolerations struct {
	few    []api.Toleration
	exists map[tolerated]bool // without a value
	equal  map[tolerated]bool
}

type tolerated struct {
	effect     api.TaintEffect
	key, value string
}

func newTolerations(list []api.Toleration) tolerations {
	if len(list) <= 8 {
		return tolerations{few: list}
	}
	out := tolerations{exists: map[tolerated]bool{}, equal: map[tolerated]bool{}}
	for i := range list {
		switch t := &list[i]; t.Operator {
		case "", api.TolerationEqual:
			out.equal[tolerated{t.Effect, t.Key, t.Value}] = true
		case api.TolerationExists:
			out.exists[tolerated{t.Effect, t.Key, ""}] = true
		}
	}
	return out
}

// untolerated is a reason for each taint that keeps an object away: one of the effect NoSchedule or NoExecute that no toleration tolerates.
// For how long one does so is no matter.
func (s *tolerations) untolerated(taints []api.Taint) (reasons []string) {
	for i := range taints {
		if t := &taints[i]; (t.Effect == api.TaintNoSchedule || t.Effect == api.TaintNoExecute) && !s.tolerate(t) {
			reasons = append(reasons, "cluster(s) had untolerated taint {"+taintText(t)+"}")
		}
	}
	return reasons
}

func (s *tolerations) tolerate(t *api.Taint) bool {
	for i := range s.few {
		if tolerates(&s.few[i], t) {
			return true
		}
	}
	if s.equal == nil {
		return false
	}
	for _, effect := range []api.TaintEffect{"", t.Effect} {
		for _, key := range []string{"", t.Key} {
			if s.exists[tolerated{effect, key, ""}] || s.equal[tolerated{effect, key, t.Value}] {
				return true
			}
		}
	}
	return false
}

// tolerates is the rules of tolerations for one.
func tolerates(t *api.Toleration, taint *api.Taint) bool {
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

// taintText is key=value:effect, or key:effect.
func taintText(t *api.Taint) string {
	if t.Value == "" {
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}
