package template

import (
	"context"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Options are those of a control plane that the stages of a template read.
type Options struct {
	Schedule     schedule.Options
	FeatureGates api.FeatureGates // of all stages; an unknown gate is an error

	// PriorityClass returns the value of a PriorityClass, see [bind.Input]. Nil: none exists, and a policy that names one is an error; a plan has those among
	// its templates.
	PriorityClass func(ctx context.Context, name string) (value int32, found bool, err error)

	// NewID returns the permanent id of a policy, a binding or a Work without one. Karmada's admission sets a random one. Nil: the id is made from the
	// kind, namespace and name, so it is always the same.
	NewID func(of override.Ref) string

	// Changed reports whether a user has changed a template since it was bound. It is only asked about those whose
	// stored binding has a placement, and only matters for a policy with activationPreference Lazy:
	// while a template has not changed, the policy does not change its binding. The scheduler may still choose other clusters, see Touched.
	// Nil: a template has not changed if its resource version is that in spec.resource of its stored binding, and not empty.
	Changed func(template override.Ref) bool

	// Touched reports whether the scheduler looks at a stored binding although the stages do not change it. Karmada's scheduler does when the labels or
	// the spec of a cluster change and the placement matches the cluster before or after, see propagation.TouchedSince. It does not when a cluster is added or its
	// capacity changes, until something writes the binding. Touched is not called if the scheduler has not seen the last change of a binding
	// (status.schedulerObservedGeneration), or if one of its clusters is gone or being deleted: then it looks. Nil: it looks at all bindings, so the
	// result has the clusters that each template gets when its binding is touched the next time.
	//
	// With Touched, the stored Works of a binding stay as they are unless its spec, its template or an override policy has changed, even if the labels
	// or the spec of a cluster make other override rules match. Then the row has a warning.
	Touched func(template override.Ref) bool

	// Overridden reports whether an override policy that selects a template has changed, see propagation.TouchedSince: then Karmada renders its Works again. It is
	// only called if Touched is not nil. Nil: none has changed.
	Overridden func(template override.Ref) bool

	// Now is the time at which objects are evicted and eviction tasks are assessed, see [eviction.Assess]. Health is read from the stored status. The zero time
	// assesses nothing. propagation.NewPlan returns an error for a year before 1 or after 9999.
	Now time.Time

	// Taints are the flags of the taint manager, which also needs Now and the feature gate Failover. Without them, only applications evict objects.
	Taints eviction.TaintOptions

	// EvictionGracePeriod is that of tasks without one (Karmada's flag --graceful-eviction-timeout). Nil: [eviction.DefaultGracePeriod].
	EvictionGracePeriod *time.Duration

	// Hide selects the places in objects whose values no error and no output of package diff shows. Nil: those of Secrets. Reasons show the
	// labels that selectors read, even so.
	Hide redact.Places

	Reasons bool // keep why each cluster was not chosen: memory for templates × clusters
}
