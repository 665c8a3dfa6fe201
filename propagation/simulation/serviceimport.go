package simulation

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
)

// importSlices writes the slices of a Work to the control plane, or deletes them.
func (c *connector) importSlices(of *api.Work) {
	made, err := mcs.ImportSlice(of, c.slicesFor(of))
	if err != nil {
		c.did(work.ActionCreate, of.Ref(), "it collects endpoints", err)
		return
	}
	delete(c.pending, of.Ref())
	for _, slice := range made.Write {
		c.write(slice, made.Reason)
	}
	for _, ref := range made.Delete {
		c.remove(ref, made.Reason)
	}
	if c.changed = c.changed || len(made.Finalizers) < len(of.Finalizers); len(made.Finalizers) == 0 && of.DeletionTimestamp != nil {
		delete(c.works, of.Ref())
	}
	of.Finalizers = made.Finalizers
}

// slicesFor returns the stored slices that [mcs.ImportSlice] needs.
func (c *connector) slicesFor(of *api.Work) (all []*unstructured.Unstructured) {
	if c.byWork == nil {
		c.byWork = map[string][]override.Ref{}
		for ref, o := range c.templates {
			if ref.APIVersion == sliceVersion && ref.Kind == "EndpointSlice" {
				id := content.Labels(o)[api.WorkIDLabel]
				c.byWork[id] = append(c.byWork[id], ref)
			}
		}
	}
	refs := slices.Clone(c.byWork[of.Labels[api.WorkIDLabel]])
	for _, name := range mcs.ImportedSliceNames(of) {
		refs = append(refs, override.Ref{APIVersion: sliceVersion, Kind: "EndpointSlice", Namespace: name.Namespace, Name: name.Name})
	}
	for _, ref := range refs {
		if o := c.templates[ref]; o != nil { // ImportSlice accepts one that is here twice
			all = append(all, o)
		}
	}
	return all
}

// write creates or replaces an object of the control plane.
func (c *connector) write(o *unstructured.Unstructured, reason string) {
	action := work.ActionUpdate
	if c.templates[override.RefOf(o)] == nil {
		action = work.ActionCreate
	}
	err := checkObject(o)
	if err == nil {
		c.writeTemplate(o)
	}
	c.did(action, override.RefOf(o), reason, err)
}

// remove deletes an object of the control plane.
func (c *connector) remove(ref override.Ref, reason string) {
	if c.DeleteTemplate(ref) {
		c.did(work.ActionDelete, ref, reason, nil)
	}
}

// deriveServices derives a Service from each ServiceImport that has changed, and deletes those of ServiceImports that are gone.
func (c *connector) deriveServices() {
	present := map[types.NamespacedName]bool{}
	for _, o := range values(c.templates) {
		if o.GetAPIVersion() != importVersion || o.GetKind() != "ServiceImport" {
			continue
		}
		name := content.NameOf(o)
		present[name] = true
		if version := o.GetResourceVersion(); c.derived[name] != version && c.derive(name, o) {
			put(&c.derived, name, version)
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(c.derived), content.CompareNames) {
		if !present[name] && c.derive(name, nil) {
			delete(c.derived, name)
		}
	}
}

// derive derives a Service from a ServiceImport, or deletes it if that is nil. It reports whether that is done.
func (c *connector) derive(name types.NamespacedName, from *unstructured.Unstructured) bool {
	derived := mcs.DerivedServiceName(name)
	ref := override.Ref{APIVersion: "v1", Kind: "Service", Namespace: derived.Namespace, Name: derived.Name}
	made, err := mcs.DeriveService(mcs.DeriveInput{Name: name, Import: from, Stored: c.templates[ref]})
	switch {
	case err != nil:
		c.did(work.ActionCreate, ref, fmt.Sprintf("ServiceImport %s", name), err)
	case made.Write != nil:
		status := made.Write.Object["status"]
		defaultTargets(made.Write)
		c.write(made.Write, made.Reason)
		made.Write.Object["status"] = status // it is a resource of its own
	case made.Delete != nil:
		c.remove(*made.Delete, made.Reason)
	}
	return err == nil
}

// defaultTargets sets the targets of the ports of a Service, as an API server does.
func defaultTargets(service *unstructured.Unstructured) {
	spec, _ := service.Object["spec"].(map[string]any)
	ports, _ := spec["ports"].([]any)
	for _, e := range ports {
		if port, ok := e.(map[string]any); ok && port["targetPort"] == any(int64(0)) {
			port["targetPort"] = port["port"]
		}
	}
}
