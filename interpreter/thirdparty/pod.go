package thirdparty

import (
	"errors"
	"math"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
)

// template returns a pod template as encoding/json decodes it into its Go type, without empty objects and lists. The result is a value for
// package native. The template must be an object. It is not written.
func (r *run) template(from any, path ...string) map[string]any {
	v := r.get(from, path...)
	if _, isTable := v.(map[string]any); !isTable {
		r.failAt(from, path, "is %s, expected a pod template", describe(v))
		return nil
	}
	copied, err := jsontree.Clone(v)
	if err != nil {
		r.failAt(from, path, "%v", err)
		return nil
	}
	decoded, err := typed.Named("PodTemplateSpec").DecodeJSON(r.fromTable(copied))
	if bad := (*typed.Error)(nil); errors.As(err, &bad) {
		r.failAt(from, append(jsontree.Pointer(path).Child(), bad.Pointer...), "is %s, expected %s", bad.Found, bad.Expected)
		return nil
	}
	m, _ := decoded.(map[string]any)
	return map[string]any{"spec": m["spec"]} // native tells a template by its spec
}

// requirements returns what a replica of a pod template needs, as native computes it for a Deployment; nil for nothing.
func (r *run) requirements(v any, path ...string) *interpreter.ReplicaRequirements {
	template := r.template(v, path...)
	if r.err != nil {
		return nil
	}
	needs, err := native.PodRequirements(template)
	if err != nil {
		r.failAt(v, path, "has invalid requirements: %v", err)
		return nil
	}
	if needs != nil && needs.NodeClaim != nil && needs.NodeClaim.HardNodeAffinity != nil {
		affinity, _ := r.fromTable(tableOf(needs.NodeClaim.HardNodeAffinity)).(map[string]any)
		needs.NodeClaim.HardNodeAffinity = affinity
	}
	return needs
}

// tableOf is toTable for a value that is known to be JSON.
func tableOf(v any) any {
	v, _ = toTable(v)
	return v
}

// podDependencies returns what the pods of a template need in the namespace of an object, as native computes it for a Deployment. Without a
// namespace it is "default". The object must have metadata.
func (r *run) podDependencies(object, v any, path ...string) []interpreter.Dependency {
	namespace := "default"
	if n := r.get(object, "metadata", "namespace"); n != nil {
		namespace = r.text(n)
	}
	template := r.template(v, path...)
	if r.err != nil {
		return nil
	}
	all, err := native.PodDependencies(namespace, template)
	if err != nil {
		r.failAt(v, path, "has invalid dependencies: %v", err)
	}
	return all
}

// dependency returns an object of the core group that an object needs in its own namespace. The object must have metadata, and the name
// must be a string that is not empty.
func (r *run) dependency(object any, kind string, name any) interpreter.Dependency {
	namespace := r.get(object, "metadata", "namespace")
	d := interpreter.Dependency{APIVersion: "v1", Kind: kind}
	var isText bool
	if d.Namespace, isText = namespace.(string); !isText && namespace != nil {
		r.fail(jsontree.Pointer{"metadata", "namespace"}, "is %s, expected a string", describe(namespace))
	}
	if d.Name, _ = name.(string); d.Name == "" {
		r.fail(nil, "the name of a %s is %s, expected a string that is not empty", kind, describe(name))
	}
	return d
}

// component returns a part of an object. Its number of replicas must be an integer of 32 bits.
func (r *run) component(name, replicas any, needs *interpreter.ReplicaRequirements) interpreter.Component {
	c := interpreter.Component{Requirements: needs}
	var isText bool
	if c.Name, isText = name.(string); !isText && name != nil {
		r.fail(nil, "the name of a component is %s, expected a string", describe(name))
	}
	n, isNumber := replicas.(float64)
	if replicas != nil && (!isNumber || n != math.Trunc(n) || n < math.MinInt32 || n > math.MaxInt32) {
		r.fail(nil, "component %.100s has %s as its number of replicas, expected an integer of 32 bits", c.Name, describe(replicas))
		return c
	}
	c.Replicas = int32(n)
	return c
}
