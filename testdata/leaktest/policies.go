package leaktest

import (
	"encoding/json"
	"fmt"

	"github.com/overridekit/overridekit/override/redact"
)

// karmada is an override policy of Karmada, of either tier.
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
					"predicate": object{"path": m.place()}, "component": m.text("Registry", "Repository", "Tag", "Nothing"),
					"operator": m.text("add", "replace", "remove", "nothing"), "value": m.imageValue(),
				})
			case 1:
				add(o, "annotationsOverrider", object{"operator": m.text("add", "replace", "remove"), "value": object{redact.LastApplied: m.Word()}})
			case 2:
				add(o, "fieldOverrider", object{"fieldPath": m.place(), m.text("json", "yaml"): m.operations()})
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

// kubeadmiral is the override policy of KubeAdmiral that the Secret names.
func (m *Marks) kubeadmiral() map[string]any {
	o := object{}
	for range 1 + m.Rand.IntN(3) {
		switch m.Rand.IntN(4) {
		case 0:
			add(o, "image", object{"imagePath": m.place(), "operations": []any{object{
				"imageComponent": m.text("Registry", "Repository", "Tag", "Digest"),
				"operator":       m.text("addIfAbsent", "overwrite", "delete"), "value": m.imageValue(),
			}}})
		case 1:
			add(o, "annotations", object{"operator": m.text("addIfAbsent", "overwrite", "delete"), "value": object{redact.LastApplied: m.Word()}})
		default:
			operation := m.operation()
			operation["value"] = m.value()
			operation["path"] = m.place()
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
	return m.text(m.Word(), m.Word()+"!", `"`+m.Word(), `\u0041`+m.Word(), "")
}

// operation is one on the object.
func (m *Marks) operation() map[string]any {
	if m.tame {
		return object{"path": m.text("/data/a", "/stringData/a"), "operator": "add", "value": m.Word()}
	}
	operator := m.text("add", "replace", "replace", "remove", "test", m.text("add", "nothing"))
	switch m.Rand.IntN(8) {
	case 0: // below a value
		return object{"path": m.place() + m.text("/x", "/0", "/-", "/x/y"), "operator": operator, "value": m.value()}
	case 1: // all of them
		return object{"path": m.text("/data", "/stringData"), "operator": operator, "value": m.pick(m.values(), m.Word(), []any{m.Word()})}
	case 2: // the object
		kind := m.text("Secret", "ConfigMap")
		whole := object{"apiVersion": "v1", "kind": kind, "metadata": object{"name": "s", "namespace": "default"}, "data": m.values()}
		return object{"path": "", "operator": m.text("replace", "test"), "value": whole}
	case 3: // which is no Secret any more
		return object{"path": "/kind", "operator": "replace", "value": m.text("ConfigMap", "Deployment", "Secret")}
	}
	return object{"path": m.place(), "operator": operator, "value": m.value()}
}

// operations is some on a text.
func (m *Marks) operations() []any {
	var all []any
	for range 1 + m.Rand.IntN(2) {
		all = append(all, object{
			"subPath": m.text("/user", "/n", "/mode", "/new", "/a", "/0", ""), "operator": m.text("add", "replace", "remove", "test"),
			"value": m.pick(m.Word(), object{"x": m.Word()}, json.Number(m.Digits()+"e999"), json.Number(m.Digits())),
		})
	}
	return all
}
