package eviction

import (
	"fmt"
	"math"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Tolerance is how long an object may stay in a tainted cluster.
type Tolerance struct {
	Evict bool

	// Left is the time until it is evicted, with fractions of a second. Zero if Evict is true, or if it may stay forever.
	Left   time.Duration
	Reason string // in words for a person
}

// Tolerate decides how long an object with some tolerations may stay in a cluster with some taints. Only taints with the effect NoExecute count.
//
//  1. For each taint the first toleration that matches it is used, in the order of the list. If no toleration matches a taint, the object is
//     evicted.
//  2. A deadline is the time when a taint was added plus the tolerationSeconds of a used toleration that matches it, even of one used for another
//     taint. The object is evicted at the earliest deadline.
//  3. Without a deadline it stays. So a taint without a time never ends a toleration, and a later toleration without seconds does not help.
//
// Matching is that of Kubernetes: an empty effect is all effects, an empty key with the operator Exists is all keys, and Lt and Gt match nothing.
func Tolerate(taints []api.Taint, tolerations []api.Toleration, now time.Time) Tolerance {
	first, used := map[pattern]int{}, map[int]bool{}
	for i := range tolerations {
		if p, ok := patternOf(&tolerations[i]); ok {
			if _, found := first[p]; !found {
				first[p] = i
			}
		}
	}
	var tainted []*api.Taint
	for i := range taints {
		t := &taints[i]
		if t.Effect != api.TaintNoExecute {
			continue
		}
		by, found := least(first, t)
		if !found {
			return Tolerance{Evict: true, Reason: fmt.Sprintf("the taint %s is not tolerated", content.TaintText(t))}
		}
		used[by], tainted = true, append(tainted, t)
	}
	if len(tainted) == 0 {
		return Tolerance{Reason: "the cluster has no taint with the effect NoExecute"}
	}
	shortest := map[pattern]int64{}
	for i := range used {
		if seconds := tolerations[i].TolerationSeconds; seconds != nil {
			p, _ := patternOf(&tolerations[i])
			if known, found := shortest[p]; !found || *seconds < known {
				shortest[p] = *seconds
			}
		}
	}
	return untilDeadline(tainted, shortest, now)
}

// untilDeadline returns the tolerance for taints that are all tolerated, for the shortest times of the used tolerations.
func untilDeadline(tainted []*api.Taint, shortest map[pattern]int64, now time.Time) Tolerance {
	left, by := time.Duration(math.MaxInt64), (*api.Taint)(nil)
	for _, t := range tainted {
		seconds, found := least(shortest, t)
		if !found || t.TimeAdded == nil || seconds > maxSeconds {
			continue
		}
		if rest := remaining(t.TimeAdded.Time, now, durationOf(seconds)); rest < left {
			left, by = rest, t
		}
	}
	switch {
	case by == nil:
		return Tolerance{Reason: fmt.Sprintf("the taint %s is tolerated forever", content.TaintText(tainted[0]))}
	case left <= 0:
		return Tolerance{Evict: true, Reason: fmt.Sprintf("the taint %s was tolerated long enough", content.TaintText(by))}
	}
	return Tolerance{Left: left, Reason: fmt.Sprintf("the taint %s is tolerated for some time", content.TaintText(by))}
}

// pattern is what a toleration matches. Tolerations are in maps, so that not each is compared with each taint.
type pattern struct {
	effect     api.TaintEffect
	key, value string
	exists     bool // the value does not matter
}

// patternOf returns the pattern of a toleration, and false if its operator matches nothing.
func patternOf(t *api.Toleration) (p pattern, ok bool) {
	switch t.Operator {
	case "", api.TolerationEqual:
		return pattern{t.Effect, t.Key, t.Value, false}, true
	case api.TolerationExists:
		return pattern{t.Effect, t.Key, "", true}, true
	}
	return p, false
}

// least returns the least value of the patterns that match a taint.
func least[N int | int64](values map[pattern]N, t *api.Taint) (lowest N, found bool) {
	for _, effect := range [...]api.TaintEffect{"", t.Effect} {
		for _, key := range [...]string{"", t.Key} {
			for _, p := range [...]pattern{{effect, key, "", true}, {effect, key, t.Value, false}} {
				if v, ok := values[p]; ok && (!found || v < lowest) {
					lowest, found = v, true
				}
			}
		}
	}
	return lowest, found
}

// decision returns the decision of a tolerance for a cluster.
func (t Tolerance) decision(cluster string, now time.Time) Decision {
	d := Decision{Cluster: cluster, Kind: Stays, Reason: t.Reason}
	switch {
	case t.Evict:
		d.Kind = Evicted
	case t.Left > 0:
		d.Kind = Tolerated
		if end, ok := endOf(now, t.Left); ok {
			d.Until = &metav1.Time{Time: end.UTC()}
		}
	}
	return d
}

// maxSeconds is the maximum number of seconds of a duration, about 292 years. A longer time never ends.
const maxSeconds = math.MaxInt64 / int64(time.Second)

// durationOf returns at most maxSeconds as a duration, which is the shortest one if they do not fit.
func durationOf(seconds int64) time.Duration {
	if seconds < -maxSeconds {
		return math.MinInt64
	}
	return time.Duration(seconds) * time.Second
}
