package api

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
)

const executionSpace = "karmada-es-"

// ExecutionNamespace is the namespace of the Works for a cluster.
func ExecutionNamespace(cluster string) string { return executionSpace + cluster }

// ClusterOfNamespace is the cluster of an execution space.
func ClusterOfNamespace(space string) (string, error) {
	cluster, ok := strings.CutPrefix(space, executionSpace)
	if !ok {
		return "", errors.New("found the namespace " + strconv.Quote(space) + ", expected one that begins with " + executionSpace)
	}
	return cluster, nil
}

// IsReservedNamespace tells whether a namespace is Karmada's own. Nothing in it is propagated.
func IsReservedNamespace(namespace string) bool {
	return namespace == "karmada-system" || namespace == "karmada-cluster" || strings.HasPrefix(namespace, executionSpace)
}

// BindingNameAnnotation is the name of the binding of an object. Neither the namespace nor the group of its kind is part of it: two objects of kinds of one
// name, in different groups, share a binding.
func BindingName(kind, name string) string {
	return lower(dotted(name) + "-" + kind)
}

// BindingReference is how a label names a binding: by a hash of its namespace and name. A binding of the whole cluster has no namespace.
func BindingReference(namespace, name string) string { return encoded(NamespacedKey(namespace, name)) }

// WorkNameAnnotation is the name of the Work of an object.
func WorkName(kind, namespace, name string) string {
	name = lower(dotted(name))
	base := name + "-" + lower(kind)
	if namespace != "" {
		base = lower(namespace) + "-" + base
	}
	return name + "-" + encoded(base)
}

// PolicyName is the name of the policy that a promotion makes for an object; kind is the text of its group, version and kind.
func PolicyName(namespace, name, kind string) string {
	return lower(dotted(name) + "-" + encoded(namespace+kind))
}

// DerivedServiceName is the name of the Service that stands for an imported one.
func DerivedServiceName(service string) string { return "derived-" + service }

// ImportedEndpointSliceName is the name of an EndpointSlice that comes from a cluster.
func ImportedEndpointSliceName(slice, cluster string) string {
	return "imported-" + cluster + "-" + slice
}

// ImpersonationSecretName is the name of the Secret with which a cluster is spoken to for others.
func ImpersonationSecretName(cluster string) string { return cluster + "-impersonator" }

// NamespacedKey is "namespace/name", or the name alone.
func NamespacedKey(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// dotted keeps the colons that some names have out of names that may not.
func dotted(name string) string { return strings.ReplaceAll(name, ":", ".") }

func lower(s string) string { return strings.ToLower(s) }

// encoded is the FNV-1a hash of 32 bits as a decimal, in letters that make no words.
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
