package simulation

import (
	"errors"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/server"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
)

// importVersion is the API version of ServiceExports and ServiceImports.
const importVersion = "multicluster.x-k8s.io/v1alpha1"

// Change is a write of a controller of multi-cluster services in the control plane.
type Change struct {
	Action work.Action // Create, Update or Delete
	Object override.Ref
	Reason string
	Err    error // why nothing was written
}

// did adds a change to the step, unless the same one has failed before.
func (c *connector) did(action work.Action, object override.Ref, reason string, err error) {
	c.changed = c.changed || err == nil
	if !c.step.again(Action{Action: action, Object: object, Err: err}) {
		c.step.Changes = append(c.step.Changes, Change{action, object, reason, err})
	}
}

// connectServices runs the controllers of clusters for Services, and those of ServiceExports and ServiceImports. It reports whether anything has
// changed.
func (w *World) connectServices(step *Step) (changed bool) {
	c := &connector{World: w, step: step}
	works := map[string][]*api.Work{}
	for _, stored := range values(w.works) {
		works[stored.Namespace] = append(works[stored.Namespace], stored)
	}
	for _, name := range slices.Sorted(maps.Keys(w.clusters)) {
		if !isReady(w.clusters[name]) {
			continue
		}
		changed = connectPods(name, w.members[name]) || changed
		if w.clusters[name].DeletionTimestamp == nil {
			c.collect(name, w.members[name], works[api.ExecutionNamespace(name)])
		}
	}
	for _, stored := range values(w.works) {
		if w.pending[stored.Ref()] || stored.DeletionTimestamp != nil && slices.Contains(stored.Finalizers, api.EndpointSliceFinalizer) {
			c.importSlices(stored)
		}
	}
	c.deriveServices()
	return changed || c.changed
}

// connector connects the Services of a world.
type connector struct {
	*World
	step    *Step
	changed bool
	byWork  map[string][]override.Ref // the slices that the control plane had, by the id of their Work; nil: not read yet
}

// collect collects the slices of the Services that a cluster exports, and cleans the Works of others. works are those of the cluster.
func (c *connector) collect(cluster string, server *server.Server, works []*api.Work) {
	exported := map[types.NamespacedName]bool{}
	services := map[types.NamespacedName][]*api.Work{}
	for _, o := range server.Kind(importVersion, "ServiceExport") {
		exported[content.NameOf(o)], services[content.NameOf(o)] = true, nil
	}
	for _, stored := range works {
		if name := stored.Labels[api.ServiceNameLabel]; name != "" {
			service := types.NamespacedName{Namespace: stored.Labels[api.ServiceNamespaceLabel], Name: name}
			services[service] = append(services[service], stored)
		}
	}
	if len(services) == 0 {
		return
	}
	found := map[types.NamespacedName][]*unstructured.Unstructured{}
	for _, slice := range server.Kind(sliceVersion, "EndpointSlice") {
		if report, _ := mcs.ShouldReport(slice); report {
			service, _ := mcs.ServiceOf(slice)
			found[service] = append(found[service], slice)
		}
	}
	for _, service := range slices.SortedFunc(maps.Keys(services), content.CompareNames) {
		if !exported[service] {
			c.clean(mcs.ReportedWorks(mcs.SourceServiceExport, cluster, service, services[service]), "cluster "+cluster+" no longer exports the Service")
			continue
		}
		var exist []types.NamespacedName
		for _, slice := range found[service] {
			exist = append(exist, content.NameOf(slice))
		}
		c.clean(mcs.StaleWorks(mcs.SourceServiceExport, cluster, service, exist, services[service]), "cluster "+cluster+" no longer has the slice")
		for _, slice := range found[service] {
			c.report(cluster, slice)
		}
	}
}

// report writes the Work that collects a slice.
func (c *connector) report(cluster string, slice *unstructured.Unstructured) {
	ref := workRef(mcs.WorkOf(cluster, content.NameOf(slice)))
	made, err := mcs.ReportSlice(mcs.ReportInput{Cluster: cluster, Slice: slice, Source: mcs.SourceServiceExport, Stored: c.works[ref], NewID: c.newID})
	if err != nil {
		if !errors.Is(err, work.ErrDeleting) { // it is written once that is gone
			c.did(work.ActionCreate, ref, "cluster "+cluster+" exports the Service", err)
		}
		return
	}
	c.writeWork(made, "cluster "+cluster+" exports the Service and has "+override.RefOf(slice).String())
}

// clean removes the ServiceExport from Works.
func (c *connector) clean(works []types.NamespacedName, reason string) {
	for _, name := range works {
		stored := c.works[workRef(name)]
		if stored == nil || stored.DeletionTimestamp != nil {
			continue
		}
		clean := c.World.clean
		if clean == nil {
			clean = mcs.CleanSlice
		}
		kept, err := clean(stored, mcs.SourceServiceExport)
		switch {
		case err != nil:
			c.did(work.ActionDelete, stored.Ref(), reason, err)
		case kept != nil:
			c.writeWork(kept, reason)
		case c.deleteWork(stored.Ref()):
			c.did(work.ActionDelete, stored.Ref(), reason, nil)
		}
	}
}

// writeWork stores a Work. If that has changed it, its slices must be imported.
func (c *connector) writeWork(made *api.Work, reason string) {
	action := work.ActionUpdate
	if c.works[made.Ref()] == nil {
		action = work.ActionCreate
	}
	if c.storeWork(made) {
		c.did(action, made.Ref(), reason, nil)
		put(&c.pending, made.Ref(), true)
	}
}

// workRef returns the reference of a Work.
func workRef(name types.NamespacedName) override.Ref {
	return override.Ref{APIVersion: api.WorkGroupVersion.String(), Kind: "Work", Namespace: name.Namespace, Name: name.Name}
}
