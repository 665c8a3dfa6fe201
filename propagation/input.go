package propagation

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// PlanInput is everything that a control plane propagates, see [InputOf]. It is never written. Nil entries are ignored. The order of the lists does not
// matter, unless an object is given more than once: of objects with the same API version, kind, namespace and name, the last one counts, and
// [Plan].Warnings names them. Templates without a name that differ in nothing else of these have one row, whose error has their number.
type PlanInput struct {
	Templates []*unstructured.Unstructured
	Policies  []api.PropagationSource // PropagationPolicies and ClusterPropagationPolicies
	Overrides []api.OverrideSource    // OverridePolicies and ClusterOverridePolicies
	Clusters  []*api.Cluster
	Bindings  []api.Binding // as they are stored now
	Works     []*api.Work   // as they are stored now
	// Registry interprets the kinds of the templates. Nil: no template has replicas or dependencies. For the kinds that a fresh Karmada
	// understands:
	//
	//	interpreter.NewRegistry(append(thirdparty.Interpreters(time.Now), native.Interpreters(time.Now)...)...)
	//
	// Those of package declared for custom resources come before them, as in Karmada.
	Registry *interpreter.Registry
	Options  PlanOptions
}

// PlanOptions configures a control plane.
type PlanOptions struct {
	ResourceFilter claim.ResourceFilterOptions
	Schedule       schedule.Options

	FeatureGates api.FeatureGates // of all stages; an unknown gate is an error

	// PriorityClass is that of [bind.Input]. Nil: the PriorityClasses among the templates.
	PriorityClass func(ctx context.Context, name string) (value int32, found bool, err error)

	// NewID returns the permanent id of a policy, a binding or a Work without one. Karmada's admission sets a random one. Nil: the id is made from the
	// kind, namespace and name, so it is always the same.
	NewID func(of override.Ref) string

	// Changed reports whether a user has changed a template since it was bound. It only matters for a policy with activationPreference Lazy:
	// while a template has not changed, the policy does not change its binding. The scheduler may still choose other clusters, see Touched.
	// Nil: a template has not changed if its resource version is that in spec.resource of its stored binding, and not empty.
	Changed func(template override.Ref) bool

	// Touched reports whether the scheduler looks at a stored binding although the plan does not change it. Karmada's scheduler does when the labels or
	// the spec of a cluster change and the placement matches the cluster before or after, see [TouchedSince]. It does not when a cluster is added or its
	// capacity changes, until something writes the binding. Touched is not called if the scheduler has not seen the last change of a binding
	// (status.schedulerObservedGeneration), or if one of its clusters is gone or being deleted: then it looks. Nil: it looks at all bindings, so the
	// plan has the clusters that each template gets when its binding is touched the next time.
	//
	// With Touched, the stored Works of a binding stay as they are unless its spec, its template or an override policy has changed, even if the labels
	// or the spec of a cluster make other override rules match. Then the row has a warning.
	Touched func(template override.Ref) bool

	// Overridden reports whether an override policy that selects a template has changed, see [TouchedSince]: then Karmada renders its Works again. It is
	// only called if Touched is not nil. Nil: none has changed.
	Overridden func(template override.Ref) bool

	// Now is the time at which objects are evicted and eviction tasks are assessed, see [eviction.Assess]. Health is read from the stored status. The zero time
	// assesses nothing. A year before 1 or after 9999 is an error.
	Now time.Time

	// Failover configures which failures evict objects at Now. The zero value evicts only applications, and only with its Memory.
	Failover FailoverOptions

	// EvictionGracePeriod is that of tasks without one (Karmada's flag --graceful-eviction-timeout). Nil: [eviction.DefaultGracePeriod].
	EvictionGracePeriod *time.Duration

	// AssumeAPIs treats clusters that report no API as clusters that have all, such as those that were written by hand or never joined.
	// Without it, such a cluster gets no new object: "cluster(s) did not have the API resource". The command overridekit sets it unless
	// --strict-apis is given.
	AssumeAPIs bool

	// Hide selects the places in objects whose values no error and no output of package diff shows. Nil: those of Secrets. Reasons show the
	// labels that selectors read, even so.
	Hide redact.Places

	// Guard fails a Work whose object an override policy gives another identity, see [override.Guard]. The zero value allows it, as Karmada does: then whoever
	// may write a policy in a namespace can write any object in the clusters. [policy.Guard] protects the keys of Karmada.
	Guard override.Guard

	// Workers is the number of goroutines that make the plan, but at most 256; the result does not depend on it. Zero is GOMAXPROCS. One makes the plan in the
	// goroutine of the caller. A negative number is an error. The interpreters of the registry are called concurrently. The functions of the options
	// are not called concurrently, but from any of the goroutines, and not always in the order of the rows.
	Workers int

	Progress func(done, total int) // called after each template is scheduled; may be nil
	Reasons  bool                  // keep why each cluster was not chosen: memory for templates × clusters
	// WithoutManifests: the Works are not made. So rows have no divergences, no errors of override policies, and no warnings that one changes the replicas
	// that the scheduler has assigned by dividing them, or makes another object of the template.
	WithoutManifests bool

	// StreamWorks leaves [Plan].Works empty: read [Plan.EachWork] instead. Everything else of the plan is the same, with all errors. It is for
	// plans whose Works do not fit into memory.
	StreamWorks bool
}

// InputOf returns the input of a plan with what a bundle has: its objects are the templates. Nothing is copied: the input has the same lists, of the
// same objects, so a write to an element of one is a write to both. The bundle of package files has a [policy.Bundle] in it: InputOf(&bundle.Bundle).
// A nil bundle is empty. The caller sets
//
//  1. the Registry, see [PlanInput],
//  2. the Options, with AssumeAPIs if the clusters were written by hand,
//  3. the defaults of each policy, unless an API server has set them: bundle.Propagation[i] = validation.DefaultPropagation(policy, nil), of
//     package policy/karmada/validation. The nil is newID: a plan makes the ids itself, see [PlanOptions].NewID. Without the defaults, a
//     policy that divides replicas without a preference is an error, and one that selects a ServiceImport does not propagate the Service
//     that is derived from it, because PropagateDeps is false.
//
// The example for files does all of it.
func InputOf(bundle *policy.Bundle) PlanInput {
	if bundle == nil {
		return PlanInput{}
	}
	return PlanInput{
		Templates: bundle.Objects, Policies: bundle.Propagation, Overrides: bundle.Overrides, Clusters: bundle.ClusterObjects,
		Bindings: bundle.Bindings, Works: bundle.Works,
	}
}
