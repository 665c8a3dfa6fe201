package main

import (
	"encoding/json"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
)

// applied is a rule that took part.
type applied struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

func answerKarmada(line []byte) any {
	var c struct {
		Name                    string                          `json:"name"`
		Object                  json.RawMessage                 `json:"object"`
		Cluster                 karmada.Cluster                 `json:"cluster"`
		ClusterOverridePolicies []karmada.ClusterOverridePolicy `json:"clusterOverridePolicies"`
		OverridePolicies        []karmada.OverridePolicy        `json:"overridePolicies"`
	}
	failed := func(err error) any { return map[string]any{"name": c.Name, "error": err.Error()} }
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return failed(err)
	}
	var object map[string]any
	if err := utiljson.Unmarshal(c.Object, &object); err != nil {
		return failed(err)
	}
	var policies []*override.Policy
	var errs []error
	compile := func(s karmada.Source) {
		p, err := karmada.Compile(s)
		policies, errs = append(policies, p), append(errs, err)
	}
	for i := range c.ClusterOverridePolicies {
		compile(&c.ClusterOverridePolicies[i])
	}
	for i := range c.OverridePolicies {
		compile(&c.OverridePolicies[i])
	}
	if err := errors.Join(errs...); err != nil {
		return failed(err)
	}
	result, err := override.Apply(&unstructured.Unstructured{Object: object}, c.Cluster.Facts(), policies...)
	if err != nil {
		return failed(err)
	}
	want, err := result.Object()
	if err != nil {
		return failed(err)
	}
	took := []applied{}
	for _, a := range result.Applied() {
		took = append(took, applied{a.Policy.Kind, a.Policy.Name})
	}
	return map[string]any{"name": c.Name, "want": want.Object, "applied": took}
}
