package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// tolerations match taints as in Kubernetes:
//
//  1. The effects are equal, or the toleration has no effect.
//  2. The keys are equal, or the toleration has no key.
//  3. The operator is Exists, or it is Equal, the default, and the values are equal. Any other operator tolerates nothing.
//
// Many tolerations are in maps, so that not each is compared with each taint of each cluster. A few are compared one by one, which is faster.
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

// untolerated returns a reason for each taint with the effect NoSchedule or NoExecute that is not tolerated. tolerationSeconds is ignored.
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

// tolerates applies the rules of tolerations to one of them.
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

// taintText returns key=value:effect, or key:effect.
func taintText(t *api.Taint) string {
	if t.Value == "" {
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}
