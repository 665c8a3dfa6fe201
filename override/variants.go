package override

import (
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// Variant is an outcome that some clusters share.
type Variant struct {
	Clusters []string // in the order given
	Result   *Result  // for the first of the clusters; nil with Err
	Err      error    // of [Selection.Apply], for the first of the clusters

	of *outcome
}

// For returns what [Selection.Apply] returns for one of the clusters. It does not check that the cluster is one of them. The results of a
// variant share memory.
func (v Variant) For(cluster string) (*Result, error) {
	if v.of == nil {
		return v.Result, v.Err
	}
	return v.of.of(cluster)
}

// Variants returns the results of [Selection.Apply] for the clusters, each distinct outcome once, in the order of their first clusters.
// It applies the policies once for each outcome, and evaluates the conditions of the rules for each cluster.
//
//  1. Clusters for which the same rules match, in the policies that cover the object, share a variant.
//  2. If a step calls [Input.Cluster], or the condition of a rule is invalid for a cluster, the cluster gets its own variant.
//
// So two variants may have equal objects.
func (s Selection) Variants(clusters []selector.Cluster) []Variant {
	var all []Variant
	of := map[*outcome]int{} // index of its variant
	v := newVariants(&s, math.MaxInt)
	for i := range clusters {
		o := v.outcome(&clusters[i])
		at, known := of[o]
		if !known {
			at = len(all)
			of[o] = at
			result, err := o.of(clusters[i].Name)
			all = append(all, Variant{Result: result, Err: err, of: o})
		}
		all[at].Clusters = append(all[at].Clusters, clusters[i].Name)
	}
	return all
}

// Each returns the result of [Selection.Apply] for each of the clusters, in order, at the cost of [Selection.Variants]. Clusters with the
// same outcome share memory. Each keeps a few thousand outcomes, but not the clusters and results.
func (s Selection) Each(clusters iter.Seq[selector.Cluster]) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		if clusters == nil {
			return
		}
		v := newVariants(&s, maxOutcomes)
		for cluster := range clusters {
			if !yield(v.outcome(&cluster).of(cluster.Name)) {
				return
			}
		}
	}
}

// maxOutcomes limits the outcomes that Each keeps for later clusters.
const maxOutcomes = 4096

// variants has the known outcomes of an object.
type variants struct {
	selection *Selection
	tiers     [tiers]*matcher
	groups    map[string]*group // by signature for the cluster-wide policies
	stored    int               // number of outcomes in groups
	most      int               // limit of stored
}

// group has the outcomes of the clusters for which the same rules of cluster-wide policies match. So the same namespaced policies cover
// the object.
type group struct {
	outcome  *outcome // of all clusters, if the run ended before the namespaced policies
	own      bool     // each cluster has its own outcome
	matcher  *matcher // of the namespaced policies
	outcomes map[string]*outcome
}

// outcome is the end of an application.
type outcome struct {
	run *run
	err error
	own bool // the outcome is valid only for its own cluster
}

func newVariants(s *Selection, most int) *variants {
	v := &variants{selection: s, groups: map[string]*group{}, most: most}
	if s.set != nil {
		v.tiers[ClusterWide] = newMatcher(s.pick(ClusterWide, nil, nil))
	}
	return v
}

// of returns the outcome for a cluster.
func (o *outcome) of(cluster string) (*Result, error) {
	if o.err == nil {
		return &Result{cluster: cluster, run: o.run}, nil
	}
	var failed *Error
	errors.As(o.err, &failed) // every error of apply is an *Error
	c := *failed
	c.Cluster, c.Pointer = cluster, slices.Clone(failed.Pointer)
	if failed.Divergence != nil {
		d := *failed.Divergence
		d.Pointer = slices.Clone(d.Pointer)
		c.Divergence = &d
	}
	return nil, &c
}

// outcome returns the outcome for a cluster, an earlier one if possible.
func (v *variants) outcome(cluster *selector.Cluster) *outcome {
	o := v.find(cluster)
	if o == nil {
		o = v.apply(cluster)
		v.keep(cluster, o)
	}
	return o
}

// find returns the outcome of an earlier cluster that is valid for this one, or nil. It only reads.
func (v *variants) find(cluster *selector.Cluster) *outcome {
	var room [256]byte
	signature, ok := v.tiers[ClusterWide].signature(room[:0], cluster)
	if !ok {
		return nil
	}
	g := v.groups[string(signature)]
	if g == nil || g.own || g.outcome != nil {
		return g.ended()
	}
	if signature, ok = g.matcher.signature(signature[:0], cluster); !ok {
		return nil
	}
	return g.outcomes[string(signature)]
}

// keep keeps the outcome of a cluster for later ones.
func (v *variants) keep(cluster *selector.Cluster, o *outcome) {
	if v.stored >= v.most {
		clear(v.groups)
		v.stored = 0
	}
	var room [256]byte
	signature, ok := v.tiers[ClusterWide].signature(room[:0], cluster)
	if !ok {
		return
	}
	g := v.groups[string(signature)]
	if g == nil {
		g = v.newGroup(o)
		v.groups[string(signature)] = g
		v.stored++
	}
	if g.outcomes == nil || o.own {
		return
	}
	if signature, ok = g.matcher.signature(signature[:0], cluster); ok && g.outcomes[string(signature)] == nil {
		g.outcomes[string(signature)] = o
		v.stored++
	}
}

// newGroup returns the group of a first outcome.
func (v *variants) newGroup(o *outcome) *group {
	switch r := o.run; {
	case r.clusterRead == int(ClusterWide)+1:
		return &group{own: true}
	case r.since[Namespaced] < 0:
		return &group{outcome: o}
	default:
		return &group{matcher: v.namespaced(r), outcomes: map[string]*outcome{}}
	}
}

// ended returns the outcome of all clusters of the group, or nil before it is known. The receiver may be nil.
func (g *group) ended() *outcome {
	if g == nil {
		return nil
	}
	return g.outcome
}

// namespaced returns the matcher of the policies that cover the object after the cluster-wide tier.
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
	return &outcome{run: r, err: err, own: r.clusterRead != 0}
}

// matcher has the distinct cluster conditions of rules.
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

// signature appends a byte for each condition: 1 if it matches the cluster. It returns false if a condition is invalid.
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
