package lint

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// kind is the apiVersion and kind of objects.
type kind struct{ apiVersion, kind string }

func (k kind) String() string {
	return words.Clip(strings.TrimSpace(k.apiVersion+" "+k.kind), maxQuoted)
}

// checkKinds compares overriders that find the pod spec themselves with the kinds that a policy of Karmada selects.
func checkKinds(c *checker, s *subject) {
	if s.karmada == nil || len(s.karmada.ResourceSelectors) == 0 {
		return
	}
	var fit, unfit []string
	for _, k := range s.kinds {
		if c.fits(k) {
			fit = append(fit, k.String())
		} else {
			unfit = append(unfit, k.String())
		}
	}
	if len(unfit) == 0 {
		return
	}
	for _, st := range s.steps() {
		switch {
		case st.what != workloadStep:
		case len(fit) == 0:
			s.report(NoEffect, st.at, nil, "Karmada's %s does not support %s", st.at[len(st.at)-2], list(unfit))
		default:
			s.report(MixedKinds, st.at, nil, "Karmada's %s supports %s, but not %s", st.at[len(st.at)-2], list(fit), list(unfit))
		}
	}
}

// kindsOf returns the kinds that selectors name, each once, in their order.
func kindsOf(selectors []objectSelector) []kind {
	var all []kind
	seen := map[kind]bool{}
	for i := range selectors {
		written := &selectors[i].written
		k := kind{written.APIVersion, written.Kind}
		if k.kind != "" && k.apiVersion != "" && !seen[k] {
			seen[k] = true
			all = append(all, k)
		}
	}
	return all
}

// probe is a policy that changes the images of all containers that Karmada finds.
var probe, _ = karmada.Compile(&api.ClusterOverridePolicy{
	ObjectMeta: metav1.ObjectMeta{Name: "probe"},
	Spec: api.OverrideSpec{OverrideRules: []api.RuleWithCluster{{
		Overriders: api.Overriders{ImageOverrider: []api.ImageOverrider{{Component: api.Tag, Operator: api.OverriderOpReplace, Value: "other"}}},
	}}},
})

// fits reports whether Karmada finds containers in a kind. It applies a policy to an object that has containers in every usual place.
func (c *checker) fits(k kind) bool {
	if known, ok := c.workloads[k]; ok {
		return known
	}
	pod := func() map[string]any {
		return map[string]any{"containers": []any{map[string]any{"name": "probe", "image": "probe:one"}}}
	}
	spec := pod()
	spec["template"] = map[string]any{"spec": pod()}
	spec["jobTemplate"] = map[string]any{"spec": map[string]any{"template": map[string]any{"spec": pod()}}}
	object := map[string]any{"apiVersion": k.apiVersion, "kind": k.kind, "metadata": map[string]any{"name": "probe", "namespace": "probe"}, "spec": spec}
	result, err := override.Apply(&unstructured.Unstructured{Object: object}, selector.Cluster{}, probe)
	if c.workloads == nil {
		c.workloads = map[kind]bool{}
	}
	c.workloads[k] = err == nil && len(result.Changes()) > 0
	return c.workloads[k]
}

// list joins the first of some names.
func list(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
