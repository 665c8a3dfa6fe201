package main

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
)

// rendering is a case about Works.
type rendering struct {
	Name string `json:"name"`
	Op   string `json:"op"`

	Binding                 map[string]any              `json:"binding"`
	Object                  map[string]any              `json:"object"` // of Render and Prune
	Clusters                []*api.Cluster              `json:"clusters"`
	ClusterOverridePolicies []api.ClusterOverridePolicy `json:"clusterOverridePolicies"`
	OverridePolicies        []api.OverridePolicy        `json:"overridePolicies"`
	Works                   []*api.Work                 `json:"works"` // the stored Works
	Gates                   api.FeatureGates            `json:"gates"`
	Namespace               map[string]any              `json:"namespace"` // of NamespaceWorks
	Options                 struct {
		SkippedPropagatingNamespaces []string `json:"skippedPropagatingNamespaces"` // regular expressions that must match the whole name
	} `json:"options"`
}

// isRendering reports whether an operation makes or deletes Works.
func isRendering(op string) bool {
	return slices.Contains([]string{"Render", "Orphans", "NamespaceWorks", "Prune"}, op)
}

func answerRendering(line []byte) any {
	var c rendering
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	var want any
	if err == nil {
		want, err = c.answer(context.Background(), line)
	}
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *rendering) answer(ctx context.Context, line []byte) (any, error) {
	object := &unstructured.Unstructured{Object: c.Object}
	if c.Op == "Prune" {
		pruned, err := work.Prune(object)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": pruned.Object}, nil
	}
	if c.Op == "NamespaceWorks" {
		return c.namespace()
	}
	binding, err := bindingOf(line, c.Binding)
	if err != nil {
		return nil, err
	}
	if c.Op == "Orphans" {
		return c.orphans(binding)
	}
	overrides, err := c.overrides()
	if err != nil {
		return nil, err
	}
	clusters := map[string]*api.Cluster{}
	for _, cluster := range c.Clusters {
		if cluster != nil {
			clusters[cluster.Name] = cluster
		}
	}
	written, err := work.Render(ctx, work.Input{
		Binding: binding, Template: object, Clusters: clusters, Overrides: overrides, Interpreter: hooks, Stored: c.Works,
		FeatureGates: c.Gates,
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"works": storedAfter(c.Works, written)}, nil
}

func (c *rendering) namespace() (any, error) {
	overrides, err := c.overrides()
	if err != nil {
		return nil, err
	}
	if c.Options.SkippedPropagatingNamespaces == nil {
		c.Options.SkippedPropagatingNamespaces = []string{"kube-.*"}
	}
	var skipped []*regexp.Regexp
	for _, expression := range c.Options.SkippedPropagatingNamespaces {
		compiled, err := regexp.Compile("^" + expression + "$")
		if err != nil {
			return nil, err
		}
		skipped = append(skipped, compiled)
	}
	rendered, err := namespace.Prepare(namespace.Input{
		Namespace: &unstructured.Unstructured{Object: c.Namespace}, Clusters: c.Clusters, Overrides: overrides, Stored: c.Works, Skipped: skipped,
	})
	if err != nil {
		return nil, err
	}
	var written []*api.Work
	for _, r := range rendered {
		written = append(written, r.Work())
	}
	return map[string]any{"works": storedAfter(c.Works, written)}, nil
}

func (c *rendering) overrides() (work.Overrides, error) {
	var policies []api.OverrideSource
	for i := range c.ClusterOverridePolicies {
		policies = append(policies, &c.ClusterOverridePolicies[i])
	}
	for i := range c.OverridePolicies {
		policies = append(policies, &c.OverridePolicies[i])
	}
	return work.NewOverrides(policies...)
}

func (c *rendering) orphans(binding api.Binding) (any, error) {
	cleanup, err := work.Orphans(binding, c.Works)
	if err != nil {
		return nil, err
	}
	deleted := []string{}
	for _, o := range cleanup.Delete {
		deleted = append(deleted, o.Work.Namespace+"/"+o.Work.Name)
	}
	want := map[string]any{"deleted": deleted, "wait": cleanup.Wait != ""}
	if cleanup.Deleting {
		want["finalizers"] = cleanup.Finalizers
	}
	return want, nil
}

// bindingOf decodes the field binding of a line. content is the same field, decoded as JSON.
func bindingOf(line []byte, content map[string]any) (api.Binding, error) {
	if content["kind"] == "ClusterResourceBinding" {
		var c struct {
			Binding api.ClusterResourceBinding `json:"binding"`
		}
		err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
		return &c.Binding, err
	}
	var c struct {
		Binding api.ResourceBinding `json:"binding"`
	}
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	return &c.Binding, err
}

// storedAfter returns all stored Works after a write, sorted.
func storedAfter(before, written []*api.Work) []*api.Work {
	order := func(a, b *api.Work) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	}
	all := slices.Clone(written)
	for _, w := range before {
		if w != nil && !slices.ContainsFunc(written, func(other *api.Work) bool { return order(w, other) == 0 }) {
			all = append(all, w)
		}
	}
	for i := range all {
		all[i] = all[i].DeepCopy()
		all[i].DeletionTimestamp = nil // recordings leave it out
	}
	slices.SortFunc(all, order)
	return all
}
