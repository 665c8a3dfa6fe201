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

// kinds are the kinds that have a Go type here, each with the function that decodes an item and adds it to the bundle. Every other kind
// is an object.
var kinds = map[schema.GroupVersionKind]func(*decoder, item) error{
	karmadaapi.PolicyGroupVersion.WithKind("OverridePolicy"): func(d *decoder, i item) error {
		p := &karmadaapi.OverridePolicy{}
		return d.addPolicy(i, p, &p.Namespace, func() (*override.Policy, error) { return karmada.Compile(p) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterOverridePolicy"): func(d *decoder, i item) error {
		p := &karmadaapi.ClusterOverridePolicy{}
		return d.addPolicy(i, p, nil, func() (*override.Policy, error) { return karmada.Compile(p) })
	},
	karmadaapi.ClusterGroupVersion.WithKind("Cluster"): func(d *decoder, i item) error {
		c := &karmadaapi.Cluster{}
		if err := d.decode(i, c); err != nil {
			return err
		}
		if err := d.addCluster(i, c.DeepCopy().Facts()); err != nil { // a copy, so that the two share nothing
			return err
		}
		d.bundle.ClusterObjects = append(d.bundle.ClusterObjects, c)
		return nil
	},
	karmadaapi.PolicyGroupVersion.WithKind("PropagationPolicy"): func(d *decoder, i item) error {
		p := &karmadaapi.PropagationPolicy{}
		return d.addObject(i, p, &p.Namespace, func() { d.bundle.Propagation = append(d.bundle.Propagation, p) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterPropagationPolicy"): func(d *decoder, i item) error {
		p := &karmadaapi.ClusterPropagationPolicy{}
		return d.addObject(i, p, nil, func() { d.bundle.Propagation = append(d.bundle.Propagation, p) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterTaintPolicy"): func(d *decoder, i item) error {
		p := &karmadaapi.ClusterTaintPolicy{}
		return d.addObject(i, p, nil, func() { d.bundle.TaintPolicies = append(d.bundle.TaintPolicies, p) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ResourceBinding"): func(d *decoder, i item) error {
		b := &karmadaapi.ResourceBinding{}
		return d.addObject(i, b, &b.Namespace, func() { d.bundle.Bindings = append(d.bundle.Bindings, b) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ClusterResourceBinding"): func(d *decoder, i item) error {
		b := &karmadaapi.ClusterResourceBinding{}
		return d.addObject(i, b, nil, func() { d.bundle.Bindings = append(d.bundle.Bindings, b) })
	},
	karmadaapi.WorkGroupVersion.WithKind("Work"): func(d *decoder, i item) error {
		w := &karmadaapi.Work{}
		return d.addObject(i, w, &w.Namespace, func() { d.bundle.Works = append(d.bundle.Works, w) })
	},
	kubeadmiralapi.GroupVersion.WithKind("OverridePolicy"): func(d *decoder, i item) error {
		p := &kubeadmiralapi.OverridePolicy{}
		return d.addPolicy(i, p, &p.Namespace, func() (*override.Policy, error) { return kubeadmiral.Compile(p) })
	},
	kubeadmiralapi.GroupVersion.WithKind("ClusterOverridePolicy"): func(d *decoder, i item) error {
		p := &kubeadmiralapi.ClusterOverridePolicy{}
		return d.addPolicy(i, p, nil, func() (*override.Policy, error) { return kubeadmiral.Compile(p) })
	},
	kubeadmiralapi.GroupVersion.WithKind("FederatedCluster"): func(d *decoder, i item) error {
		c := &kubeadmiralapi.FederatedCluster{}
		if err := d.decode(i, c); err != nil {
			return err
		}
		return d.addCluster(i, c.Facts())
	},
}

// checkKind returns an error for a kind that is not in kinds, but is one of them in another version, or misspelt: as an object it would
// have no effect.
func checkKind(gvk schema.GroupVersionKind, content map[string]any) error {
	name, isList := strings.CutSuffix(gvk.Kind, "List")
	known := map[string]schema.GroupVersion{}
	for kind := range kinds {
		if kind.Group == gvk.Group {
			known[kind.Kind] = kind.GroupVersion()
		}
	}
	if len(known) == 0 {
		return checkGroup(gvk, content)
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
	return nil
}

// checkGroup returns an error for a policy or a binding whose group is missing or misspelt.
func checkGroup(gvk schema.GroupVersionKind, content map[string]any) error {
	if !strings.HasSuffix(gvk.Kind, "Policy") && !strings.HasSuffix(gvk.Kind, "Binding") {
		return nil
	}
	groups := map[string]schema.GroupVersion{}
	for kind := range kinds {
		if kind.Kind == gvk.Kind {
			groups[kind.Group] = kind.GroupVersion()
		}
	}
	meant := dialect.Nearest(gvk.Group, groups, len(gvk.Group)/5+1)
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		if gvk.Group == "" && meant == "" {
			meant = group
		}
	}
	if meant == "" {
		return nil
	}
	return fmt.Errorf("%s: the apiVersion %s is not known, did you mean %s?", nameOf(content), short(gvk.GroupVersion().String()), groups[meant])
}
