package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// kinds are the kinds that have a Go type here, each with the function that decodes an item, and returns how it is added to the bundle. Every other
// kind is an object.
var kinds = map[schema.GroupVersionKind]func(*preparer, item) (add, error){
	karmadaapi.PolicyGroupVersion.WithKind("OverridePolicy"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.OverridePolicy{}
		return p.policy(i, o, &o.Namespace, func() (*override.Policy, error) { return karmada.Compile(o) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterOverridePolicy"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.ClusterOverridePolicy{}
		return p.policy(i, o, nil, func() (*override.Policy, error) { return karmada.Compile(o) })
	},
	karmadaapi.ClusterGroupVersion.WithKind("Cluster"): func(p *preparer, i item) (add, error) {
		c := &karmadaapi.Cluster{}
		if err := p.decode(i, c, nil); err != nil {
			return nil, err
		}
		facts := c.DeepCopy().Facts() // a copy, so that the two share nothing
		return p.cluster(i, facts, func(b *Bundle) { b.ClusterObjects = append(b.ClusterObjects, c) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("PropagationPolicy"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.PropagationPolicy{}
		return p.named(i, o, &o.Namespace, func(b *Bundle) { b.Propagation = append(b.Propagation, o) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterPropagationPolicy"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.ClusterPropagationPolicy{}
		return p.named(i, o, nil, func(b *Bundle) { b.Propagation = append(b.Propagation, o) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterTaintPolicy"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.ClusterTaintPolicy{}
		return p.named(i, o, nil, func(b *Bundle) { b.TaintPolicies = append(b.TaintPolicies, o) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ResourceBinding"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.ResourceBinding{}
		return p.named(i, o, &o.Namespace, func(b *Bundle) { b.Bindings = append(b.Bindings, o) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ClusterResourceBinding"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.ClusterResourceBinding{}
		return p.named(i, o, nil, func(b *Bundle) { b.Bindings = append(b.Bindings, o) })
	},
	karmadaapi.WorkGroupVersion.WithKind("Work"): func(p *preparer, i item) (add, error) {
		o := &karmadaapi.Work{}
		return p.named(i, o, &o.Namespace, func(b *Bundle) { b.Works = append(b.Works, o) })
	},
	kubeadmiralapi.GroupVersion.WithKind("OverridePolicy"): func(p *preparer, i item) (add, error) {
		o := &kubeadmiralapi.OverridePolicy{}
		return p.policy(i, o, &o.Namespace, func() (*override.Policy, error) { return kubeadmiral.Compile(o) })
	},
	kubeadmiralapi.GroupVersion.WithKind("ClusterOverridePolicy"): func(p *preparer, i item) (add, error) {
		o := &kubeadmiralapi.ClusterOverridePolicy{}
		return p.policy(i, o, nil, func() (*override.Policy, error) { return kubeadmiral.Compile(o) })
	},
	kubeadmiralapi.GroupVersion.WithKind("FederatedCluster"): func(p *preparer, i item) (add, error) {
		c := &kubeadmiralapi.FederatedCluster{}
		if err := p.decode(i, c, nil); err != nil {
			return nil, err
		}
		return p.cluster(i, c.Facts(), func(*Bundle) {})
	},
}

// kindsOf are the kinds of each group in kinds, with their versions.
var kindsOf = func() map[string]map[string]schema.GroupVersion {
	groups := map[string]map[string]schema.GroupVersion{}
	for kind := range kinds {
		if groups[kind.Group] == nil {
			groups[kind.Group] = map[string]schema.GroupVersion{}
		}
		groups[kind.Group][kind.Kind] = kind.GroupVersion()
	}
	return groups
}()

// checkKind returns an error for a kind that is not in kinds, but is one of them in another version or group, or misspelt: as an object it would
// have no effect.
func checkKind(gvk schema.GroupVersionKind, content map[string]any) error {
	name, isList := strings.CutSuffix(gvk.Kind, "List")
	known := kindsOf[gvk.Group]
	if len(known) == 0 {
		return checkGroup(gvk, name, content)
	}
	if version, ok := known[gvk.Kind]; ok {
		return fmt.Errorf("%s of %s is not known, expected %s", nameOf(content), short(gvk.GroupVersion().String()), version)
	}
	if _, ok := known[name]; ok {
		return nil
	}
	if meant := dialect.Nearest(name, known, len(name)/5+1); meant != "" {
		if isList {
			return fmt.Errorf("%s: the kind %s is not known, did you mean %sList of %s?", nameOf(content), short(gvk.Kind), meant, known[meant])
		}
		return fmt.Errorf("%s: the kind %s is not known, did you mean %s of %s?", nameOf(content), short(gvk.Kind), meant, known[meant])
	}
	return checkGroup(gvk, name, content)
}

// checkGroup returns an error for a kind in kinds, or its list, whose group is missing, misspelt, or another one of the same project. Any other
// group may have a kind of the same name.
func checkGroup(gvk schema.GroupVersionKind, kind string, content map[string]any) error {
	groups := map[string]schema.GroupVersion{}
	for group, known := range kindsOf {
		if version, ok := known[kind]; ok {
			groups[group] = version
		}
	}
	meant := dialect.Nearest(gvk.Group, groups, len(gvk.Group)/5+1)
	var expected []string
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		_, project, _ := strings.Cut(group, ".")
		if group == meant || meant == "" && (gvk.Group == "" || gvk.Group == project || strings.HasSuffix(gvk.Group, "."+project)) {
			expected = append(expected, groups[group].String())
		}
	}
	if len(expected) == 0 {
		return nil
	}
	return fmt.Errorf("%s: the apiVersion %s is not known, did you mean %s?", nameOf(content), short(gvk.GroupVersion().String()),
		strings.Join(expected, " or "))
}
