package bind_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// bindNeeds are the dependencies of every kind.
type bindNeeds []interpreter.Dependency

func (bindNeeds) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (n bindNeeds) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	if n == nil {
		return nil, errBind
	}
	return n, nil
}

func TestDistribute(t *testing.T) {
	t.Parallel()
	secret := interpreter.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: "db"}
	absent := interpreter.Dependency{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "absent"}
	blue := interpreter.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: "shop", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"color": "blue"}}}
	const (
		web     = `metadata: {name: web-deployment, namespace: shop, labels: {resourcebinding.karmada.io/permanent-id: web}`
		listed  = `annotations: {resourcebinding.karmada.io/dependencies: '[{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"db"}]'}, finalizers: [karmada.io/binding-dependencies-distributor]`
		tls     = `{metadata: {name: tls-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: tls}, requiredBy: [{namespace: shop, name: web-deployment}]}}`
		tlsFree = `update ResourceBinding shop/tls-secret [metadata.labels spec.requiredBy]`
	)
	for _, c := range []struct {
		name, reason string
		independent  string
		gone         bool // the template
		needs        bindNeeds
		bindings     []string
		want         []string // every binding: what is done with it, and why
		missing      int
		failText     string
	}{
		{name: "first time", reason: "finalizer and annotation are written", independent: `{` + web + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret, absent},
			want: []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 2",
				"create ResourceBinding shop/db-secret"},
			missing: 1},
		{name: "nothing new", reason: "nothing is written", independent: `{` + web + `, ` + listed + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret},
			bindings: []string{`{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {conflictResolution: Abort, preserveResourcesOnDeletion: false,
				resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1"}, requiredBy: [{namespace: shop, name: web-deployment}]}}`},
			want: []string{"keep ResourceBinding shop/web-deployment: dependencies: 1", "keep ResourceBinding shop/db-secret"}},
		{name: "orphan", reason: "a Secret that is no longer needed", independent: `{` + web + `, ` + listed + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret}, bindings: []string{tls},
			want: []string{"keep ResourceBinding shop/web-deployment: dependencies: 1",
				"create ResourceBinding shop/db-secret", tlsFree}},
		{name: "orphan of another id", reason: "it was attached by an earlier binding of that name", independent: `{` + web + `, ` + listed + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret},
			bindings: []string{`{metadata: {name: tls-secret, namespace: shop, labels: {resourcebinding.karmada.io/depended-by-8546649456: old}}}`},
			want: []string{"keep ResourceBinding shop/web-deployment: dependencies: 1",
				"create ResourceBinding shop/db-secret"}},
		{name: "selected", reason: "all blue objects, and one that is no longer blue", independent: `{` + web + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{blue}, bindings: []string{
			`{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db}}}`,
			`{metadata: {name: navy-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: navy, uid: "2"},
				conflictResolution: Abort, preserveResourcesOnDeletion: false, requiredBy: [{namespace: shop, name: web-deployment}]}}`},
			want: []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 1",
				"update ResourceBinding shop/db-secret [metadata.labels]",
				"keep ResourceBinding shop/navy-secret",
				"create ResourceBinding shop/sky-secret"}},
		{name: "no longer propagated", reason: "the template is not needed", independent: `{` + web + `, ` + listed + `}}`, gone: true, bindings: []string{tls},
			want: []string{"update ResourceBinding shop/web-deployment [metadata.finalizers]: dependencies are not propagated", tlsFree}},
		{name: "being deleted", reason: "it is detached, too", independent: `{` + web + `, deletionTimestamp: "2026-01-02T03:04:05Z", ` + listed + `}, spec: {propagateDeps: true}}`, gone: true, bindings: []string{tls},
			want: []string{"update ResourceBinding shop/web-deployment [metadata.finalizers]: the binding is being deleted", tlsFree}},
		{name: "template gone", reason: "the dependencies are unknown", independent: `{` + web + `}, spec: {propagateDeps: true}}`, gone: true, bindings: []string{tls},
			failText: "dependencies of ResourceBinding shop/web-deployment: found no object, expected one to bind"},
		{name: "interpreter fails", reason: "the dependencies are unknown", independent: `{` + web + `}, spec: {propagateDeps: true}}`, bindings: []string{tls},
			failText: "dependencies of ResourceBinding shop/web-deployment: out of reach"},
		{name: "referrer gone", reason: "the other bindings are attached", independent: `{` + web + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret},
			bindings: []string{`{metadata: {name: tls-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {requiredBy: [{namespace: shop, name: gone}]}}`},
			want: []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 1",
				"create ResourceBinding shop/db-secret"},
			failText: "ResourceBinding shop/tls-secret is required by ResourceBinding shop/gone, which does not exist"},
		{name: "referrer gone at the end", reason: "the finalizer stays until there is no error", independent: `{` + web + `, ` + listed + `}}`, gone: true,
			bindings: []string{tls, `{metadata: {name: a-secret, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {requiredBy: [{namespace: shop, name: gone}]}}`},
			want:     []string{"keep ResourceBinding shop/web-deployment: dependencies are not propagated", tlsFree},
			failText: "ResourceBinding shop/a-secret is required by ResourceBinding shop/gone, which does not exist"},
		{name: "earlier Secret", reason: "its binding must be deleted first", independent: `{` + web + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{secret},
			bindings: []string{`{metadata: {name: db-secret, namespace: shop, ownerReferences: [{kind: Secret, name: db, uid: "0", controller: true}]}}`},
			want:     []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 1"},
			failText: "ResourceBinding shop/db-secret belongs to Secret db with uid 0, expected uid 1"},
		{name: "bad selector", reason: "it is an error", independent: `{` + web + `}, spec: {propagateDeps: true}}`,
			needs:    bindNeeds{{APIVersion: "v1", Kind: "Secret", Namespace: "shop", LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "Like"}}}}},
			want:     []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 1"},
			failText: `dependency of ResourceBinding shop/web-deployment: Secret shop/: labelSelector: "Like" is not a valid label selector operator`},
		{name: "neither name nor selector", reason: "it is an error", independent: `{` + web + `}, spec: {propagateDeps: true}}`, needs: bindNeeds{{APIVersion: "v1", Kind: "Secret", Namespace: "shop"}},
			want:     []string{"update ResourceBinding shop/web-deployment [metadata.annotations metadata.finalizers]: dependencies: 1"},
			failText: `dependency of ResourceBinding shop/web-deployment: Secret shop/: found neither a name nor a labelSelector, expected one of them`},
		{name: "a dependency on itself", reason: "its own binding has one entry for it", independent: `{` + web + `}, spec: {propagateDeps: true}}`,
			needs: bindNeeds{{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}},
			want:  []string{"update ResourceBinding shop/web-deployment [metadata.labels metadata.annotations metadata.finalizers spec.resource spec.requiredBy spec.conflictResolution spec.preserveResourcesOnDeletion]: dependencies: 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			template := bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}`))
			if c.gone {
				template = nil
			}
			find := bind.FindIn(nil, template,
				bindObject(t, bindYAML(t, `{apiVersion: v1, kind: Secret, metadata: {name: sky, namespace: shop, uid: "3", labels: {color: blue}}}`)),
				bindObject(t, bindYAML(t, `{apiVersion: v1, kind: Secret, metadata: {name: navy, namespace: shop, uid: "2", labels: {color: blue}}}`)),
				bindObject(t, bindYAML(t, `{apiVersion: v1, kind: Secret, metadata: {name: db, namespace: shop, uid: "1"}}`)),
				bindObject(t, bindYAML(t, `{apiVersion: v1, kind: Secret, metadata: {name: far, namespace: away, labels: {color: blue}}}`)))
			read := func() (independent *api.ResourceBinding, bindings []*api.ResourceBinding) {
				for _, text := range c.bindings {
					bindings = append(bindings, bindNamed(t, text))
				}
				return bindNamed(t, c.independent), append(bindings, nil)
			}
			independent, bindings := read()
			in := bind.DistributeInput{Independent: independent, Template: template, Registry: interpreter.NewRegistry(c.needs), Find: find}
			done, err := distributed(in, bindIndex(bindings...))
			in.Registry, in.Interpreted = nil, bind.Interpret(context.Background(), in.Registry, in.Template)
			later, laterErr := distributed(in, bindIndex(bindings...))
			require.Equal(t, done, later, "the template may be interpreted before")
			require.Equal(t, fmt.Sprint(err), fmt.Sprint(laterErr))
			frozenIndependent, frozenBindings := read()
			require.Equal(t, frozenIndependent, independent)
			require.Equal(t, frozenBindings, bindings)
			if c.failText == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.failText)
			}
			if c.want == nil {
				require.Zero(t, done, c.reason)
				return
			}
			said := func(b *api.ResourceBinding, created bool, changed []string) string {
				switch {
				case created:
					return fmt.Sprintf("create %s", b.Ref())
				case len(changed) > 0:
					return fmt.Sprintf("update %s %v", b.Ref(), changed)
				}
				return fmt.Sprintf("keep %s", b.Ref())
			}
			got := []string{said(done.Independent, false, done.Changed) + ": " + done.Reason}
			for _, attached := range done.Attached {
				got = append(got, said(attached.Binding, attached.Created, attached.Changed))
			}
			require.Equal(t, c.want, got, c.reason)
			require.Len(t, done.Missing, c.missing)
		})
	}
}

// TestDistributeWithoutInterpreter changes nothing, not even bindings that were attached before.
func TestDistributeWithoutInterpreter(t *testing.T) {
	t.Parallel()
	independent := bindNamed(t, `{metadata: {name: c-configmap, namespace: shop}, spec: {propagateDeps: true}}`)
	template := bindObject(t, bindYAML(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: shop}}`))
	done, err := distributed(bind.DistributeInput{Independent: independent, Template: template, Registry: nil, Find: nil}, nil)
	require.NoError(t, err)
	require.Equal(t, distribution{Independent: independent, Distributed: &bind.Distributed{Reason: "no interpreter has InterpretDependency for /v1, Kind=ConfigMap: the Registry is nil or empty"}}, done)

	_, err = distributed(bind.DistributeInput{Independent: nil, Template: template, Registry: nil, Find: nil}, nil)
	require.EqualError(t, err, "found no independent binding, expected one")
}

// TestDistributeGate stops with the feature gate: not even a finalizer is written or removed.
func TestDistributeGate(t *testing.T) {
	t.Parallel()
	gates := api.FeatureGates{api.GatePropagateDeps: false}
	for _, propagate := range []bool{true, false} {
		independent := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment", Finalizers: []string{api.DependenciesFinalizer}}}
		independent.Spec.PropagateDeps = propagate
		done, err := distributed(bind.DistributeInput{Independent: independent, FeatureGates: gates}, nil)
		require.NoError(t, err)
		require.Equal(t, distribution{Independent: independent, Distributed: &bind.Distributed{Reason: "the feature gate PropagateDeps is off"}}, done)
	}
}

// TestDistributeMovesOver has two kinds with one name, which share a binding: it is detached for one and attached for the other in one write.
func TestDistributeMovesOver(t *testing.T) {
	t.Parallel()
	independent := bindNamed(t, bindIndependent)
	independent.Spec.PropagateDeps = true
	stored := bindNamed(t, `{metadata: {name: db-secret, namespace: shop, labels: {`+bindDependedBy+`}},
		spec: {resource: {apiVersion: example.com/v1, kind: Secret, namespace: shop, name: db}, requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: api-deployment}]}}`)
	done, err := distributed(bind.DistributeInput{Independent: independent, Template: bindObject(t, bindYAML(t, bindSecret)), Registry: interpreter.NewRegistry(bindNeeds{{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: "db"}}), Find: bind.FindIn(bindObject(t, bindYAML(t, bindSecret)))}, bindIndex(stored, bindNamed(t, bindOther)))
	require.NoError(t, err)
	require.Len(t, done.Attached, 1)
	attached := done.Attached[0]
	require.Equal(t, []string{"spec.resource", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"}, attached.Changed, "the label is back")
	require.Equal(t, "api-deployment", attached.Binding.Spec.RequiredBy[0].Name, "the entry that came back is the last")
	require.True(t, attached.Conflict)
}
