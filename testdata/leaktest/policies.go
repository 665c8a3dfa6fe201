package leaktest

import (
	"encoding/json"
	"fmt"

	"github.com/overridekit/overridekit/override/redact"
)

// karmada returns an override policy of Karmada, of either tier.
func (m *Marks) karmada(i int) map[string]any {
	var rules []any
	for range 1 + m.Rand.IntN(2) {
		o := object{}
		for range 1 + m.Rand.IntN(3) {
			kind := m.Rand.IntN(5)
			if m.tame {
				kind = 4
			}
			switch kind {
			case 0:
				add(o, "imageOverrider", object{
					"predicate": object{"path": m.pointer()}, "component": m.pickString("Registry", "Repository", "Tag", "Nothing"),
					"operator": m.pickString("add", "replace", "remove", "nothing"), "value": m.imageValue(),
				})
			case 1:
				add(o, "annotationsOverrider", object{"operator": m.pickString("add", "replace", "remove"), "value": object{redact.LastApplied: m.Word()}})
			case 2:
				add(o, "fieldOverrider", object{"fieldPath": m.pointer(), m.pickString("json", "yaml"): m.operations()})
			default:
				add(o, "plaintext", m.operation())
			}
		}
		rules = append(rules, object{"overriders": o})
	}
	p := object{
		"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy",
		"metadata": object{"name": fmt.Sprint("p", i), "namespace": "default"}, "spec": object{"overrideRules": rules},
	}
	if m.Rand.IntN(2) == 0 {
		p["kind"] = "ClusterOverridePolicy"
	}
	return p
}

// kubeadmiral returns the override policy of KubeAdmiral that the Secret names.
func (m *Marks) kubeadmiral() map[string]any {
	o := object{}
	for range 1 + m.Rand.IntN(3) {
		switch m.Rand.IntN(4) {
		case 0:
			add(o, "image", object{"imagePath": m.pointer(), "operations": []any{object{
				"imageComponent": m.pickString("Registry", "Repository", "Tag", "Digest"),
				"operator":       m.pickString("addIfAbsent", "overwrite", "delete"), "value": m.imageValue(),
			}}})
		case 1:
			add(o, "annotations", object{"operator": m.pickString("addIfAbsent", "overwrite", "delete"), "value": object{redact.LastApplied: m.Word()}})
		default:
			operation := m.operation()
			operation["value"] = m.value()
			operation["path"] = m.pointer()
			add(o, "jsonpatch", operation)
		}
	}
	return object{
		"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "OverridePolicy", "metadata": object{"name": "k", "namespace": "default"},
		"spec": object{"overrideRules": []any{object{"overriders": o}}},
	}
}

func add(o object, field string, entry any) {
	entries, _ := o[field].([]any)
	o[field] = append(entries, entry)
}

func (m *Marks) imageValue() string {
	return m.pickString(m.Word(), m.Word()+"!", `"`+m.Word(), `\u0041`+m.Word(), "")
}

// operation returns an operation on the object.
func (m *Marks) operation() map[string]any {
	if m.tame {
		return object{"path": m.pickString("/data/a", "/stringData/a"), "operator": "add", "value": m.Word()}
	}
	operator := m.pickString("add", "replace", "replace", "remove", "test", m.pickString("add", "nothing"))
	switch m.Rand.IntN(8) {
	case 0: // below a value
		return object{"path": m.pointer() + m.pickString("/x", "/0", "/-", "/x/y"), "operator": operator, "value": m.value()}
	case 1: // all values
		return object{"path": m.pickString("/data", "/stringData"), "operator": operator, "value": m.pick(m.values(), m.Word(), []any{m.Word()})}
	case 2: // the object
		kind := m.pickString("Secret", "ConfigMap")
		whole := object{"apiVersion": "v1", "kind": kind, "metadata": object{"name": "s", "namespace": "default"}, "data": m.values()}
		return object{"path": "", "operator": m.pickString("replace", "test"), "value": whole}
	case 3: // the object is no longer a Secret
		return object{"path": "/kind", "operator": "replace", "value": m.pickString("ConfigMap", "Deployment", "Secret")}
	}
	return object{"path": m.pointer(), "operator": operator, "value": m.value()}
}

// operations returns operations on an embedded JSON or YAML text.
func (m *Marks) operations() []any {
	var all []any
	for range 1 + m.Rand.IntN(2) {
		all = append(all, object{
			"subPath": m.pickString("/user", "/n", "/mode", "/new", "/a", "/0", ""), "operator": m.pickString("add", "replace", "remove", "test"),
			"value": m.pick(m.Word(), object{"x": m.Word()}, json.Number(m.Digits()+"e999"), json.Number(m.Digits())),
		})
	}
	return all
}
