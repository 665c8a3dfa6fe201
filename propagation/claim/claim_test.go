package claim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// Short for the keys of claims.
const (
	ppID        = "propagationpolicy.karmada.io/permanent-id"
	ppNamespace = "propagationpolicy.karmada.io/namespace"
	ppName      = "propagationpolicy.karmada.io/name"
	cppID       = "clusterpropagationpolicy.karmada.io/permanent-id"
	cppName     = "clusterpropagationpolicy.karmada.io/name"
)

// claimObject reads an object that is written in YAML.
func claimObject(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err, "%s", text)
	object := &unstructured.Unstructured{}
	require.NoError(t, json.Unmarshal(asJSON, &object.Object), "%s", text)
	return object
}

// claimPolicy reads a policy that is written in YAML: with a namespace a PropagationPolicy. Without labels it has its name as its id.
func claimPolicy(t testing.TB, text string) api.PropagationSource {
	t.Helper()
	var given struct {
		Metadata struct {
			Name, Namespace string
			Labels          map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(text), &given), "%s", text)
	var policy api.PropagationSource = &api.ClusterPropagationPolicy{}
	label := cppID
	if given.Metadata.Namespace != "" {
		policy, label = &api.PropagationPolicy{}, ppID
	}
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), policy), "%s", text)
	if policy.GetLabels() == nil {
		policy.SetLabels(map[string]string{label: "id-" + policy.GetName()})
	}
	return policy
}

func claimPolicies(t testing.TB, texts ...string) *claim.Policies {
	t.Helper()
	var sources []api.PropagationSource
	for _, text := range texts {
		sources = append(sources, claimPolicy(t, text))
	}
	return claim.NewPolicies(sources...)
}

func TestClaimOf(t *testing.T) {
	t.Parallel()
	type marks = map[string]string
	for _, c := range []struct {
		name, reason        string
		labels, annotations marks
		want                string
	}{
		{"nothing", "there is no claim", nil, nil, ""},
		{"a PropagationPolicy", "its claim is complete", marks{ppID: "x"}, marks{ppNamespace: "a", ppName: "p"}, "PropagationPolicy a/p x"},
		{"an empty id", "every part must be there", marks{ppID: ""}, marks{ppNamespace: "a", ppName: "p"}, ""},
		{"no namespace", "every part must be there", marks{ppID: "x"}, marks{ppName: "p"}, ""},
		{"a ClusterPropagationPolicy", "its claim is complete", marks{cppID: "x"}, marks{cppName: "p"}, "ClusterPropagationPolicy p x"},
		{"both", "the PropagationPolicy comes first", marks{ppID: "x", cppID: "y"}, marks{ppNamespace: "a", ppName: "p", cppName: "q"}, "PropagationPolicy a/p x"},
		{"one in part and one complete", "the complete one counts", marks{cppID: "y"}, marks{ppNamespace: "a", ppName: "p", cppName: "q"}, "ClusterPropagationPolicy q y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			claim, claimed := claim.ClaimOf(c.labels, c.annotations)
			require.Equal(t, c.want != "", claimed, c.reason)
			if claimed {
				require.Equal(t, c.want, claim.Policy.String()+" "+claim.ID)
			}
		})
	}
}

func TestClaimRemove(t *testing.T) {
	t.Parallel()
	type marks = map[string]string
	held, _ := claim.ClaimOf(marks{ppID: "x"}, marks{ppNamespace: "a", ppName: "p"})
	edit := held.Remove(marks{ppID: "x", "app": "web"})
	require.Equal(t, marks{"app": "web"}, edit.Labels(marks{ppID: "x", "app": "web"}))
	require.Nil(t, edit.Annotations(marks{ppNamespace: "a", ppName: "p"}))
	require.True(t, held.Remove(marks{ppID: "y"}).Empty(), "another policy has claimed it")
	require.True(t, held.Remove(nil).Empty(), "no policy has claimed it")
	held, _ = claim.ClaimOf(marks{cppID: "x"}, marks{cppName: "p"})
	require.Equal(t, marks{ppName: "p"}, held.Remove(marks{cppID: "x"}).Annotations(marks{cppName: "p", ppName: "p"}), "the claim of the other kind stays")
	require.True(t, claim.Claim{}.Remove(marks{"a": "b"}).Empty())
	require.True(t, claim.Decision{Kind: claim.DecisionSkip}.RemoveClaim(marks{cppID: ""}).Empty())
}

func TestPoliciesShouldRelease(t *testing.T) {
	t.Parallel()
	policies := claimPolicies(t,
		`{metadata: {name: wide}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`,
		`{metadata: {name: going, deletionTimestamp: "2026-02-03T04:05:06Z"}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`,
		`{metadata: {name: p, namespace: a}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: other}]}}`,
		`{metadata: {name: anonymous, namespace: a, labels: {}}, spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}]}}`,
	)
	for _, c := range []struct {
		name, policy, namespace, label, want string
		release                              bool
	}{
		{"still selected", "wide", "", cppID + ": id-wide", "the policy selects the object", false},
		{"deleting", "going", "", cppID + ": id-going", "the policy is being deleted", true},
		{"narrowed", "p", "a", ppID + ": id-p", "the policy no longer selects the object: name c is not other", true},
		{"of another id", "p", "a", ppID + ": id-q", "the policy did not claim the object", false},
		{"no id", "anonymous", "a", ppID + `: ""`, "the policy did not claim the object", false},
		{"no policy", "absent", "", cppID + ": id-absent", "the policy did not claim the object", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ref := (&api.ClusterPropagationPolicy{}).Ref()
			if c.namespace != "" {
				ref = (&api.PropagationPolicy{}).Ref()
			}
			ref.Namespace, ref.Name = c.namespace, c.policy
			object := claimObject(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {`+c.label+`}}}`)
			got := policies.ShouldRelease(ref, object)
			require.Equal(t, c.want, got.Reason)
			require.Equal(t, c.release, !got.Edit.Empty())
			require.Equal(t, got.Edit, got.RemoveClaim(object.GetLabels()), "the binding loses the same labels")
			kind := claim.DecisionNone
			if c.release {
				kind = claim.DecisionCleanup
			}
			require.Equal(t, kind, got.Kind)
		})
	}
	require.Equal(t, claim.DecisionNone, policies.ShouldRelease((&api.PropagationPolicy{}).Ref(), nil).Kind)
}

func TestPoliciesReleaseClaimed(t *testing.T) {
	t.Parallel()
	policies := claimPolicies(t,
		`{metadata: {name: new, generation: 1}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: other}]}}`,
		`{metadata: {name: edited, generation: 2}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: other}]}}`,
		`{metadata: {name: written}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: other}]}}`,
		`{metadata: {name: wide, generation: 2}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`,
		`{metadata: {name: going, generation: 1, deletionTimestamp: "2026-02-03T04:05:06Z"}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`,
	)
	for _, c := range []struct{ name, policy, want string }{
		{"the template has changed", "new", "the policy was never edited"},
		{"the policy may have changed", "edited", "the policy no longer selects the object: name c is not other"},
		{"a policy from a file has no generation", "written", "the policy no longer selects the object: name c is not other"},
		{"still selected", "wide", "the policy selects the object"},
		{"deleting, never edited", "going", "the policy is being deleted"},
		{"gone: Decide cleans up", "absent", "the policy did not claim the object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			object := claimObject(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {`+cppID+`: id-`+c.policy+`}, annotations: {`+cppName+`: `+c.policy+`}}}`)
			require.Equal(t, c.want, policies.ReleaseClaimed(object).Reason)
		})
	}
	require.Equal(t, claim.DecisionNone, policies.ReleaseClaimed(nil).Kind)
	require.Equal(t, claim.DecisionNone, policies.ReleaseClaimed(claimObject(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}`)).Kind)
}

// TestNamed reads the policies that annotations name, without an id.
func TestNamed(t *testing.T) {
	t.Parallel()
	require.Empty(t, claim.Named(nil))
	require.Empty(t, claim.Named(map[string]string{api.PropagationPolicyNameAnnotation: "p"}), "it has no namespace")
	namespaced, cluster := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "PropagationPolicy", Namespace: "shop", Name: "p"},
		override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "ClusterPropagationPolicy", Name: "c"}
	both := claim.Annotations(namespaced)
	both[api.ClusterPropagationPolicyNameAnnotation] = "c"
	require.Equal(t, []override.Ref{namespaced, cluster}, claim.Named(both))
}
