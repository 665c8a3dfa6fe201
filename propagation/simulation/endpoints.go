package simulation

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/server"
)

const (
	sliceVersion    = "discovery.k8s.io/v1"
	sliceController = "endpointslice-controller.k8s.io"

	// maxEndpoints limits the endpoints of a slice. It is the default of Kubernetes, which makes more slices then.
	maxEndpoints = 100
)

// connectPods does what the endpoints controller of a cluster does: each Service with a selector has one EndpointSlice, with an address for each
// replica of the workloads that it selects. It reports whether anything has changed.
func connectPods(cluster string, server *server.Server) (changed bool) {
	before := server.Writes
	pods := podsOf(server)
	wanted, own := map[types.UID]bool{}, map[types.UID]*unstructured.Unstructured{}
	for _, slice := range server.Kind(sliceVersion, "EndpointSlice") {
		if owner := ownerOf(slice); owner != "" {
			own[owner] = slice
		}
	}
	for _, service := range server.Kind("v1", "Service") {
		selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
		if len(selector) == 0 {
			continue
		}
		wanted[service.GetUID()] = true
		slice := sliceOf(cluster, service, pods[service.GetNamespace()], selector)
		if stored := own[service.GetUID()]; stored != nil {
			slice.SetName(stored.GetName())
			slice.SetAnnotations(stored.GetAnnotations())
			_ = server.Update(slice)
			continue
		}
		name := slice.GetName()
		for i := 1; server.Get(slice) != nil; i++ { // it is that of another slice
			slice.SetName(fmt.Sprintf("%s-%d", name, i))
		}
		_ = server.Create(slice)
	}
	for _, owner := range slices.Sorted(maps.Keys(own)) {
		if !wanted[owner] {
			_ = server.Delete(own[owner])
		}
	}
	return server.Writes > before
}

// pods are the replicas of a workload.
type pods struct {
	of       string // names the workload in its cluster
	labels   map[string]string
	replicas int64
}

// podsOf returns the pods of a cluster by namespace.
func podsOf(server *server.Server) map[string][]pods {
	all := map[string][]pods{}
	for _, kind := range []string{"Deployment", "StatefulSet", "ReplicaSet"} {
		for _, o := range server.Kind("apps/v1", kind) {
			labels, _, _ := unstructured.NestedStringMap(o.Object, "spec", "template", "metadata", "labels")
			replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
			all[o.GetNamespace()] = append(all[o.GetNamespace()], pods{kind + "/" + o.GetNamespace() + "/" + o.GetName(), labels, replicas})
		}
	}
	return all
}

// sliceOf returns the EndpointSlice of a Service.
func sliceOf(cluster string, service *unstructured.Unstructured, all []pods, selector map[string]string) *unstructured.Unstructured {
	endpoints := []any{}
	for _, p := range all {
		if !selects(selector, p.labels) {
			continue
		}
		sum := hash(cluster, p.of)
		for i := int64(1); i <= p.replicas && len(endpoints) < maxEndpoints; i++ {
			address := fmt.Sprintf("10.%d.%d.%d", sum>>8&0xff, sum&0xff, i)
			endpoints = append(endpoints, map[string]any{"addresses": []any{address}, "conditions": map[string]any{"ready": true}})
		}
	}
	slice := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": sliceVersion, "kind": "EndpointSlice", "addressType": "IPv4", "endpoints": endpoints, "ports": portsOf(service),
	}}
	slice.SetNamespace(service.GetNamespace())
	slice.SetName(service.GetName() + "-" + rand.SafeEncodeString(fmt.Sprintf("%05d", hash(cluster, service.GetNamespace(), service.GetName())%100_000)))
	slice.SetLabels(map[string]string{api.EndpointSliceServiceLabel: service.GetName(), api.EndpointSliceManagedByLabel: sliceController})
	controls := true
	slice.SetOwnerReferences([]metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: service.GetName(), UID: service.GetUID(), Controller: &controls}})
	return slice
}

// ownerOf returns the uid of the Service for which the endpoints controller has made a slice, or "" if it has not made it. A slice that the
// control plane writes belongs to that.
func ownerOf(slice *unstructured.Unstructured) types.UID {
	labels, owner := content.Labels(slice), metav1.GetControllerOf(slice)
	if owner == nil || owner.Kind != "Service" || labels[api.EndpointSliceManagedByLabel] != sliceController || labels[api.ManagedLabel] == "true" {
		return ""
	}
	return owner.UID
}

// portsOf returns the ports of an EndpointSlice. A port whose target has a name gets the number of the Service.
func portsOf(service *unstructured.Unstructured) []any {
	list, _, _ := unstructured.NestedSlice(service.Object, "spec", "ports")
	ports := []any{}
	for _, e := range list {
		given, _ := e.(map[string]any)
		number, ok := given["targetPort"].(int64)
		if !ok {
			number, _ = given["port"].(int64)
		}
		port := map[string]any{"port": number}
		for _, field := range []string{"name", "protocol"} {
			if text, ok := given[field].(string); ok {
				port[field] = text
			}
		}
		ports = append(ports, port)
	}
	return ports
}

// selects reports whether labels have all that a selector has.
func selects(selector, labels map[string]string) bool {
	for key, v := range selector {
		if had, found := labels[key]; !found || had != v {
			return false
		}
	}
	return true
}

// hash returns a number for some strings.
func hash(parts ...string) uint32 {
	h := fnv.New32a()
	for _, part := range parts {
		_, _ = h.Write([]byte(part + "\x00"))
	}
	return h.Sum32()
}
