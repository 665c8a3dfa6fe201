package work

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Input is the input of [Render]. It is never written.
type Input struct {
	Binding  api.Binding
	Template *unstructured.Unstructured // the object; nil if it no longer exists

	Clusters    map[string]*api.Cluster // by name: at least the targets
	Overrides   Overrides
	Interpreter *interpreter.Registry // finds the [interpreter.ReplicaReviser]

	// Stored has the stored Works: at least those with the namespaces and names of the result. All others are ignored.
	Stored []*api.Work

	// FeatureGates: only StatefulFailoverInjection is read.
	FeatureGates api.FeatureGates

	// NewID returns the permanent id of a Work without one, as Karmada's admission sets it. An empty id is not set. NewID is called once for
	// each Work without an id, in the order of the targets. Nil: a new Work has no id.
	NewID func(of override.Ref) string

	// Overridden is called for each distinct result of the override policies, even if none applied, with the targets that have it, in their order.
	// The result is that of the first of them. It has changes, skips and divergences. A target that has failed before is left out, and a target may
	// fail after its call, for example because the stored Work is being deleted. The result may only be read, and only during the call, because it
	// reads from the template. Its Object is a copy, not the manifest. Nil: no calls.
	Overridden func(clusters []string, result *override.Result)
}

// Render returns the Works of a binding as they must be stored, one for each target, sorted by namespace and name. For each target:
//
//  1. An object with replicas gets the replicas of the target, if the interpreter can revise its kind, even if they are duplicated.
//     A result with another group, kind, namespace or name is an error: Karmada sends that object instead, and the template is in no cluster.
//  2. A divided Job gets its part of the completions in proportion to the replicas of the targets, see [schedule.Webster]. The uid of the Job breaks ties.
//  3. The override policies act, see [Overrides] and Overridden in [Input].
//  4. Labels and annotations on the manifest and on the Work name the binding. The manifest also gets the generation of the template, if
//     it has one.
//  5. An annotation of the Work has the conflict resolution, overwrite or abort. It is that of the manifest's annotation if that has one of
//     these values, else that of the binding, else abort.
//  6. With the gate StatefulFailoverInjection, the manifest gets the labels preserved by the last eviction, if the binding has only one target, the eviction is
//     direct and the object was not in this cluster before.
//  7. The manifest is finished, see [NewDraft], and the Work is merged with the stored one, see [Draft.For]. Its name is made of the kind,
//     namespace and name that the manifest has then.
//  8. If the Work has no permanent id, Work and manifest get one from NewID. The manifest lists its label as managed.
//
// Without a template there are no Works. An error is about the binding, about completions that cannot be divided, or joins (errors.Join) an
// [*Error] for every target that failed; the Works of the other targets are returned with it. Call [Orphans] first: it reports whether Works
// may be rendered. [Prepare] makes the Works when they are asked for.
func Render(ctx context.Context, in Input) ([]*api.Work, error) {
	rendered, err := Prepare(ctx, in)
	var works []*api.Work
	for _, r := range rendered {
		works = append(works, r.Work())
	}
	return works, err
}
