package impact

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// Affected is an object whose results may differ, so it must be recomputed.
type Affected struct {
	Object override.Ref

	// Undecided: the names and labels of the object do not decide whether the change reaches it. If it is false, the policy that
	// changes selects the object, before or after the change. Whether its values differ then depends on its contents and on the rules, which may be
	// missing, match no cluster, or follow an error of another policy: [Change.Rows] compares the results.
	Undecided bool
}

// Affected returns the objects of the index that a change of a policy affects, sorted. Before or after is nil if the policy is new or gone. The set has
// the other policies, and may also have the old or the new one. All other objects keep their results, in every cluster.
//
//  1. Policies that certainly act in the same way affect nothing.
//  2. Except by rule 3, an object is not affected if neither policy selects it, or if both select it with the same rank and have equal rules.
//  3. A namespaced policy selects by the output of the cluster-wide ones. If one of these covers an object and may write its identity, or any label
//     while the policy selects by labels, it is undecided whether the policy selects the object. Which label it writes does not matter, see
//     [override.ScopeLabels].
//
// It reads only the objects with the kind, namespace, name or single label that the selectors require, and for a namespaced policy the
// cluster-wide policies of the set.
func (x *Index) Affected(set *override.Set, before, after *override.Policy) []Affected {
	a := affectedObjects{index: x, set: set, found: map[override.Ref]bool{}}
	if !SamePolicy(before, after) {
		if sameRules(before, after) {
			a.same = func(o *selector.Object) bool { return before.Objects().Match(*o) == after.Objects().Match(*o) }
		}
		a.add(before, false)
		a.add(after, false)
	}
	return a.sorted()
}

// AffectedByCluster returns the objects of the index that a change of a cluster's facts affects, sorted: those that [Index.Affected] returns for the
// policies of the set whose matching rules change. If matching rules may read the cluster ([override.Input.Cluster]), their objects are undecided. If
// the cluster is new (before is nil), gone (after is nil), or another one by name, all objects are affected.
func (x *Index) AffectedByCluster(set *override.Set, before, after *selector.Cluster) []Affected {
	a := affectedObjects{index: x, set: set, found: map[override.Ref]bool{}}
	switch {
	case before == nil && after == nil:
	case before == nil || after == nil || before.Name != after.Name:
		for o := range x.objects.Match(selector.Objects{}, "") {
			a.found[refOf(o)] = false
		}
	case !sameFacts(before, after):
		for p := range set.All() {
			if matters := effectOf(p, before, after); matters != none {
				a.add(p, matters == reads)
			}
		}
	}
	return a.sorted()
}

// affectedObjects collects objects.
type affectedObjects struct {
	index *Index
	set   *override.Set
	found map[override.Ref]bool // whether the object is undecided
	sure  int                   // the decided ones

	same func(*selector.Object) bool // whether the change does not matter to an object with these facts; nil: it always may

	late     bool // a policy selects by the output of the cluster-wide tier
	scope    override.Scope
	renamers []*override.Policy // the cluster-wide policies that may write the identity
	rewrites map[*selector.Object]override.Scope
}

// put adds an object. It stays decided once it is.
func (a *affectedObjects) put(o *selector.Object, undecided bool) {
	ref := refOf(o)
	if was, known := a.found[ref]; !known || was {
		a.found[ref] = undecided
		if !undecided {
			a.sure++
		}
	}
}

// full reports whether a policy with such objects cannot add anything, because all objects are collected. Many policies often select the same
// objects.
func (a *affectedObjects) full(undecided bool) bool {
	all := a.index.Len()
	return a.sure == all || undecided && len(a.found) == all
}

// add adds the objects of a policy.
func (a *affectedObjects) add(p *override.Policy, undecided bool) {
	if p == nil || a.full(undecided) {
		return
	}
	var matters override.Scope // what cluster-wide policies may write of the facts by which the policy selects
	if isLate(p) {
		a.readSet()
		matters = a.scope & override.ScopeIdentity
		if p.Objects().ReadsLabels() {
			matters = a.scope
		}
	}
	for o := range a.index.objects.Match(p.Objects(), within(p)) {
		unclear := undecided || matters != 0 && a.rewritten(o).Has(matters)
		if unclear || a.same == nil || !a.same(o) {
			a.put(o, unclear)
		}
	}
	if matters.Has(override.ScopeLabels) {
		for o := range a.index.objects.MatchRelabeled(p.Objects(), within(p)) {
			if !p.Covers(*o) && a.rewritten(o).Has(override.ScopeLabels) {
				a.put(o, true)
			}
		}
	}
}

// readSet reads the cluster-wide policies of the set, once.
func (a *affectedObjects) readSet() {
	if a.late {
		return
	}
	a.late, a.rewrites = true, map[*selector.Object]override.Scope{}
	for p := range a.set.All() {
		if p.Tier() != override.ClusterWide {
			break // the cluster-wide ones come first
		}
		scope := p.Scope() & (override.ScopeLabels | override.ScopeIdentity)
		if a.scope |= scope; scope.Has(override.ScopeIdentity) {
			a.renamers = append(a.renamers, p)
		}
	}
}

// rewritten returns what the cluster-wide policies may write of an object.
func (a *affectedObjects) rewritten(o *selector.Object) override.Scope {
	scope, known := a.rewrites[o]
	if !known {
		scope = rewrites(a.set, *o)
		a.rewrites[o] = scope
	}
	return scope
}

// sorted returns the objects, and those that may get the identity of others.
func (a *affectedObjects) sorted() []Affected {
	for _, p := range a.renamers {
		for o := range a.index.objects.Match(p.Objects(), "") {
			a.put(o, true)
		}
	}
	all := make([]Affected, 0, len(a.found))
	for _, ref := range slices.SortedFunc(maps.Keys(a.found), compareRefs) {
		all = append(all, Affected{ref, a.found[ref]})
	}
	return all
}

func refOf(o *selector.Object) override.Ref {
	return override.Ref{APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name}
}
