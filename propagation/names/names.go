// Package names has the names, labels and annotations by which Karmada's control plane finds what belongs together. They are
// those of Karmada 1.15, to the byte, so that a plan and a control plane agree.
package names

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
)

const executionSpace = "karmada-es-"

// ExecutionSpace is the namespace of the Works for a cluster.
func ExecutionSpace(cluster string) string { return executionSpace + cluster }

// ClusterOf is the cluster of an execution space.
func ClusterOf(space string) (string, error) {
	cluster, ok := strings.CutPrefix(space, executionSpace)
	if !ok {
		return "", errors.New("found the namespace " + strconv.Quote(space) + ", expected one that begins with " + executionSpace)
	}
	return cluster, nil
}

// Reserved tells whether a namespace is Karmada's own. Nothing in it is propagated.
func Reserved(namespace string) bool {
	return namespace == "karmada-system" || namespace == "karmada-cluster" || strings.HasPrefix(namespace, executionSpace)
}

// Binding is the name of the binding of an object. Neither the namespace nor the group of its kind is part of it: two objects of kinds of one
// name, in different groups, share a binding.
func Binding(kind, name string) string {
	return lower(dotted(name) + "-" + kind)
}

// Reference is how a label names a binding: by a hash of its namespace and name. A binding of the whole cluster has no namespace.
func Reference(namespace, name string) string { return encoded(Key(namespace, name)) }

// Work is the name of the Work of an object.
func Work(kind, namespace, name string) string {
	name = lower(dotted(name))
	base := name + "-" + lower(kind)
	if namespace != "" {
		base = lower(namespace) + "-" + base
	}
	return name + "-" + encoded(base)
}

// Policy is the name of the policy that a promotion makes for an object; kind is the text of its group, version and kind.
func Policy(namespace, name, kind string) string {
	return lower(dotted(name) + "-" + encoded(namespace+kind))
}

// Derived is the name of the Service that stands for an imported one.
func Derived(service string) string { return "derived-" + service }

// Imported is the name of an EndpointSlice that comes from a cluster.
func Imported(slice, cluster string) string { return "imported-" + cluster + "-" + slice }

// ImpersonationSecret is the name of the Secret with which a cluster is spoken to for others.
func ImpersonationSecret(cluster string) string { return cluster + "-impersonator" }

// Key is "namespace/name", or the name alone.
func Key(namespace, name string) string {
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
