package propagation

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
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
	template.Options

	ResourceFilter claim.ResourceFilterOptions

	// Memory is that of the last plan, see [Plan].Memory; it needs Now. Without it the times of all unhealthy applications begin now.
	Memory []template.Remembered

	// AssumeAPIs treats clusters that report no API as clusters that have all, such as those that were written by hand or never joined.
	// Without it, such a cluster gets no new object: "cluster(s) did not have the API resource". The command overridekit sets it unless
	// --strict-apis is given.
	AssumeAPIs bool

	// Guard fails a Work whose object an override policy gives another identity, see [override.Guard]. The zero value allows it, as Karmada does: then whoever
	// may write a policy in a namespace can write any object in the clusters. [policy.Guard] protects the keys of Karmada.
	Guard override.Guard

	// Workers is the number of goroutines that make the plan, but at most 256; the result does not depend on it. Zero is GOMAXPROCS. One makes the plan in the
	// goroutine of the caller. A negative number is an error. The interpreters of the registry are called concurrently. The functions of the options
	// are not called concurrently, but from any of the goroutines, and not always in the order of the rows.
	Workers int

	Progress func(done, total int) // called after each template is scheduled; may be nil
	// WithoutManifests: the Works are not made. So rows have no divergences, no errors of override policies, and no warnings that one changes the replicas
	// that the scheduler has assigned by dividing them, or makes another object of the template.
	WithoutManifests bool

	// StreamWorks leaves [Plan].Works empty: read [Plan.EachWork] instead. Everything else of the plan is the same, with all errors. It is for
	// plans whose Works do not fit into memory.
	StreamWorks bool
}

// InputOf returns the input of a plan with what a bundle has: its objects are the templates. Nothing is copied: the input has the same lists, of the
// same objects, so a write to an element of one is a write to both. The bundle of package files has a [policy.Bundle] in it: InputOf(&bundle.Bundle).
// The caller sets
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
	return PlanInput{
		Templates: bundle.Objects, Policies: bundle.Propagation, Overrides: bundle.Overrides, Clusters: bundle.ClusterObjects,
		Bindings: bundle.Bindings, Works: bundle.Works,
	}
}
