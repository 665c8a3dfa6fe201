package propagation_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// shop is a Deployment that is divided, which a ConfigMap follows, for three clusters.
func shop(t testing.TB) propagation.PlanInput {
	t.Helper()
	in := propagation.PlanInput{Registry: natives}
	in.Options.AssumeAPIs = true
	for _, name := range []string{"member1", "member2", "member3"} {
		in.Clusters = append(in.Clusters, &karmada.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}})
	}
	in.Templates = []*unstructured.Unstructured{template(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, uid: web}
spec:
  replicas: 6
  template: {spec: {containers: [{name: web, image: "web:1", envFrom: [{configMapRef: {name: settings}}]}]}}
`), template(t, `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop, uid: settings}
data: {language: en}
`)}
	in.Policies = []karmada.PropagationSource{policyOf(t, `
metadata: {name: web, namespace: shop}
spec:
  propagateDeps: true
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement:
    clusterAffinity: {clusterNames: [member1, member2]}
    replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}
`)}
	return in
}

func template(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	o := &unstructured.Unstructured{}
	require.NoError(t, utiljson.Unmarshal(asJSON, &o.Object))
	return o
}

func policyOf(t testing.TB, text string) *karmada.PropagationPolicy {
	t.Helper()
	p := &karmada.PropagationPolicy{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), p))
	return p
}

func planOf(t testing.TB, in propagation.PlanInput) *propagation.Plan {
	t.Helper()
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	return plan
}

// TestDiff changes one thing of the shop. stored: what the first plan gave is stored when the second is made, as it is when a change meets a
// control plane that has settled.
func TestDiff(t *testing.T) {
	t.Parallel()
	spec := func(in *propagation.PlanInput) *karmada.PropagationSpec { return in.Policies[0].PropagationSpec() }
	for _, c := range []struct {
		name, reason string
		stored       bool
		change       func(in *propagation.PlanInput)
		want         string
	}{
		{"nothing", "nothing moves", true, func(*propagation.PlanInput) {}, "nothing moves\n"},
		{"more replicas", "they are divided again", true, func(in *propagation.PlanInput) {
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(8), "spec", "replicas"))
		}, `Deployment shop/web: 6 -> 8 replicas; member1 3 -> 4, member2 3 -> 4
  binding /spec/replicas: 6 -> 8

Work karmada-es-member1/web-56d6c779bb changed
  /spec/workload/manifests/0/spec/replicas: 3 -> 4
Work karmada-es-member2/web-56d6c779bb changed
  /spec/workload/manifests/0/spec/replicas: 3 -> 4
`},
		{"another cluster", "what follows goes with what it follows, and has no replicas of its own", true, func(in *propagation.PlanInput) {
			spec(in).Placement.ClusterAffinity.ClusterNames = []string{"member1", "member3"}
		}, `ConfigMap shop/settings: member2 removed, member3 added
Deployment shop/web: member2 3 -> 0, member3 0 -> 3
  binding /spec/placement/clusterAffinity/clusterNames/1: "member2" -> "member3"

Work karmada-es-member2/settings-5bcb6f9b88 deleted: cluster member2 is not to have settings any more
Work karmada-es-member2/web-56d6c779bb deleted: cluster member2 is not to have web any more
Work karmada-es-member3/settings-5bcb6f9b88 created
Work karmada-es-member3/web-56d6c779bb created
`},
		{"another image", "nothing moves but the manifests", true, func(in *propagation.PlanInput) {
			containers, _, _ := unstructured.NestedSlice(in.Templates[0].Object, "spec", "template", "spec", "containers")
			containers[0].(map[string]any)["image"] = "web:2"
			require.NoError(t, unstructured.SetNestedSlice(in.Templates[0].Object, containers, "spec", "template", "spec", "containers"))
		}, `Work karmada-es-member1/web-56d6c779bb changed
  /spec/workload/manifests/0/spec/template/spec/containers/0/image: "web:1" -> "web:2"
Work karmada-es-member2/web-56d6c779bb changed
  /spec/workload/manifests/0/spec/template/spec/containers/0/image: "web:1" -> "web:2"
`},
		{"no policy any more", "bindings and Works outlive their policy, and those that follow stay with them", false, func(in *propagation.PlanInput) {
			in.Policies = nil
		}, `ConfigMap shop/settings: left as it is: Deployment shop/web requires it: no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object
Deployment shop/web: claimed by none, before by PropagationPolicy shop/web; left as it is: no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object

Work karmada-es-member1/settings-5bcb6f9b88 left: so is its binding
Work karmada-es-member1/web-56d6c779bb left: so is its binding
Work karmada-es-member2/settings-5bcb6f9b88 left: so is its binding
Work karmada-es-member2/web-56d6c779bb left: so is its binding
`},
		{"no template any more", "bindings and Works do not outlive their template", false, func(in *propagation.PlanInput) {
			in.Templates = in.Templates[1:]
		}, `ConfigMap shop/settings: member1 removed, member2 removed
Deployment shop/web: deleted; 6 -> 0 replicas; member1 3 -> 0, member2 3 -> 0

Work karmada-es-member1/settings-5bcb6f9b88 deleted: ConfigMap shop/settings is not bound any more
Work karmada-es-member1/web-56d6c779bb deleted: Deployment shop/web is not a template any more
Work karmada-es-member2/settings-5bcb6f9b88 deleted: ConfigMap shop/settings is not bound any more
Work karmada-es-member2/web-56d6c779bb deleted: Deployment shop/web is not a template any more
`},
		{"replicas that cannot be read", "an error takes nothing away", true, func(in *propagation.PlanInput) {
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, "many", "spec", "replicas"))
		}, `ConfigMap shop/settings: left as it is: Deployment shop/web requires it: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits
Deployment shop/web: left as it is: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits
  error: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits

Work karmada-es-member1/settings-5bcb6f9b88 left: so is its binding
Work karmada-es-member1/web-56d6c779bb left: so is its binding
Work karmada-es-member2/settings-5bcb6f9b88 left: so is its binding
Work karmada-es-member2/web-56d6c779bb left: so is its binding
`},
		{"one cluster alone is gone", "its Work cannot be made, and is left", true, func(in *propagation.PlanInput) {
			in.Clusters = in.Clusters[1:]
		}, `ConfigMap shop/settings
  error: ResourceBinding shop/settings-configmap in cluster member1: there is no such cluster
Deployment shop/web
  error: ResourceBinding shop/web-deployment in cluster member1: there is no such cluster

Work karmada-es-member1/settings-5bcb6f9b88 left: ResourceBinding shop/settings-configmap in cluster member1: there is no such cluster
Work karmada-es-member1/web-56d6c779bb left: ResourceBinding shop/web-deployment in cluster member1: there is no such cluster
`},
		{"what is needed is not there", "a warning appears", false, func(in *propagation.PlanInput) {
			in.Templates = in.Templates[:1]
		}, `ConfigMap shop/settings: deleted; member1 removed, member2 removed
Deployment shop/web
  warning: it needs ConfigMap settings, which is not among the templates

Work karmada-es-member1/settings-5bcb6f9b88 deleted: ConfigMap shop/settings is not a template any more
Work karmada-es-member2/settings-5bcb6f9b88 deleted: ConfigMap shop/settings is not a template any more
`},
		{"a new template that nobody claims", "it goes nowhere, so nothing moves", true, func(in *propagation.PlanInput) {
			in.Templates = append(in.Templates, template(t, "{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}}"))
		}, "nothing moves\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, in := planOf(t, shop(t)), shop(t)
			c.change(&in)
			if c.stored {
				in.Bindings, in.Works = before.Bindings, before.Works
			}
			after := planOf(t, in)
			frozen := asText(t, []any{before, after})
			d := propagation.Diff(before, after)
			require.Equal(t, c.want, d.String(), c.reason)
			require.Equal(t, frozen, asText(t, []any{before, after}), "a plan was written")
			require.Equal(t, c.want == "nothing moves\n", d.Empty())
			for _, line := range strings.Split(strings.TrimSpace(d.Markdown()), "\n") {
				if line != "" && !d.Empty() {
					require.Equal(t, 5, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
				}
			}
			require.Equal(t, asText(t, d), asText(t, propagation.Diff(before, after)), "it comes out otherwise the second time")
		})
	}
}

// TestDiffNone has nothing that differs.
func TestDiffNone(t *testing.T) {
	t.Parallel()
	plan := planOf(t, estate(60, 12, 40))
	same := planOf(t, estate(60, 12, 40))
	for name, d := range map[string]*propagation.Difference{
		"a plan and itself": propagation.Diff(plan, plan), "two plans of one": propagation.Diff(plan, same),
		"no plans": propagation.Diff(nil, nil), "no plan, and an empty one": propagation.Diff(nil, &propagation.Plan{}),
		"nothing": nil, "things that are no JSON": propagation.Diff(odd(), odd()),
	} {
		require.True(t, d.Empty(), name)
		require.Equal(t, "nothing moves\n", d.String(), name)
		require.Equal(t, "Nothing moves.\n", d.Markdown(), name)
	}
	require.Equal(t, "{}", asText(t, propagation.Diff(plan, same)))
}

// odd is a plan such as no planner makes.
func odd() *propagation.Plan {
	p := &propagation.Plan{Rows: make([]propagation.Row, 1), Bindings: []karmada.Binding{nil, (*karmada.ResourceBinding)(nil), &karmada.ResourceBinding{}}, Works: make([]karmada.Work, 2)}
	p.Works[0].Spec.Workload.Manifests = []karmada.Manifest{{"number": 1, "list": []string{"x"}}, nil}
	return p
}

// TestDiffWholes compares nothing with a plan, and a plan with nothing.
func TestDiffWholes(t *testing.T) {
	t.Parallel()
	plan := planOf(t, shop(t))
	for _, c := range []struct {
		reason        string
		before, after *propagation.Plan
		kind          propagation.DifferenceKind
	}{
		{"all is created", nil, plan, propagation.DifferenceCreated},
		{"all is deleted", plan, nil, propagation.DifferenceDeleted},
	} {
		d := propagation.Diff(c.before, c.after)
		require.Len(t, d.Templates, 2, c.reason)
		require.Len(t, d.Works, 4, c.reason)
		for _, w := range d.Works {
			require.Equal(t, c.kind, w.Kind, c.reason)
			require.NotEmpty(t, w.Cluster)
			require.NotEmpty(t, w.Template.Name)
		}
		for _, x := range d.Templates {
			require.Equal(t, c.kind, x.Kind, c.reason)
			require.Equal(t, c.kind, x.Binding.Kind, c.reason)
			require.Len(t, x.Clusters, 2, c.reason)
		}
	}
	require.Equal(t, `{"template":{"apiVersion":"apps/v1","kind":"Deployment","namespace":"shop","name":"web"},"change":"created",`+
		`"claim":{"after":{"apiVersion":"policy.karmada.io/v1alpha1","kind":"PropagationPolicy","namespace":"shop","name":"web"},"reason":"PropagationPolicy shop/web selects the object among all of its kind, with priority 0"},`+
		`"binding":{"binding":{"apiVersion":"work.karmada.io/v1alpha2","kind":"ResourceBinding","namespace":"shop","name":"web-deployment"},"change":"created"},`+
		`"replicas":{"before":0,"after":6},"placed":{"before":0,"after":6},`+
		`"clusters":[{"name":"member1","op":"add","after":3},{"name":"member2","op":"add","after":3}]}`, asText(t, propagation.Diff(nil, plan).Templates[1]))
}

// TestDiffPlaces sees that the places turn one Work into the other, as operations in their order.
func TestDiffPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after, want string }{
		{"a value", `{"a":1}`, `{"a":2}`, `/a: 1 -> 2`},
		{"keys", `{"a":1,"b/c":{"x":1}}`, `{"b/c":{"y":null}}`, "/a: removed 1\n/b~1c/x: removed 1\n/b~1c/y: added null"},
		{"a longer list", `{"l":[1]}`, `{"l":[2,3,4]}`, "/l/0: 1 -> 2\n/l/1: added 3\n/l/2: added 4"},
		{"a shorter list", `{"l":[1,2,3,{"x":1}]}`, `{"l":[1]}`, "/l/3: removed {\"x\":1}\n/l/2: removed 3\n/l/1: removed 2"},
		{"inside lists", `{"l":[{"x":[1,2]},3]}`, `{"l":[{"x":[1,5]},3]}`, "/l/0/x/1: 2 -> 5"},
		{"another type", `{"l":[1],"m":{"x":1},"n":null}`, `{"l":{"0":1},"m":"x","n":false}`, "/l: [1] -> {\"0\":1}\n/m: {\"x\":1} -> \"x\"\n/n: null -> false"},
		{"one number", `{"a":1.0}`, `{"a":1}`, ""},
		{"a long text", `{"a":"x"}`, `{"a":"` + long + `"}`, `/a: "x" -> "` + long[:71] + "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plans := [2]*propagation.Plan{{Works: make([]karmada.Work, 1)}, {Works: make([]karmada.Work, 1)}}
			for i, text := range []string{c.before, c.after} {
				var m karmada.Manifest
				require.NoError(t, json.Unmarshal([]byte(text), &m))
				plans[i].Works[0].Spec.Workload.Manifests = []karmada.Manifest{m}
			}
			d := propagation.Diff(plans[0], plans[1])
			if c.want == "" {
				require.True(t, d.Empty())
				return
			}
			const manifest = "/spec/workload/manifests/0"
			prefix, err := jsontree.Parse(manifest)
			require.NoError(t, err)
			tree, texts := jsontree.New(map[string]any(plans[0].Works[0].Spec.Workload.Manifests[0])), ""
			for i, p := range d.Works[0].Places {
				require.True(t, p.Path.HasPrefix(prefix))
				at := p.Path[len(prefix):]
				if i > 0 {
					texts += "\n"
				}
				texts += p.String()[len(manifest):]
				switch p.Op {
				case jsontree.Added:
					_, _, err = tree.Add(at, p.New)
				case jsontree.Removed:
					_, _, err = tree.Remove(at)
				case jsontree.Replaced:
					_, _, err = tree.Replace(at, p.New)
				}
				require.NoError(t, err)
			}
			require.Equal(t, c.want, texts)
			require.True(t, jsontree.Equal(map[string]any(plans[1].Works[0].Spec.Workload.Manifests[0]), tree.Root()))
			for _, p := range d.Works[0].Places { // the difference shares nothing with the plans
				for _, v := range []any{p.Old, p.New} {
					if m, ok := v.(map[string]any); ok {
						m["written"] = true
					}
				}
			}
			require.NotContains(t, asText(t, plans), "written")
		})
	}
}

const long = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

// TestDiffTexts has warnings and errors that appear and go, on plans written by hand.
func TestDiffTexts(t *testing.T) {
	t.Parallel()
	ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	before := &propagation.Plan{Warnings: []string{"old", "both"}, Rows: []propagation.Row{{Template: ref, Warnings: []string{"w1"}, Err: errors.Join(errors.New("e1"), errors.New("e2"))}}}
	after := &propagation.Plan{
		Warnings: []string{"both", "new | line\n`two`"}, Rows: []propagation.Row{{Template: ref, Warnings: []string{"w2"}, Err: errors.Join(errors.New("e2"), errors.New("e3"))}},
		Deleted: []work.Orphan{{Work: override.Ref{APIVersion: "work.karmada.io/v1alpha1", Kind: "Work", Namespace: "karmada-es-m1", Name: "w"}, Reason: "nobody wants it"}},
	}
	d := propagation.Diff(before, after)
	require.Equal(t, "warning: new | line; `two`\nno more warning: old\n"+`Deployment shop/web
  warning: w2
  no more warning: w1
  error: e3
  no more error: e1

Work karmada-es-m1/w deleted: nobody wants it
`, d.String())
	require.Equal(t, "| Template | What | Before | After |\n| --- | --- | --- | --- |\n"+
		"| | warning | `old` | |\n| | warning | | `` new \\| line; `two` `` |\n"+
		"| `Deployment shop/web` | warning | `w1` | |\n| `Deployment shop/web` | warning | | `w2` |\n"+
		"| `Deployment shop/web` | error | `e1` | |\n| `Deployment shop/web` | error | | `e3` |\n\n"+
		"| Work | What | Before | After |\n| --- | --- | --- | --- |\n"+
		"| `karmada-es-m1/w` | deleted | | `nobody wants it` |\n", d.Markdown())
}
