package lint

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/selector"
)

// object is an object of the inventory.
type object struct {
	content map[string]any
	source  *unstructured.Unstructured
	ref     override.Ref
	kind    kind
	names   map[string]bool // see containerNames; nil: not read yet
}

// containerNames returns the names of all containers in the usual places of a pod spec.
func (o *object) containerNames() map[string]bool {
	if o.names != nil {
		return o.names
	}
	o.names = map[string]bool{}
	for _, spec := range []jsontree.Pointer{{"spec"}, {"spec", "template", "spec"}, {"spec", "jobTemplate", "spec", "template", "spec"}} {
		for _, field := range []string{"containers", "initContainers", "ephemeralContainers"} {
			v, _ := jsontree.Get(o.content, spec.Child(field))
			list, _ := v.([]any)
			for _, element := range list {
				container, _ := element.(map[string]any)
				if name, ok := container["name"].(string); ok {
					o.names[name] = true
				}
			}
		}
	}
	return o.names
}

// inventory is the application of all policies to all objects.
type inventory struct {
	set      *override.Set
	wide     *override.Set // the cluster-wide policies
	matcher  *matcher
	subjects map[override.Ref]*subject
	rules    map[override.Origin]*rule
	steps    map[override.Origin]*step
	clusters []selector.Cluster
	named    map[string]selector.Cluster
	failures map[override.Origin]int          // of a step
	missing  map[override.Ref]bool            // reported
	siblings map[override.Ref]map[string]bool // names of policies, by Ref without name
	hide     redact.Places
}

// checkObjects applies the policies to the objects, and reports what that shows.
func (c *checker) checkObjects() {
	objects := slices.DeleteFunc(slices.Clone(c.options.Objects), func(o *unstructured.Unstructured) bool { return o == nil })
	if len(objects) == 0 {
		for _, s := range c.subjects {
			s.reportFacts(&c.spelling)
		}
		return
	}
	inv := c.newInventory()
	identities := make([]selector.Object, len(objects))
	for i, o := range objects {
		identities[i] = selector.ObjectOf(o.Object)
		inv.matcher.mark(identities[i], false)
	}
	for source, variants := range inv.set.Inventory(slices.Values(objects), inv.clusters) {
		o := &object{content: source.Object, source: source, ref: override.RefOf(source)}
		o.kind = kind{o.ref.APIVersion, o.ref.Kind}
		for i := range variants {
			inv.observe(o, &variants[i])
		}
		c.reportMissing(inv, o)
	}
	c.reportUnmatched(identities)
	for _, s := range c.subjects {
		s.reportFacts(&c.spelling)
	}
}

func (c *checker) newInventory() *inventory {
	inv := &inventory{
		matcher: newMatcher(c.subjects), subjects: map[override.Ref]*subject{}, rules: map[override.Origin]*rule{}, steps: map[override.Origin]*step{},
		clusters: c.clusters(), failures: map[override.Origin]int{}, missing: map[override.Ref]bool{}, siblings: map[override.Ref]map[string]bool{}, named: map[string]selector.Cluster{},
		hide: c.options.Hide,
	}
	for _, cluster := range inv.clusters {
		inv.named[cluster.Name] = cluster
	}
	var all, wide []*override.Policy
	for _, s := range c.subjects {
		all = append(all, s.policy)
		if s.policy.Tier() == override.ClusterWide {
			wide = append(wide, s.policy)
		}
		inv.subjects[s.ref] = s
		group := s.ref
		group.Name = ""
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
	inv.set = override.NewSet(all...).Referring(kubeadmiral.References).Hiding(inv.hide)
	inv.wide = override.NewSet(wide...).Hiding(inv.hide)
	return inv
}

// mostNamed limits the clusters that are made up.
const mostNamed = 1000

// clusters returns the clusters of the inventory. Without clusters it returns one for each name in the policies, and one without a name.
func (c *checker) clusters() []selector.Cluster {
	if len(c.options.Clusters) > 0 {
		return c.options.Clusters
	}
	all, seen := []selector.Cluster{{}}, map[string]bool{}
	for _, s := range c.subjects {
		for i := range s.rules {
			for _, name := range s.rules[i].named {
				if !seen[name.text] && len(all) < mostNamed {
					seen[name.text] = true
					all = append(all, selector.Cluster{Name: name.text})
				}
			}
		}
	}
	return all
}
