package propagation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// indexes is the input of a plan with the indexes of all stages. The stages only read it.
type indexes struct {
	PlanInput
	control *template.Control
	given   map[override.Ref]api.Binding // stored bindings
	faulty  map[override.Ref]error       // stored bindings with values that cannot be copied
	scopes  policy.Scopes                // with those of the CustomResourceDefinitions among the templates
}

// newIndexes checks the options and indexes the input. The caller sets the policies, and the clusters if their APIs are assumed.
func newIndexes(in PlanInput) (*indexes, error) {
	if err := in.Options.FeatureGates.Check(); err != nil {
		return nil, err
	}
	if in.Options.Workers < 0 {
		return nil, fmt.Errorf("found %d workers, expected at least 0", in.Options.Workers)
	}
	if year := in.Options.Now.UTC().Year(); year < 1 || year > 9999 { // JSON has no other years
		return nil, fmt.Errorf("found a time in the year %d as now, expected one in a year from 1 to 9999", year)
	}
	in.Options = in.Options.serialized()
	filter, err := claim.NewResourceFilter(in.Options.ResourceFilter)
	if err != nil {
		return nil, err
	}
	in.Overrides = slices.DeleteFunc(slices.Clone(in.Overrides), isNil)
	overrides, err := work.NewOverrides(in.Overrides...)
	if err != nil {
		return nil, err
	}
	overrides.Set = overrides.Set.Hiding(in.Options.Hide).Guarding(in.Options.Guard)
	in.Registry = in.Registry.Hiding(in.Options.Hide)
	x := &indexes{PlanInput: in, given: map[override.Ref]api.Binding{}, faulty: map[override.Ref]error{}}
	clusters := map[string]*api.Cluster{}
	for _, c := range in.Clusters {
		if c != nil {
			clusters[c.Name] = c
		}
	}
	x.Clusters = slices.SortedFunc(maps.Values(clusters), func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	for _, b := range in.Bindings {
		if content.NoBinding(b) {
			continue
		}
		ref := b.Ref()
		delete(x.given, ref)
		delete(x.faulty, ref)
		if err := content.CheckBinding(b); err != nil {
			x.faulty[ref] = err
		} else {
			x.given[ref] = b
		}
	}
	exists := map[override.Ref]bool{}
	for _, policy := range x.Overrides {
		ref := policy.Ref()
		exists[override.Ref{Namespace: ref.Namespace, Name: ref.Name}] = true
	}
	x.control = &template.Control{
		Options: in.Options.Options, Filter: filter, Registry: in.Registry, Peers: newPeers(&in), Overrides: overrides, Spaces: spacesIn(in.Templates, clusters),
		OverrideExists: func(namespace, name string) bool { return exists[override.Ref{Namespace: namespace, Name: name}] }, AssumedIDs: map[override.Ref]string{},
	}
	return x, nil
}

// spacesIn returns the clusters that are being deleted and whose execution namespaces are among the templates and are not being deleted.
func spacesIn(templates []*unstructured.Unstructured, clusters map[string]*api.Cluster) map[string]bool {
	spaces := map[string]bool{}
	for _, o := range templates {
		if o == nil {
			continue
		}
		ref := override.RefOf(o)
		if ref.Kind != namespaceKind.Kind {
			continue
		}
		name, err := api.ClusterOfNamespace(ref.Name)
		if c := clusters[name]; err == nil && c != nil && c.DeletionTimestamp != nil {
			_, deleted, _ := unstructured.NestedFieldNoCopy(o.Object, "metadata", "deletionTimestamp")
			spaces[name] = !deleted
		}
	}
	return spaces
}

// newPeers returns an index of the stored bindings, or nil if the feature gate WorkloadAffinity is off.
func newPeers(in *PlanInput) *schedule.Peers {
	if !in.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil
	}
	var stored []*api.ResourceBinding
	for _, b := range in.Bindings {
		if rb, ok := b.(*api.ResourceBinding); ok {
			stored = append(stored, rb)
		}
	}
	return schedule.NewPeers(stored...)
}

// isNil reports whether an interface has no override policy in it.
func isNil(o api.OverrideSource) bool {
	switch o := o.(type) {
	case *api.OverridePolicy:
		return o == nil
	case *api.ClusterOverridePolicy:
		return o == nil
	}
	return o == nil
}

// workers returns the number of goroutines for n things.
func (x *indexes) workers(n int) int { return parallel.Workers(x.Options.Workers, n) }
