package api

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
)

const executionSpace = "karmada-es-"

// ExecutionNamespace returns the namespace of the Works for a cluster.
func ExecutionNamespace(cluster string) string { return executionSpace + cluster }

// ClusterOfNamespace returns the cluster of an execution namespace. Any other namespace is an error.
func ClusterOfNamespace(space string) (string, error) {
	cluster, ok := strings.CutPrefix(space, executionSpace)
	if !ok {
		return "", errors.New("found the namespace " + strconv.Quote(space) + ", expected one that begins with " + executionSpace)
	}
	return cluster, nil
}

// IsReservedNamespace reports whether a namespace belongs to Karmada itself. Its objects are not propagated.
func IsReservedNamespace(namespace string) bool {
	return namespace == "karmada-system" || namespace == "karmada-cluster" || strings.HasPrefix(namespace, executionSpace)
}

// BindingName returns the name of the binding of an object. It does not depend on the namespace or on the group of the kind: two objects whose
// kinds have the same name in different groups share a binding.
func BindingName(kind, name string) string {
	return lower(dotted(name) + "-" + kind)
}

// BindingReference returns the hash by which a label names a binding. The namespace of a ClusterResourceBinding is empty.
func BindingReference(namespace, name string) string { return encoded(NamespacedKey(namespace, name)) }

// WorkName returns the name of the Work of an object.
func WorkName(kind, namespace, name string) string {
	name = lower(dotted(name))
	base := name + "-" + lower(kind)
	if namespace != "" {
		base = lower(namespace) + "-" + base
	}
	return name + "-" + encoded(base)
}

// PolicyName returns the name of the policy that a promotion creates for an object; kind is its group, version and kind as a string.
func PolicyName(namespace, name, kind string) string {
	return lower(dotted(name) + "-" + encoded(namespace+kind))
}

// DerivedServiceName returns the name of the Service that is created for an imported one.
func DerivedServiceName(service string) string { return "derived-" + service }

// ImportedEndpointSliceName returns the name of an EndpointSlice that is imported from a cluster.
func ImportedEndpointSliceName(slice, cluster string) string {
	return "imported-" + cluster + "-" + slice
}

// DispatchedEndpointSliceName returns the name of an EndpointSlice of a cluster in the other clusters of its MultiClusterService.
func DispatchedEndpointSliceName(slice, cluster string) string { return cluster + "-" + slice }

// ImpersonationSecretName returns the name of the Secret for impersonation in a cluster.
func ImpersonationSecretName(cluster string) string { return cluster + "-impersonator" }

// NamespacedKey returns "namespace/name", or the name alone without a namespace.
func NamespacedKey(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// dotted replaces the colons of a name, which are not valid in all names.
func dotted(name string) string { return strings.ReplaceAll(name, ":", ".") }

func lower(s string) string { return strings.ToLower(s) }

// encoded returns the 32-bit FNV-1a hash as a decimal, in letters that form no words.
func encoded(s string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(s))
	text := []byte(strconv.FormatUint(uint64(hash.Sum32()), 10))
	const alphabet = "bcdfghjklmnpqrstvwxz2456789"
	for i, b := range text {
		text[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(text)
}
