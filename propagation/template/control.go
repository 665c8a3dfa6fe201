package template

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// Control is what the templates of a control plane have in common. [Place] only reads it, and it keeps nothing of it: a controller makes a copy with other
// policies, clusters or times when they change. The zero Control has no policies and no clusters.
type Control struct {
	Options

	Policies *claim.Policies       // each needs its permanent id, see validation.DefaultPropagation: one without is an error of the templates that it selects
	Filter   *claim.ResourceFilter // nil: that of the zero options
	Clusters *schedule.Fleet       // a cluster whose status reports no API gets no new objects
	Peers    *schedule.Peers       // all stored ResourceBindings, for workload affinity; nil: it has no effect
	Registry *interpreter.Registry

	// OverrideExists reports whether an OverridePolicy exists, or a ClusterOverridePolicy if the namespace is empty. Nil: none exists.
	OverrideExists func(namespace, name string) bool

	Overrides work.Overrides // of [Render]; with tenants, guard its set

	// Spaces are the clusters that are being deleted and whose execution namespaces still exist, by name.
	Spaces map[string]bool

	// AssumedIDs are the ids that policies without one have been given, by policy: the claim of a template that names such a policy gets its id.
	AssumedIDs map[override.Ref]string
}

// NewControl returns a control with what an index has now, and with its options. The caller sets the rest, such as PriorityClass and Now. Make one for each
// template that is placed: it costs nothing.
func NewControl(index *affected.Index) *Control {
	o := &index.Options
	return &Control{
		Policies: index.Policies(), Clusters: index.Fleet(), Peers: index.Peers(), Registry: o.Registry, OverrideExists: index.OverrideExists,
		Overrides: index.Overrides(), Spaces: index.Spaces(), Options: Options{Schedule: o.Schedule, FeatureGates: o.FeatureGates},
	}
}

// assesses reports whether there is a time.
func (c *Control) assesses() bool { return !c.Now.Truncate(time.Second).IsZero() }

// taints reports whether the taint manager runs.
func (c *Control) taints() bool {
	return c.assesses() && c.Taints.NoExecute && c.FeatureGates.Enabled(api.GateFailover)
}

// isTainted reports whether a cluster has a taint with the effect NoExecute, and the taint manager runs.
func (c *Control) isTainted(cluster string) bool {
	if !c.taints() {
		return false
	}
	in := c.Clusters.Get(cluster)
	return in != nil && slices.ContainsFunc(in.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
}

// losesCluster returns the name of the first cluster of a binding that is gone or being deleted, or "".
func (c *Control) losesCluster(b api.Binding) string {
	for _, target := range b.BindingSpec().Clusters {
		if in := c.Clusters.Get(target.Name); in == nil || in.DeletionTimestamp != nil {
			return target.Name
		}
	}
	return ""
}

// ID returns the permanent id for an object without one: that of NewID, or 128 bits of a hash of its kind, namespace and name, so that no two objects get the
// same id.
func (c *Control) ID(of override.Ref) string {
	if c.NewID != nil {
		return c.NewID(of)
	}
	sum := sha256.Sum256([]byte(of.Kind + "\x00" + of.Namespace + "\x00" + of.Name))
	return hex.EncodeToString(sum[:16])
}

// setID sets the permanent id of a binding if it has none.
func (c *Control) setID(b api.Binding) {
	key := api.BindingIDLabel
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		key = api.ClusterBindingIDLabel
	}
	if b.GetLabels()[key] == "" {
		b.SetLabels(content.MergeMap(b.GetLabels(), map[string]string{key: c.ID(b.Ref())}))
	}
}

// earlier returns the earlier of two times after now. The zero time is none. A time that JSON cannot represent is ignored.
func (c *Control) earlier(a, b time.Time) time.Time {
	if b.UTC().Year() > 9999 || !b.After(c.Now) || !a.IsZero() && !b.Before(a) {
		return a
	}
	return b
}
