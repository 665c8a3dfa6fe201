package render

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// outcome is an object for one cluster, or the error for that cluster.
type outcome struct {
	template *unstructured.Unstructured
	cluster  string
	result   *override.Result // nil with err
	object   *unstructured.Unstructured
	changes  []override.Change
	err      error

	divergences []override.Divergence
}

// outcomesOf applies the policies to an object for every cluster.
func outcomesOf(set *override.Set, template *unstructured.Unstructured, clusters []selector.Cluster) []outcome {
	all := make([]outcome, 0, len(clusters))
	selection := set.Select(template)
	for _, cluster := range clusters {
		o := outcome{template: template, cluster: cluster.Name}
		result, err := selection.Apply(cluster)
		if err == nil {
			o.result, o.changes, o.divergences = result, result.Changes(), result.Divergences()
			o.object, err = result.Object()
		}
		var failed *override.Error
		if errors.As(err, &failed) && failed.Divergence != nil {
			o.divergences = append(o.divergences, *failed.Divergence)
		}
		o.err = err
		all = append(all, o)
	}
	return all
}

// ref returns the reference to the object.
func (o *outcome) ref() override.Ref {
	t := o.template
	return override.Ref{APIVersion: t.GetAPIVersion(), Kind: t.GetKind(), Namespace: t.GetNamespace(), Name: t.GetName()}
}

// title returns, for example, Deployment default/nginx in member2.
func (o *outcome) title() string {
	return input.OneLine(o.ref().String() + " in " + o.cluster)
}
