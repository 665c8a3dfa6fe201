package override

import (
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// Variant is what some clusters get, all of them the same.
type Variant struct {
	Clusters []string // in the order in which they came
	Result   *Result  // its Cluster is the first of them; nil with Err
	Err      error    // as of [Selection.Apply], for the first of them
}

// Variants is what [Selection.Apply] gives for each of the clusters, each distinct outcome once, in the order of their first
// clusters. It costs what the outcomes cost, and for each cluster a look at the conditions of the rules.
//
//  1. Clusters for which the same rules match, in the policies that cover the object, get one variant.
//  2. A cluster of which a step has read anything but what the rules did (see [Input.Cluster]) has a variant of its own,
//     and so has one that comes to an invalid part of a rule.
//
// So two variants may have equal objects.
func (s Selection) Variants(clusters []selector.Cluster) []Variant {
	var all []Variant
	of := map[*outcome]int{} // its variant
	v := newVariants(&s, math.MaxInt)
	for i := range clusters {
		o := v.outcome(&clusters[i])
		at, known := of[o]
		if !known {
			at = len(all)
			of[o] = at
			result, err := o.of(clusters[i].Name)
			all = append(all, Variant{Result: result, Err: err})
		}
		all[at].Clusters = append(all[at].Clusters, clusters[i].Name)
	}
	return all
}

// Each is what [Selection.Apply] gives for each of the clusters, one after the other, at the cost of [Selection.Variants].
// Results share their memory where clusters get the same. Neither clusters nor results are kept, but for the last few thousand outcomes.
func (s Selection) Each(clusters iter.Seq[selector.Cluster]) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		if clusters == nil {
			return
		}
		v := newVariants(&s, mostOutcomes)
		for cluster := range clusters {
			if !yield(v.outcome(&cluster).of(cluster.Name)) {
				return
			}
		}
	}
}

// mostOutcomes is how many outcomes Each keeps for clusters to come.
const mostOutcomes = 4096

// variants knows the outcomes of an object so far.
type variants struct {
	selection *Selection
	tiers     [tiers]*matcher
	groups    map[string]*group // by the rules of cluster-wide policies that match
	noops     int
	most      int // to be kept
	signature []byte
}

// group is the clusters for which the same rules of cluster-wide policies match, so that the same namespaced policies cover
// the object.
type group struct {
	outcome  *outcome // if that is the outcome, whatever the namespaced policies are
	own      bool     // each cluster has an outcome of its own
	matcher  *matcher // of the namespaced policies
	outcomes map[string]*outcome
}

// outcome is how an application ended.
type outcome struct {
	run *run
	err error
	own bool // the next cluster for which the same rules match has another one
}

func newVariants(s *Selection, most int) *variants {
	v := &variants{selection: s, groups: map[string]*group{}, most: most}
	if s.set != nil {
		v.tiers[ClusterWide] = newMatcher(s.pick(ClusterWide, nil, nil))
	}
	return v
}

// of is the outcome as a cluster gets it.
func (o *outcome) of(cluster string) (*Result, error) {
	if o.err == nil {
		return &Result{cluster: cluster, run: o.run}, nil
	}
	var failed *Error
	errors.As(o.err, &failed) // which every error of apply is
	c := *failed
	c.Cluster, c.Pointer = cluster, slices.Clone(failed.Pointer)
	if failed.Divergence != nil {
		d := *failed.Divergence
		d.Pointer = slices.Clone(d.Pointer)
		c.Divergence = &d
	}
	return nil, &c
}

// outcome is that of a cluster, an earlier one where it can be.
func (v *variants) outcome(cluster *selector.Cluster) *outcome {
	if v.noops >= v.most {
		clear(v.groups)
		v.noops = 0
	}
	signature, ok := v.tiers[ClusterWide].signature(v.signature[:0], cluster)
	v.signature = signature
	if !ok {
		return v.apply(cluster)
	}
	g := v.groups[string(signature)]
	if g == nil {
		return v.begin(string(signature), cluster)
	}
	switch {
	case g.own:
		return v.apply(cluster)
	case g.outcome != nil:
		return g.outcome
	}
	signature, ok = g.matcher.signature(v.signature[:0], cluster)
	v.signature = signature
	if !ok {
		return v.apply(cluster)
	}
	o := g.outcomes[string(signature)]
	if o == nil || o.own {
		if o == nil {
			v.noops++
		}
		o = v.apply(cluster)
		g.outcomes[string(signature)] = o
	}
	return o
}

// begin is the outcome of the first cluster of a group.
func (v *variants) begin(signature string, cluster *selector.Cluster) *outcome {
	o := v.apply(cluster)
	g := &group{}
	v.groups[signature] = g
	v.noops++
	r := o.run
	switch {
	case r.asked == int(ClusterWide)+1:
		g.own = true
	case r.since[Namespaced] < 0:
		g.outcome = o
	default:
		g.matcher = v.namespaced(r)
		g.outcomes = map[string]*outcome{}
		if signature, ok := g.matcher.signature(v.signature[:0], cluster); ok {
			g.outcomes[string(signature)] = o
		}
	}
	return o
}

// namespaced is about the policies that cover the object after the cluster-wide ones.
func (v *variants) namespaced(r *run) *matcher {
	if r.since[Namespaced] > 0 {
		if given, now := r.identities(Namespaced); !given.Equal(&now) {
			return newMatcher(v.selection.pick(Namespaced, &now, nil))
		}
	}
	if v.tiers[Namespaced] == nil {
		v.tiers[Namespaced] = newMatcher(v.selection.pick(Namespaced, nil, nil))
	}
	return v.tiers[Namespaced]
}

func (v *variants) apply(cluster *selector.Cluster) *outcome {
	r, err := apply(v.selection, cluster)
	return &outcome{run: r, err: err, own: r.asked != 0}
}

// matcher asks the conditions of rules about clusters, each distinct one once.
type matcher struct{ conditions []selector.Clusters }

func newMatcher(policies []*Policy) *matcher {
	m, known := &matcher{}, map[string]bool{}
	for _, p := range policies {
		for i := range p.spec.Rules {
			clusters := p.spec.Rules[i].Clusters
			if key := clusters.Key(); !known[key] {
				known[key] = true
				m.conditions = append(m.conditions, clusters)
			}
		}
	}
	return m
}

// signature adds what the conditions say, and false if one of them fails.
func (m *matcher) signature(to []byte, cluster *selector.Cluster) ([]byte, bool) {
	if m == nil {
		return to, true
	}
	for i := range m.conditions {
		switch c := &m.conditions[i]; {
		case c.Match(cluster):
			to = append(to, 1)
		case c.Fault(cluster) != nil:
			return to, false
		default:
			to = append(to, 0)
		}
	}
	return to, true
}
