package propagation

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// bounded reports whether the templates that changes touch can be found, see [Plan.With].
func (o *origin) bounded(e *edits) bool {
	gates := o.Options.FeatureGates
	switch {
	case gates.Enabled(api.GateWorkloadAffinity), gates.Enabled(api.GatePropagationPolicyPreemption), !o.Options.Now.IsZero():
		return false
	case o.traits.contested || o.traits.warned:
		return false
	case len(e.bindings) > 0 || len(e.works) > 0 || o.stored().nameless || o.stored().detaches:
		return false
	case len(e.policies) > 0 || len(e.overrides) > 0 || len(e.clusters) > 0:
		return false
	}
	return !slices.ContainsFunc(e.templates, o.concernsAll)
}

// concernsAll reports whether a change of a template may matter to templates that have nothing to do with it.
func (o *origin) concernsAll(c change[*template]) bool {
	switch {
	case c.ref.Kind == "CustomResourceDefinition", c.ref.Kind == "PriorityClass" && o.in.Options.PriorityClass == nil:
		return true
	case slices.ContainsFunc(o.objects().hidden, func(object *unstructured.Unstructured) bool { return override.RefOf(object) == c.ref }):
		return true
	case c.was && o.givesID(c.before), c.is && o.givesID(c.after):
		return true
	}
	return c.was != c.is && o.Options.AssumeAPIs && o.changesAPIs(c.ref)
}

// givesID reports whether a policy without an id may take that of a template.
func (o *origin) givesID(t *template) bool {
	had, claimed := claim.ClaimOf(content.Labels(t.given), content.Annotations(t.given))
	if !claimed {
		return false
	}
	at, found := place(o.objects().policies, api.PropagationSource.Ref, had.Policy)
	return found && o.objects().policies[at].GetLabels()[claim.IDLabel(had.Policy)] == ""
}

// changesAPIs reports whether a template is the only one of its kind and version, which clusters without APIs are assumed to have.
func (o *origin) changesAPIs(ref override.Ref) bool {
	return slices.ContainsFunc(o.objects().clusters, func(c *api.Cluster) bool { return len(c.Status.APIEnablements) == 0 }) &&
		!slices.ContainsFunc(o.templates, func(t *template) bool {
			return t.ref.Kind == ref.Kind && t.ref.APIVersion == ref.APIVersion && t.ref != ref
		})
}
