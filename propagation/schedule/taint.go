package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// tolerations match taints, see [content.Tolerates]. Many tolerations are in maps, so that not each is compared with each taint of each cluster. A few are compared one by one, which is faster.
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
			reasons = append(reasons, "cluster(s) had untolerated taint {"+content.TaintText(t)+"}")
		}
	}
	return reasons
}

func (s *tolerations) tolerate(t *api.Taint) bool {
	for i := range s.few {
		if content.Tolerates(&s.few[i], t) {
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
