package lint

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// inventory is the application of all policies to all objects.
type inventory struct {
	set       *override.Set
	wide      *override.Set // the cluster-wide policies
	matcher   *matcher
	subjects  map[override.Ref]*subject
	rules     map[override.Origin]*rule
	steps     map[override.Origin]*step
	clusters  []selector.Cluster
	named     map[string]selector.Cluster
	explained map[override.Ref]int             // failures of a policy
	missing   map[override.Ref]bool            // reported
	silenced  map[override.Ref]bool            // the same, with a silence
	siblings  map[override.Ref]map[string]bool // names of policies, see siblingsOf
	hide      redact.Places
	sound     *sound // see soundPolicies
	schemas   *schema.Schemas
	unchecked map[kind]bool // kinds with an object that could not be checked
}

// checkObjects applies the policies to the objects, and reports what that shows.
func (c *checker) checkObjects() {
	objects := slices.DeleteFunc(slices.Clone(c.options.Objects), func(o *unstructured.Unstructured) bool { return o == nil })
	if len(objects) == 0 {
		c.reportFacts()
		return
	}
	inv := c.newInventory(objects)
	identities := make([]selector.Object, len(objects))
	for i, o := range objects {
		identities[i] = selector.ObjectOf(o.Object)
		inv.matcher.mark(identities[i], false)
	}
	for source, variants := range inv.set.Inventory(slices.Values(c.concerned(inv, objects, identities)), inv.clusters) {
		o := newObject(source)
		for i := range variants {
			inv.observe(o, &variants[i])
		}
	}
	for _, source := range objects {
		c.reportMissing(inv, newObject(source))
	}
	c.reportUnmatched(identities)
	c.reportFacts()
}

// reportFacts reports what the steps of the chosen policies did to the objects.
func (c *checker) reportFacts() {
	for _, s := range c.subjects {
		if c.reports(s.ref) {
			s.reportFacts(c)
		}
	}
}

func (c *checker) newInventory(objects []*unstructured.Unstructured) *inventory {
	inv := &inventory{
		matcher: newMatcher(c.subjects), clusters: c.clusters(), named: map[string]selector.Cluster{}, hide: c.options.Hide,
		subjects: map[override.Ref]*subject{}, rules: map[override.Origin]*rule{}, steps: map[override.Origin]*step{},
		explained: map[override.Ref]int{}, missing: map[override.Ref]bool{}, silenced: map[override.Ref]bool{}, siblings: map[override.Ref]map[string]bool{},
		unchecked: map[kind]bool{},
	}
	schemas, _ := schema.New(objects...) // a schema that no API server takes checks nothing
	inv.schemas = schemas.Hiding(inv.hide)
	for _, cluster := range inv.clusters {
		inv.named[cluster.Name] = cluster
	}
	var all, wide []*override.Policy
	for _, s := range c.subjects {
		all = append(all, s.policy)
		if s.policy.Tier() == override.ClusterWide {
			wide = append(wide, s.policy)
		}
		inv.add(s)
	}
	inv.set = override.NewSet(all...).Referring(kubeadmiral.References).Hiding(inv.hide)
	inv.wide = override.NewSet(wide...).Hiding(inv.hide)
	return inv
}

// add makes a policy, its rules and its steps known by name.
func (inv *inventory) add(s *subject) {
	inv.subjects[s.ref] = s
	group := siblingsOf(s.ref)
	if inv.siblings[group] == nil {
		inv.siblings[group] = map[string]bool{}
	}
	inv.siblings[group][s.ref.Name] = true
	for i := range s.rules {
		r := &s.rules[i]
		inv.rules[s.origin(r.at)] = r
		for _, st := range r.steps {
			inv.steps[s.origin(st.at)] = st
		}
	}
}

// siblingsOf returns what the names of policies of one kind and namespace have in common.
func siblingsOf(ref override.Ref) override.Ref {
	ref.Name = ""
	return ref
}

// maxNamed limits the clusters that are made from names.
const maxNamed = 1000

// clusters returns the clusters of the inventory. Without clusters it returns one for each name in the policies, and one without a name.
func (c *checker) clusters() []selector.Cluster {
	if len(c.options.Clusters) > 0 {
		return c.options.Clusters
	}
	all, seen := []selector.Cluster{{}}, map[string]bool{}
	for _, s := range c.subjects {
		for i := range s.rules {
			for _, name := range s.rules[i].named {
				if !seen[name.text] && len(all) < maxNamed {
					seen[name.text] = true
					all = append(all, selector.Cluster{Name: name.text})
				}
			}
		}
	}
	return all
}
