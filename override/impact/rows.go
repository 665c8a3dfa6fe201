package impact

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/inorder"
	"github.com/overridekit/overridekit/selector"
)

// Rows returns the impact on each object, in the order of the objects. It computes them on all processors while the caller iterates, as
// [override.Set.Inventory] does: only a few objects per processor are in progress, and nothing is kept. So millions of pairs need little
// memory.
//
//  1. A pair exists if its object and its cluster do. A pair that exists only after the change is added, and one that exists only before it
//     is removed; removed pairs are not computed.
//  2. Pairs on both sides are compared by the objects that the engine returns, as JSON, or by the errors. Another policy with the same
//     effect is not a difference.
//  3. An object that does not change is computed only for the clusters where a policy, or a cluster, that changes may matter to it: the
//     engine's selectors and conditions decide that.
//  4. Where only the selectors of a policy change, an object that both select with the same rank is not computed.
//  5. Policies are the same if they are identical, or if all of their data is equal, as it is if a policy of a dialect is compiled twice. An
//     overrider that holds a function, such as an overrider.PodSpecsFunc, never compares equal; this costs time but does not change the rows.
//  6. Each outcome is computed once for all clusters that share it, see [override.Selection.Variants].
func (c Change) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		if c.Objects == nil {
			return
		}
		clusters := matchClusters(c.Before.Clusters, c.After.Clusters)
		p := &comparison{
			before: c.Before.Policies, after: c.After.Policies, clusters: clusters, number: make(map[string]int, len(clusters)),
			concerns: newConcerns(c.Before.Policies, c.After.Policies, clusters),
		}
		for i := range clusters {
			p.number[clusters[i].name] = i
		}
		for row := range inorder.Map(0, c.Objects, p.row) {
			if !yield(row) {
				return
			}
		}
	}
}

// comparison is what the rows of a change share. It is read-only.
type comparison struct {
	before, after *override.Set
	clusters      []cluster      // by name
	number        map[string]int // of the clusters
	concerns      *concerns
}

// row returns the impact on an object.
func (p *comparison) row(o Object) Row {
	r := Row{Object: o.ref(), Counts: Counts{Objects: 1}}
	var computed []bool // clusters where an unchanged object may get another result; nil: all
	if o.Before != nil && o.unchanged() {
		computed = make([]bool, len(p.clusters))
		p.concerns.markFor(selector.ObjectOf(o.Before.Object), computed)
	}
	var both, added []int
	var removed []string
	for i := range p.clusters {
		c := &p.clusters[i]
		was, is := o.Before != nil && c.before != nil, o.After != nil && c.after != nil
		switch {
		case !was && !is:
			continue
		case !was:
			added = append(added, i)
		case !is:
			removed = append(removed, c.name)
		case computed != nil && !computed[i]:
			r.Counts.Skipped++
		default:
			both = append(both, i)
		}
		r.Counts.Pairs++
	}
	p.compare(&r, o, both, added)
	if len(removed) > 0 {
		r.Differences = append(r.Differences, Difference{Object: r.Object, Clusters: removed, Kind: Removed})
		r.Counts.Removed = len(removed)
	}
	return r
}

// compare adds the differences of the pairs on both sides and of the added ones.
func (p *comparison) compare(r *Row, o Object, both, added []int) {
	if len(both)+len(added) == 0 {
		return
	}
	was := p.outcomes(p.before, o.Before, both, func(c *cluster) *selector.Cluster { return c.before })
	is := p.outcomes(p.after, o.After, merge(both, added), func(c *cluster) *selector.Cluster { return c.after })
	type key struct{ was, is int } // indexes of variants; -1: none
	at := map[key]int{}            // index in r.Differences; -1: equal
	count := func(k key, d *Difference) {
		failing := 0
		if d != nil && d.After.Err != nil {
			failing = 1
		}
		r.Counts.Failing += failing
		switch {
		case d == nil:
			r.Counts.Unchanged++
		case k.was < 0:
			r.Counts.Added++
		default:
			r.Counts.Changed++
		}
	}
	for _, i := range merge(both, added) {
		k := key{was.of(i), is.of(i)}
		index, known := at[k]
		if !known {
			d, differs := difference(o, was.outcome(k.was), is.outcome(k.is), k.was < 0)
			if index = -1; differs {
				index = len(r.Differences)
				d.Object, d.Before.Err, d.After.Err = r.Object, inCluster(d.Before.Err, p.clusters[i].name), inCluster(d.After.Err, p.clusters[i].name)
				r.Differences = append(r.Differences, d)
			}
			at[k] = index
		}
		if index < 0 {
			count(k, nil)
			continue
		}
		d := &r.Differences[index]
		d.Clusters = append(d.Clusters, p.clusters[i].name)
		count(k, d)
	}
}

// merge merges two ascending lists of numbers.
func merge(a, b []int) []int {
	if len(b) == 0 {
		return a
	}
	merged := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// outcomes are the variants of an object for some clusters.
type outcomes struct {
	variants []override.Variant
	at       []int32 // the index of the variant by the number of the cluster, from 1; 0: none
}

func (p *comparison) outcomes(set *override.Set, object *unstructured.Unstructured, numbers []int, facts func(*cluster) *selector.Cluster) outcomes {
	if len(numbers) == 0 {
		return outcomes{}
	}
	clusters := make([]selector.Cluster, len(numbers))
	for i, number := range numbers {
		clusters[i] = *facts(&p.clusters[number])
	}
	all := outcomes{at: make([]int32, len(p.clusters))}
	if len(clusters) == 1 { // Variants would read the conditions of all rules to find others like it
		result, err := set.Select(object).Apply(clusters[0])
		all.variants, all.at[numbers[0]] = []override.Variant{{Result: result, Err: err}}, 1
		return all
	}
	all.variants = set.Select(object).Variants(clusters)
	for i, v := range all.variants {
		for _, name := range v.Clusters {
			all.at[p.number[name]] = int32(i) + 1
		}
	}
	return all
}

// of returns the index of the variant of a cluster, or -1.
func (o outcomes) of(number int) int {
	if o.at == nil {
		return -1
	}
	return int(o.at[number]) - 1
}

func (o outcomes) outcome(variant int) Outcome {
	if variant < 0 {
		return Outcome{}
	}
	return Outcome{o.variants[variant].Result, o.variants[variant].Err}
}

// difference compares two outcomes of an object, and reports whether they differ.
func difference(o Object, was, is Outcome, added bool) (Difference, bool) {
	d := Difference{Kind: Changed, Before: was, After: is}
	if added {
		d.Kind = Added
	}
	if is.Err != nil {
		return d, added || was.Err == nil || errorKey(was.Err) != errorKey(is.Err)
	}
	hidden := is.Result.Hidden()
	before := o.After.Object // what the policies do, if there was no result
	if was.Result != nil {
		before, hidden = was.Result.SharedContent(), was.Result.Hidden().With(hidden)
	}
	d.Patch, d.Err = patchOf(before, is.Result.SharedContent(), hidden)
	d.Patch.attribute(was.Result, is.Result)
	return d, d.Kind == Added || was.Err != nil || len(d.Patch) > 0 || d.Err != nil
}

// inCluster returns an error of the engine with another cluster.
func inCluster(err error, name string) error {
	var failed *override.Error
	if !errors.As(err, &failed) {
		return err
	}
	c := *failed
	c.Cluster = name
	return &c
}

// errorKey is equal for two errors that do not differ: those with the same policy, place and message.
func errorKey(err error) string {
	var failed *override.Error
	if !errors.As(err, &failed) {
		return err.Error()
	}
	return strconv.Quote(failed.Policy.APIVersion) + " " + reason(err)
}

// reason returns the message of an error without the object and the cluster.
func reason(err error) string {
	var failed *override.Error
	if !errors.As(err, &failed) {
		return err.Error()
	}
	parts := []string{failed.Policy.String(), failed.At}
	if failed.Policy == (override.Ref{}) {
		parts[0] = ""
	}
	if failed.Err != nil {
		parts = append(parts, failed.Err.Error())
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}
