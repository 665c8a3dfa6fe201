package controller_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/testdata/estate"
)

var (
	agreeCount = flag.Int("agree", 1000, "how many random control planes TestDriversAgree runs")
	agreeSeed  = flag.Uint64("agreeseed", 1, "the seed of these control planes")
)

// TestDriversAgree lets the same things happen in three control planes: one is planned and stored until nothing changes, one is a simulation, and a Hub
// writes the third. After each event they store the same claims, bindings and Works.
func TestDriversAgree(t *testing.T) {
	t.Parallel()
	count := *agreeCount
	if testing.Short() {
		count = max(1, count/20)
	}
	failed, stored := 0, 0
	for number := range uint64(count) {
		fault, objects := agree(t, *agreeSeed, number)
		if stored += objects; fault != "" {
			if failed++; failed <= 3 {
				t.Errorf("control plane %d of seed %d: %s", number, *agreeSeed, fault)
			}
		}
	}
	require.Zero(t, failed, "control planes in which the drivers differ, of %d", count)
	require.Greater(t, stored, 5*count, "bindings and Works that are the same")
}

// agree returns in what the drivers differ, and how many bindings and Works they store in the end.
func agree(t *testing.T, seed, number uint64) (fault string, stored int) {
	t.Helper()
	e := estate.New(seed, number)
	in := e.Begin()
	for len(in.Clusters) < 2 {
		in = e.Begin()
	}
	for i, p := range e.Begin().Policies { // so that most templates have one
		p.SetName(fmt.Sprint("also", i))
		in.Policies = append(in.Policies, p)
	}
	d, history := newDrivers(t, alike(in)), "create everything"
	fault = d.settle(t)
	for range 2 + e.IntN(7) {
		if fault != "" {
			break
		}
		change := compared(e.Event(d.plan))
		d.apply(t, change)
		history += ", " + change.String()
		fault = d.settle(t)
	}
	if fault != "" {
		fault = history + ": " + fault
	}
	return fault, len(d.plan.Bindings) + len(d.plan.Works)
}

// drivers are three control planes with the same templates, policies and clusters.
type drivers struct {
	plan   propagation.PlanInput
	world  *simulation.World
	server *memory
	hub    *controller.Driven
}

func newDrivers(t *testing.T, in propagation.PlanInput) *drivers {
	t.Helper()
	d := &drivers{plan: propagation.PlanInput{Registry: in.Registry, Options: in.Options}, server: &memory{objects: map[override.Ref]client.Object{}}}
	d.world = simulation.New(d.plan, estate.Time)
	for _, c := range in.Clusters {
		d.apply(t, estate.Change{After: c})
	}
	for _, p := range in.Policies {
		d.apply(t, estate.Change{After: p})
	}
	for _, o := range in.Overrides {
		d.apply(t, estate.Change{After: o})
	}
	for _, o := range in.Templates {
		d.apply(t, estate.Change{After: o})
	}
	d.server.events = nil
	hub, err := controller.Drive(t.Context(), d.server, controller.Options{
		Registry: in.Registry, Schedule: in.Options.Schedule, FeatureGates: in.Options.FeatureGates, NewID: in.Options.NewID, Guard: &in.Options.Guard,
	}, d.server.of)
	require.NoError(t, err)
	d.hub = hub
	return d
}

// alike returns a control plane in which all that may differ is a fault.
//
//  1. Which of two objects comes first decides which of them has a binding or a Work that both need, and where the members of a group of workload
//     affinity go. The drivers need not have the same order.
//  2. The Hub and the simulation know the APIs of clusters.
//  3. All templates are stored, so they have a uid.
//  4. An API server sets the default of conflictResolution.
//  5. The member of a simulation does not remove what it does not dispatch, so the Work stays when its cluster leaves.
func alike(in propagation.PlanInput) propagation.PlanInput {
	in.Options.AssumeAPIs, in.Options.Reasons = false, false
	in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
	delete(in.Options.FeatureGates, api.GateWorkloadAffinity)
	delete(in.Options.FeatureGates, api.GatePropagationPolicyPreemption)
	var all propagation.PlanInput
	for _, list := range [][]estate.Object{objects(in.Templates), objects(in.Policies), objects(in.Overrides), objects(in.Clusters)} {
		for _, o := range list {
			all = compared(estate.Change{After: o}).Apply(all)
		}
	}
	all.Registry, all.Options = in.Registry, in.Options
	return all
}

func objects[T estate.Object](list []T) []estate.Object {
	all := make([]estate.Object, len(list))
	for i, o := range list {
		all[i] = o
	}
	return all
}

// compared returns a change with an object as alike has it, or no change.
func compared(c estate.Change) estate.Change {
	switch o := c.Object().(type) {
	case *unstructured.Unstructured:
		if o.GetKind() == "Deployment" && o.GetAPIVersion() != "apps/v1" || o.GetKind() == "CustomResourceDefinition" {
			return estate.Change{}
		}
		if c.Before == nil {
			o.SetUID(types.UID(fmt.Sprint(estate.RefOf(o), " ", o.GetResourceVersion())))
			o.SetGeneration(1)
		} else if c.After != nil {
			o.SetGeneration(generation(c.Before, o))
			o.SetLabels(kept(c.Before.GetLabels(), o.GetLabels()))
			o.SetAnnotations(kept(c.Before.GetAnnotations(), o.GetAnnotations()))
		}
	case api.PropagationSource:
		spec := o.PropagationSpec()
		if spec.Suspension = nil; spec.ConflictResolution == "" {
			spec.ConflictResolution = api.ConflictAbort
		}
	case api.OverrideSource:
		if rules := o.OverrideSpec().OverrideRules; len(rules) > 0 && len(rules[0].Overriders.Plaintext) > 0 && rules[0].Overriders.Plaintext[0].Path == "/metadata/name" {
			return estate.Change{}
		}
	case *api.Cluster:
		if len(o.Status.APIEnablements) == 0 {
			o.Status.APIEnablements = everyAPI
		}
	}
	return c
}

// everyAPI has the kinds of an estate.
var everyAPI = func() (all []api.APIEnablement) {
	for version, kinds := range map[string]string{
		"v1": "Pod ConfigMap Secret ServiceAccount", "apps/v1": "Deployment StatefulSet DaemonSet", "batch/v1": "Job", "example.com/v1": "Widget",
		"rbac.authorization.k8s.io/v1": "ClusterRole", "scheduling.k8s.io/v1": "PriorityClass",
	} {
		enablement := api.APIEnablement{GroupVersion: version}
		for _, kind := range strings.Fields(kinds) {
			enablement.Resources = append(enablement.Resources, api.APIResource{Kind: kind})
		}
		all = append(all, enablement)
	}
	return all
}()

// apply does the same in all three control planes.
func (d *drivers) apply(t *testing.T, c estate.Change) {
	t.Helper()
	o := c.Object()
	if o == nil {
		return
	}
	d.plan = c.Apply(d.plan)
	d.server.apply(t, c)
	of := estate.RefOf(o)
	var err error
	switch o := o.(type) {
	case *unstructured.Unstructured:
		if c.After == nil {
			d.world.DeleteTemplate(of)
		} else {
			err = d.world.PutTemplate(o)
		}
	case api.PropagationSource:
		if c.After == nil {
			d.world.DeletePolicy(of)
		} else {
			err = d.world.PutPolicy(o)
		}
	case api.OverrideSource:
		if c.After == nil {
			d.world.DeletePolicy(of)
		} else {
			err = d.world.PutOverride(o)
		}
	case *api.Cluster:
		if c.After == nil {
			d.world.Leave(of.Name)
		} else {
			err = d.world.PutCluster(o)
		}
	}
	require.NoError(t, err)
}

// apply writes a change as a user does, who does not remove what a control plane has written.
func (m *memory) apply(t *testing.T, c estate.Change) {
	t.Helper()
	of := estate.RefOf(c.Object())
	stored := m.objects[of]
	if c.After == nil {
		require.NoError(t, m.Delete(t.Context(), stored))
		return
	}
	after := untyped(t, c.After)
	if _, isCluster := after.(*api.Cluster); isCluster {
		after.SetFinalizers([]string{"karmada.io/cluster-controller"})
	}
	if stored == nil {
		if after.GetUID() == "" {
			after.SetUID(types.UID(fmt.Sprint("uid-", m.writes)))
		}
		after.SetGeneration(1)
		m.write(of, after)
		return
	}
	after.SetGeneration(generation(stored, after))
	after.SetLabels(kept(stored.GetLabels(), after.GetLabels()))
	after.SetAnnotations(kept(stored.GetAnnotations(), after.GetAnnotations()))
	after.SetUID(stored.GetUID())
	m.write(of, after)
}

// generation returns the generation of an object after a change.
func generation(before, after client.Object) int64 {
	if sameContent(before, after) {
		return before.GetGeneration()
	}
	return before.GetGeneration() + 1
}

// kept returns labels or annotations with those of Karmada that are stored.
func kept(stored, given map[string]string) map[string]string {
	all := maps.Clone(given)
	for key, value := range stored {
		if strings.Contains(key, "karmada.io/") {
			if all == nil {
				all = map[string]string{}
			}
			all[key] = value
		}
	}
	return all
}

// settle lets the drivers do what they do, and returns what they store differently.
func (d *drivers) settle(t *testing.T) string {
	t.Helper()
	d.plan = estate.Settle(t, d.plan)
	planned := normal(t, objects(d.plan.Templates), objects(d.plan.Bindings), objects(d.plan.Works))
	_, err := d.world.Settle(t.Context())
	require.NoError(t, err)
	bindings, works := d.world.Stored()
	simulated := normal(t, objects(d.world.Templates()), objects(bindings), objects(works))
	if fault := differ("the plan", planned, "the simulation", simulated); fault != "" {
		return fault
	}
	d.runHub(t)
	var written []estate.Object
	for of, o := range d.server.objects {
		switch o.(type) {
		case api.Binding, *api.Work:
			written = append(written, o)
		case *unstructured.Unstructured:
			if of.APIVersion != api.PolicyGroupVersion.String() {
				written = append(written, o)
			}
		}
	}
	return differ("the plan", planned, "the Hub", normal(t, written))
}

// runHub runs the Hub until it writes nothing, and lets deleted Clusters go.
func (d *drivers) runHub(t *testing.T) {
	t.Helper()
	for writes := -1; writes != d.server.writes; {
		writes = d.server.writes
		require.NoError(t, d.hub.Run(t.Context(), func() int { return d.server.deliver(d.hub) }))
		for of, o := range d.server.objects {
			if c, isCluster := o.(*api.Cluster); isCluster && c.DeletionTimestamp != nil {
				d.server.write(of, nil)
			}
		}
		for of, o := range d.server.objects {
			if w, isWork := o.(*api.Work); isWork && d.server.staying(w) == nil {
				d.server.write(of, nil)
			}
		}
	}
}

// normal returns objects as text, without what each control plane has of its own:
//
//  1. uids and resource versions, also in the references to a template. API servers choose them.
//  2. Statuses and times: the simulation has members that report, and the Hub has a clock.
//  3. The order of the bindings that require another: that in which they came. The order of clusters: the capacity of a cluster is no event for the Hub.
//  4. What is not a label or an annotation of Karmada in a template. The drivers write only these.
func normal(t *testing.T, lists ...[]estate.Object) map[override.Ref]string {
	t.Helper()
	all := map[override.Ref]string{}
	for _, o := range slices.Concat(lists...) {
		of := estate.RefOf(o)
		content := []any{karmadas(o.GetLabels()), karmadas(o.GetAnnotations())}
		switch o := o.(type) {
		case api.Binding:
			spec := o.BindingSpec().DeepCopy()
			spec.Resource.UID, spec.Resource.ResourceVersion = "", ""
			byName := func(a, b api.TargetCluster) int { return strings.Compare(a.Name, b.Name) }
			slices.SortFunc(spec.Clusters, byName)
			for _, by := range spec.RequiredBy {
				slices.SortFunc(by.Clusters, byName)
			}
			slices.SortFunc(spec.RequiredBy, func(a, b api.BindingSnapshot) int { return strings.Compare(a.Name, b.Name) })
			content = append(content, o.GetFinalizers(), spec)
		case *api.Work:
			w := o.DeepCopy()
			for _, m := range w.Spec.Workload.Manifests {
				unstructured.RemoveNestedField(m, "metadata", "annotations", api.TemplateUIDAnnotation)
			}
			content = append(content, w.Finalizers, w.Spec)
		}
		text, err := json.Marshal(content)
		require.NoError(t, err)
		all[of] = string(text)
	}
	return all
}

func karmadas(all map[string]string) map[string]string {
	return kept(all, nil)
}

// differ returns the first difference.
func differ(a string, as map[override.Ref]string, b string, bs map[override.Ref]string) string {
	known := maps.Clone(as)
	maps.Copy(known, bs)
	var faults []string
	for of := range known {
		if as[of] != bs[of] {
			x, y := apart(as[of], bs[of])
			faults = append(faults, fmt.Sprintf("%s %s\n  %s: %s\n  %s: %s", of.APIVersion, of, a, x, b, y))
		}
	}
	slices.Sort(faults)
	return strings.Join(faults, "\n")
}

// apart returns two texts from shortly before their first difference.
func apart(a, b string) (string, string) {
	const before, after = 60, 240
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string {
		if s == "" {
			return "nothing"
		}
		return s[max(0, min(i-before, len(s))):min(len(s), i+after)]
	}
	return cut(a), cut(b)
}
