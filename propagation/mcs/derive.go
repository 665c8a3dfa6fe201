package mcs

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DeriveInput is a ServiceImport. It is never written.
type DeriveInput struct {
	Name   types.NamespacedName       // of the ServiceImport
	Import *unstructured.Unstructured // nil if it is gone
	Stored *unstructured.Unstructured // the Service that [DerivedServiceName] names, or nil
}

// Derivation is what must be done with a derived Service. At most one of Write and Delete is set.
type Derivation struct {
	Reason string // in words for a person

	// Write is the Service as it must be stored. Its status is a resource of its own: write it after the rest.
	Write  *unstructured.Unstructured
	Delete *override.Ref
}

// DeriveService returns the Service in the control plane that is derived from a ServiceImport.
//
//  1. If the ServiceImport is gone, the Service is deleted.
//  2. Nothing happens while the ServiceImport is being deleted, or if its type is not ClusterSetIP, for example Headless. A Service that
//     was derived before stays.
//  3. The Service has the type ClusterIP and the ports of the import: name, protocol, port and appProtocol. It has no selector.
//  4. A stored Service keeps only its resource version and its cluster IP. All else is replaced: it loses its labels and annotations,
//     including a policy's claim.
//  5. The status of the Service lists the addresses of the import, spec.ips, as ingress of a load balancer.
//
// The API server adds defaults to a Service, so it is written each time. The result shares no memory with the input.
func DeriveService(in DeriveInput) (Derivation, error) {
	derived := DerivedServiceName(in.Name)
	if in.Stored != nil {
		if err := serviceKind.check(in.Stored); err != nil {
			return Derivation{}, err
		}
		if found := nameOf(in.Stored); found != derived {
			return Derivation{}, fmt.Errorf("found the Service %s, expected %s", found, derived)
		}
	}
	if in.Import == nil {
		gone := Derivation{Reason: fmt.Sprintf("the ServiceImport %s is gone", in.Name)}
		if in.Stored != nil {
			ref := serviceKind.ref(in.Stored)
			gone.Delete = &ref
		}
		return gone, nil
	}
	if err := serviceImportKind.check(in.Import); err != nil {
		return Derivation{}, err
	}
	ref := serviceImportKind.ref(in.Import)
	if found := nameOf(in.Import); found != in.Name {
		return Derivation{}, fmt.Errorf("found the ServiceImport %s, expected %s", found, in.Name)
	}
	spec, _ := in.Import.Object["spec"].(map[string]any)
	switch {
	case content.Deleting(in.Import):
		return Derivation{Reason: fmt.Sprintf("%s is being deleted", ref)}, nil
	case spec["type"] != "ClusterSetIP":
		return Derivation{Reason: fmt.Sprintf("%s does not have the type ClusterSetIP", ref)}, nil
	}
	return Derivation{Reason: fmt.Sprintf("%s imports a Service", ref), Write: serviceOf(derived, spec, in.Stored)}, nil
}

// serviceOf returns the Service of a valid ServiceImport with a spec.
func serviceOf(name types.NamespacedName, of map[string]any, stored *unstructured.Unstructured) *unstructured.Unstructured {
	metadata := map[string]any{"namespace": name.Namespace, "name": name.Name}
	spec := map[string]any{"type": "ClusterIP"}
	if stored != nil {
		keep(metadata, stored, "metadata", "resourceVersion")
		keep(spec, stored, "spec", "clusterIP")
	}
	if ports, _ := of["ports"].([]any); len(ports) > 0 {
		spec["ports"] = servicePorts(ports)
	}
	balancer := map[string]any{}
	if ips, _ := of["ips"].([]any); len(ips) > 0 {
		ingress := make([]any, len(ips))
		for i, ip := range ips {
			point := map[string]any{}
			if !absent(ip) {
				point["ip"] = ip
			}
			ingress[i] = point
		}
		balancer["ingress"] = ingress
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": serviceKind.apiVersion, "kind": serviceKind.kind, "metadata": metadata, "spec": spec,
		"status": map[string]any{"loadBalancer": balancer},
	}}
}

// keep copies a string of a stored Service, unless it is empty.
func keep(into map[string]any, stored *unstructured.Unstructured, part, field string) {
	from, _ := stored.Object[part].(map[string]any)
	if v := from[field]; !absent(v) {
		into[field] = v
	}
}

// servicePorts returns the ports of a Service for those of a ServiceImport.
func servicePorts(ports []any) []any {
	made := make([]any, len(ports))
	for i, p := range ports {
		port, _ := p.(map[string]any)
		number, _ := integer(port["port"])
		made[i] = map[string]any{"port": number, "targetPort": int64(0)}
		for _, field := range []string{"name", "protocol"} {
			if !absent(port[field]) {
				made[i].(map[string]any)[field] = port[field]
			}
		}
		if port["appProtocol"] != nil {
			made[i].(map[string]any)["appProtocol"] = port["appProtocol"]
		}
	}
	return made
}
