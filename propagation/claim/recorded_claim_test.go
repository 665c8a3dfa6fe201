package claim_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recordedClaim is a case and the result of Karmada.
type recordedClaim struct {
	Name            string                         `json:"name"`
	Gates           api.FeatureGates               `json:"gates"`
	Object          map[string]any                 `json:"object"`
	PPs             []api.PropagationPolicy        `json:"propagationPolicies"`
	CPPs            []api.ClusterPropagationPolicy `json:"clusterPropagationPolicies"`
	Overrides       []string                       `json:"overrides"`
	ChangeByKarmada bool                           `json:"changeByKarmada"`
	Binding         map[string]any                 `json:"binding"`
	Objects         []map[string]any               `json:"objects"`
	Policy          map[string]any                 `json:"policy"`
	Old             map[string]any                 `json:"old"`
	New             map[string]any                 `json:"new"`
	Options         struct {
		APIs       string   `json:"skippedPropagatingAPIs"`
		Namespaces []string `json:"skippedPropagatingNamespaces"`
	} `json:"options"`
	Error string `json:"error"`
	Want  struct {
		Decision      claim.DecisionKind `json:"decision"`
		Policy        *override.Ref      `json:"policy"`
		Written       bool               `json:"written"`
		Labels        map[string]string  `json:"labels"`
		Annotations   map[string]string  `json:"annotations"`
		After         recordedMarks      `json:"after"`
		Binding       recordedMarks      `json:"binding"`
		APIWatched    bool               `json:"apiWatched"`
		EventPassed   bool               `json:"eventPassed"`
		Eligible      bool               `json:"eligible"`
		Specification bool               `json:"specificationChanged"`
		ByKarmada     bool               `json:"changeByKarmada"`
		Objects       []struct {
			Preempted bool          `json:"preempted"`
			After     recordedMarks `json:"after"`
		} `json:"objects"`
	} `json:"want"`
}

// recordedMarks are the labels and annotations of claims.
type recordedMarks struct {
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
}

// eachRecordedClaim runs the cases of a file, each of them on copies that must stay as they are.
func eachRecordedClaim(t *testing.T, file string, count int, run func(*testing.T, *recordedClaim)) {
	t.Parallel()
	cases := casetest.Recorded[json.RawMessage](t, file)
	require.Len(t, cases, count, "every recording is read")
	for _, line := range cases {
		var given, frozen recordedClaim
		require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(line, &given))
		require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(line, &frozen))
		t.Run(given.Name, func(t *testing.T) { run(t, &given) })
		require.Equal(t, frozen, given, "%s: inputs are not written", given.Name)
	}
}

func (c *recordedClaim) policies() *claim.Policies {
	var sources []api.PropagationSource
	for i := range c.PPs {
		sources = append(sources, &c.PPs[i])
	}
	for i := range c.CPPs {
		sources = append(sources, &c.CPPs[i])
	}
	return claim.NewPolicies(sources...)
}

// TestRecordedClaims also makes the binding if a policy is applied, because some recorded errors are from there.
func TestRecordedClaims(t *testing.T) {
	registry := interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Time{} })...)
	eachRecordedClaim(t, "claim", 129, func(t *testing.T, c *recordedClaim) {
		object, policies := &unstructured.Unstructured{Object: c.Object}, c.policies()
		got, err := claim.Decide(claim.DecideInput{
			Object: object, Policies: policies, ChangedByKarmada: c.ChangeByKarmada,
			OverrideExists: func(namespace, name string) bool {
				return slices.Contains(c.Overrides, api.NamespacedKey(namespace, name))
			},
		})
		if err == nil && got.Kind == claim.DecisionApply {
			policy, found := policies.Get(got.Policy)
			require.True(t, found)
			var desired api.Binding
			if desired, err = bind.Bind(context.Background(), bind.Input{Template: object, Policy: policy, Registry: registry}); err == nil && c.Binding != nil {
				_, _, err = bind.Merge(recordedBinding(t, c.Binding), desired)
			}
		}
		if c.Error != "" {
			require.Error(t, err, "Karmada returns: %s", c.Error)
			return
		}
		require.NoError(t, err)
		require.Equal(t, c.Want.Decision, got.Kind, got.Reason)
		require.NotEmpty(t, got.Reason)
		if c.Want.Policy != nil {
			require.Equal(t, *c.Want.Policy, override.Ref{Kind: got.Policy.Kind, Namespace: got.Policy.Namespace, Name: got.Policy.Name})
		}
		require.Equal(t, c.Want.Written, !got.Edit.Empty())
		require.Equal(t, c.Want.Labels, recordedMap(got.Edit.SetLabels))
		require.Equal(t, c.Want.Annotations, recordedMap(got.Edit.SetAnnotations))
		require.Equal(t, c.Want.After, recordedAfter(object, got.Edit))
		if c.Want.Binding.Labels != nil {
			binding := &unstructured.Unstructured{Object: c.Binding}
			require.Equal(t, c.Want.Binding, recordedAfter(binding, got.RemoveClaim(binding.GetLabels())))
		}
	})
}

// TestRecordedPreemptions asks which objects one policy takes from others, which take none themselves. Karmada's errors are about owners that do not
// exist: nothing is taken from these.
func TestRecordedPreemptions(t *testing.T) {
	eachRecordedClaim(t, "preempt", 32, func(t *testing.T, c *recordedClaim) {
		var sources []api.PropagationSource
		for i := range c.PPs {
			sources = append(sources, c.PPs[i].DeepCopy())
		}
		for i := range c.CPPs {
			sources = append(sources, c.CPPs[i].DeepCopy())
		}
		for _, other := range sources {
			other.PropagationSpec().Preemption = api.PreemptNever
		}
		policies := claim.NewPolicies(append(sources, recordedPolicy(t, c.Policy))...)
		for i, content := range c.Objects {
			object := &unstructured.Unstructured{Object: content}
			taken := policies.Preempt(object, c.Gates)
			if c.Error != "" {
				require.Empty(t, taken, "Karmada returns: %s", c.Error)
				continue
			}
			require.Equal(t, c.Want.Objects[i].Preempted, len(taken) == 1)
			edit := claim.Edit{}
			if len(taken) > 0 {
				require.NotEmpty(t, taken[0].Reason)
				edit = taken[0].Edit
			}
			require.Equal(t, c.Want.Objects[i].After, recordedAfter(object, edit))
		}
	})
}

func TestRecordedEligible(t *testing.T) {
	eachRecordedClaim(t, "eligible", 35, func(t *testing.T, c *recordedClaim) {
		filter, err := claim.NewResourceFilter(claim.ResourceFilterOptions{SkippedAPIs: c.Options.APIs, SkippedNamespaces: c.Options.Namespaces})
		if c.Error != "" {
			require.Error(t, err, "Karmada returns: %s", c.Error)
			return
		}
		require.NoError(t, err)
		object := &unstructured.Unstructured{Object: c.Object}
		watched, _ := filter.WatchesAPI(object.GroupVersionKind())
		passed, _ := filter.PassesEvent(object)
		eligible, why := filter.Eligible(object)
		require.Equal(t, []bool{c.Want.APIWatched, c.Want.EventPassed, c.Want.Eligible}, []bool{watched, passed, eligible}, why)
	})
}

func TestRecordedChanges(t *testing.T) {
	eachRecordedClaim(t, "changed", 20, func(t *testing.T, c *recordedClaim) {
		got := claim.Changed(&unstructured.Unstructured{Object: c.Old}, &unstructured.Unstructured{Object: c.New})
		require.Equal(t, []bool{c.Want.Specification, c.Want.ByKarmada}, []bool{got.Kind != claim.ChangeNone, got.Kind != claim.ChangeByUser}, got.Reason)
	})
}

// recordedAfter returns the claims of an object after an edit.
func recordedAfter(object *unstructured.Unstructured, edit claim.Edit) recordedMarks {
	labels, annotations := recordedMap(edit.Labels(object.GetLabels())), recordedMap(edit.Annotations(object.GetAnnotations()))
	maps.DeleteFunc(labels, func(key, _ string) bool {
		return key != api.PropagationPolicyIDLabel && key != api.ClusterPropagationPolicyIDLabel
	})
	maps.DeleteFunc(annotations, func(key, _ string) bool {
		return key != api.PropagationPolicyNamespaceAnnotation && key != api.PropagationPolicyNameAnnotation && key != api.ClusterPropagationPolicyNameAnnotation
	})
	return recordedMarks{labels, annotations}
}

func recordedMap(values map[string]string) map[string]string {
	if values == nil {
		return map[string]string{}
	}
	return values
}

func recordedPolicy(t *testing.T, content map[string]any) api.PropagationSource {
	t.Helper()
	var policy api.PropagationSource = &api.PropagationPolicy{}
	if content["kind"] == "ClusterPropagationPolicy" {
		policy = &api.ClusterPropagationPolicy{}
	}
	recordedDecode(t, content, policy)
	return policy
}

func recordedBinding(t *testing.T, content map[string]any) api.Binding {
	t.Helper()
	var binding api.Binding = &api.ResourceBinding{}
	if content["kind"] == "ClusterResourceBinding" {
		binding = &api.ClusterResourceBinding{}
	}
	recordedDecode(t, content, binding)
	return binding
}

func recordedDecode(t *testing.T, content map[string]any, into any) {
	t.Helper()
	text, err := (&unstructured.Unstructured{Object: content}).MarshalJSON()
	require.NoError(t, err)
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(text, into))
}
