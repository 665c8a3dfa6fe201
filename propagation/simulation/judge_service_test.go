package simulation

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/work"
)

// isOwnSlice reports whether the endpoints controller of a cluster has written an object.
func isOwnSlice(o *unstructured.Unstructured) bool {
	return o.GetLabels()["endpointslice.kubernetes.io/managed-by"] == "endpointslice-controller.k8s.io"
}

func endpointsOf(o *unstructured.Unstructured) []any {
	list, _ := o.Object["endpoints"].([]any)
	return list
}

// reachable reports whether everything in a cluster is up to date.
func (w *wild) reachable(cluster string) bool {
	c := w.clusters[cluster]
	return c != nil && c.DeletionTimestamp == nil && w.frozen[cluster] == ""
}

// judgeServices returns an error if the Services are not connected as the ServiceExports in the clusters and the bindings of the ServiceImports want
// it. It does not use the Works, or the bindings of what follows the ServiceImports.
func (w *wild) judgeServices() error {
	imported := map[string]map[string][]any{} // endpoints by Service and by the name of the imported slice
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		server := w.members[name]
		if w.frozen[name] != "" {
			continue
		}
		own, err := ownSlices(server.All())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for service, slice := range own {
			if w.reachable(name) && server.Get(objectOf("multicluster.x-k8s.io/v1alpha1", "ServiceExport", service)) != nil {
				put2(imported, service, "imported-"+name+"-"+slice.GetName(), endpointsOf(slice))
			}
		}
	}
	if err := w.judgeImported(imported); err != nil {
		return err
	}
	for _, service := range []string{"a", "b"} {
		if err := w.judgeImport(service, imported[service]); err != nil {
			return err
		}
	}
	return nil
}

// ownSlices returns the slices that the endpoints controller of a cluster has written, by Service. Each Service with a selector has one.
func ownSlices(objects []*unstructured.Unstructured) (map[string]*unstructured.Unstructured, error) {
	own, replicas := map[string]*unstructured.Unstructured{}, map[string]int{}
	for _, o := range objects {
		if isOwnSlice(o) {
			own[o.GetLabels()["kubernetes.io/service-name"]] = o
		}
		if o.GetKind() == "Deployment" {
			of, _, _ := unstructured.NestedString(o.Object, "spec", "template", "metadata", "labels", "of")
			n, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
			replicas[of] += int(n)
		}
	}
	selectors := 0
	for _, o := range objects {
		of, found, _ := unstructured.NestedString(o.Object, "spec", "selector", "of")
		if o.GetKind() != "Service" || !found {
			continue
		}
		selectors++
		if slice := own[o.GetName()]; slice == nil || len(endpointsOf(slice)) != replicas[of] {
			return nil, fmt.Errorf("Service %s has the slice %v, expected %d endpoints", o.GetName(), slice, replicas[of])
		}
	}
	if len(own) != selectors {
		return nil, fmt.Errorf("it has %d slices, expected %d", len(own), selectors)
	}
	return own, nil
}

// judgeImported checks the imported slices in the control plane. Those that a cluster had when it was disconnected are wanted: they stay.
func (w *wild) judgeImported(wanted map[string]map[string][]any) error {
	for cluster, imported := range w.imports {
		if c := w.clusters[cluster]; c == nil || c.DeletionTimestamp != nil || w.frozen[cluster] == "" {
			continue
		}
		for ref, endpoints := range imported {
			put2(wanted, ref.service, ref.name, endpoints)
		}
	}
	present := map[string]bool{}
	for _, o := range values(w.templates) {
		ref := override.RefOf(o)
		if ref.Kind != "EndpointSlice" {
			continue
		}
		present[ref.Name] = true
		service := o.GetLabels()["kubernetes.io/service-name"][len("derived-"):]
		endpoints, found := wanted[service][ref.Name]
		if !found || fmt.Sprint(endpoints) != fmt.Sprint(endpointsOf(o)) {
			return fmt.Errorf("%s has the endpoints %v, expected %v, %v", ref, endpointsOf(o), endpoints, found)
		}
	}
	for _, imported := range wanted {
		for name := range imported {
			if !present[name] {
				return fmt.Errorf("the control plane lacks EndpointSlice %s", name)
			}
		}
	}
	return nil
}

// judgeImport checks what is derived from a ServiceImport, and what follows it.
func (w *wild) judgeImport(service string, imported map[string][]any) error {
	from := w.templates[override.RefOf(objectOf("multicluster.x-k8s.io/v1alpha1", "ServiceImport", service))]
	derived := w.templates[override.RefOf(objectOf("v1", "Service", "derived-"+service))]
	if (from != nil) != (derived != nil) {
		return fmt.Errorf("ServiceImport %s is %v, and its Service %v", service, from, derived)
	}
	targets := map[string]bool{}
	if b := w.bindings[override.Ref{APIVersion: "work.karmada.io/v1alpha2", Kind: "ResourceBinding", Namespace: "shop", Name: service + "-serviceimport"}]; b != nil && b.GetDeletionTimestamp() == nil {
		for _, target := range work.Targets(b.BindingSpec()) {
			targets[target.Name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		server := w.members[name]
		if !w.reachable(name) || w.refused[name] {
			continue
		}
		if targets[name] && server.Get(objectOf("v1", "Service", "derived-"+service)) == nil && !w.ends("derived-"+service+"-service") {
			return fmt.Errorf("%s lacks Service derived-%s", name, service)
		}
		for slice, endpoints := range imported {
			o := server.Get(objectOf("discovery.k8s.io/v1", "EndpointSlice", slice))
			switch {
			case w.ends(slice + "-endpointslice"):
			case targets[name] && o == nil:
				return fmt.Errorf("%s lacks EndpointSlice %s", name, slice)
			case targets[name] && fmt.Sprint(endpointsOf(o)) != fmt.Sprint(endpoints):
				return fmt.Errorf("%s: EndpointSlice %s has the endpoints %v, expected %v", name, slice, endpointsOf(o), endpoints)
			case !targets[name] && o != nil && !w.lost[name][override.RefOf(o)]:
				return fmt.Errorf("%s has EndpointSlice %s, and does not import it", name, slice)
			}
		}
		for _, o := range server.All() {
			if _, found := imported[o.GetName()]; o.GetKind() == "EndpointSlice" && o.GetLabels()["kubernetes.io/service-name"] == "derived-"+service && !found && !w.lost[name][override.RefOf(o)] {
				return fmt.Errorf("%s has EndpointSlice %s, expected %v", name, o.GetName(), slices.Sorted(maps.Keys(imported)))
			}
		}
	}
	return nil
}

// ends reports whether a binding is being deleted: another object with the name of its object cannot be bound until it is gone.
func (w *wild) ends(name string) bool {
	b := w.bindings[override.Ref{APIVersion: "work.karmada.io/v1alpha2", Kind: "ResourceBinding", Namespace: "shop", Name: name}]
	return b != nil && b.GetDeletionTimestamp() != nil
}

func objectOf(apiVersion, kind, name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"namespace": "shop", "name": name}}}
}

func put2(all map[string]map[string][]any, a, b string, v []any) {
	if all[a] == nil {
		all[a] = map[string][]any{}
	}
	all[a][b] = v
}
