package bind_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
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
	"github.com/overridekit/overridekit/testdata/casetest"
)

// bindRecording is a case and the result of Karmada f8fdd02df.
type bindRecording struct {
	Name  string           `json:"name"`
	Gates api.FeatureGates `json:"gates"`

	Object          json.RawMessage  `json:"object"`
	Policy          json.RawMessage  `json:"policy"`
	PriorityClasses []map[string]any `json:"priorityClasses"`
	Existing        json.RawMessage  `json:"existing"`

	Independent json.RawMessage   `json:"independent"`
	Dependency  json.RawMessage   `json:"dependency"`
	Objects     []json.RawMessage `json:"objects"`
	Bindings    []json.RawMessage `json:"bindings"`

	Error string          `json:"error"`
	Want  json.RawMessage `json:"want"`
}

var bindHooks = interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Time{} })...)

// eachBindRecording runs every case of a file.
func eachBindRecording(t *testing.T, file string, count int, run func(*testing.T, *bindRecording)) {
	t.Helper()
	cases := casetest.Recorded[json.RawMessage](t, file)
	require.Len(t, cases, count, "every recording is read")
	for _, line := range cases {
		c := &bindRecording{}
		require.NoError(t, json.Unmarshal(line, c))
		t.Run(c.Name, func(t *testing.T) { run(t, c) })
	}
}

func TestRecordedBindings(t *testing.T) {
	t.Parallel()
	eachBindRecording(t, "bind", 93, func(t *testing.T, c *bindRecording) {
		got, err := c.bind(t)
		if c.fails(t, err) {
			return
		}
		bindRequireSame(t, c.Want, map[string]any{"binding": got})
	})
}

func TestRecordedMerges(t *testing.T) {
	t.Parallel()
	eachBindRecording(t, "mergebinding", 41, func(t *testing.T, c *bindRecording) {
		desired, err := c.bind(t)
		require.NoError(t, err)
		existing := bindBinding(t, c.Existing)
		frozenDesired, frozenExisting := desired.DeepCopyObject(), existing.DeepCopyObject()
		merged, changed, err := bind.Merge(existing, desired)
		require.Equal(t, frozenDesired, desired)
		require.Equal(t, frozenExisting, existing)
		if c.fails(t, err) {
			var owner *bind.OwnerError
			require.ErrorAs(t, err, &owner)
			return
		}
		operation := "none"
		if len(changed) > 0 {
			operation = "update"
		}
		bindRequireSame(t, c.Want, map[string]any{"desired": desired, "binding": bindStored(t, merged), "operation": operation})

		again, changed, err := bind.Merge(bindStored(t, merged), desired)
		require.NoError(t, err)
		require.Empty(t, changed, "what is merged stays as it is")
		require.Equal(t, bindLean(t, bindStored(t, merged)), bindLean(t, again))
	})
}

func TestRecordedAttachedBindings(t *testing.T) {
	t.Parallel()
	eachBindRecording(t, "attachedbinding", 15, func(t *testing.T, c *bindRecording) {
		independent, _ := bindBinding(t, c.Independent).(*api.ResourceBinding)
		var existing *api.ResourceBinding
		if len(c.Existing) > 0 {
			existing, _ = bindBinding(t, c.Existing).(*api.ResourceBinding)
		}
		others, dependency := c.others(t), bindObject(t, c.Dependency)
		frozenIndependent, frozenExisting, frozenDependency := independent.DeepCopy(), existing.DeepCopy(), dependency.DeepCopy()
		ref := override.RefOf(dependency)
		in := bind.DistributeInput{
			Independent: independent, Template: dependency, Find: bind.FindIn(dependency),
			Registry: interpreter.NewRegistry(bindNeeds{{APIVersion: ref.APIVersion, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}}),
		}
		done, err := distributed(in, bindIndex(append(others, existing)...))
		require.Equal(t, frozenIndependent, independent)
		require.Equal(t, frozenExisting, existing)
		require.Equal(t, frozenDependency, dependency)
		if c.fails(t, err) {
			return
		}
		require.Len(t, done.Attached, 1)
		attached := done.Attached[0]
		require.Equal(t, existing == nil, attached.Created)
		var want map[string]any
		require.NoError(t, json.Unmarshal(c.Want, &want))
		delete(want, "desired")
		text, err := json.Marshal(want)
		require.NoError(t, err)
		bindRequireSame(t, text, map[string]any{"binding": attached.Binding, "conflict": attached.Conflict})
	})
}

func TestRecordedDistributions(t *testing.T) {
	t.Parallel()
	eachBindRecording(t, "distribute", 16, func(t *testing.T, c *bindRecording) {
		independent, _ := bindBinding(t, c.Independent).(*api.ResourceBinding)
		var objects []*unstructured.Unstructured
		for _, text := range c.Objects {
			objects = append(objects, bindObject(t, text))
		}
		bindings, template, find := c.others(t), bindObject(t, c.Object), bind.FindIn(objects...)
		frozenIndependent, frozenBindings, frozenTemplate := independent.DeepCopy(), c.others(t), bindObject(t, c.Object)
		done, err := distributed(bind.DistributeInput{Independent: independent, Template: template, Registry: bindHooks, Find: find}, bindIndex(bindings...))
		require.Equal(t, frozenIndependent, independent)
		require.Equal(t, frozenBindings, bindings)
		require.Equal(t, frozenTemplate, template)
		if c.fails(t, err) {
			return
		}
		all := bindWritten(done, bindings)
		bindRequireSame(t, c.Want, map[string]any{"bindings": all})

		again, err := distributed(bind.DistributeInput{Independent: done.Independent, Template: template, Registry: bindHooks, Find: find}, bindIndex(all...))
		require.NoError(t, err)
		require.Empty(t, again.Changed, "a second distribution changes nothing")
		for _, attached := range again.Attached {
			require.False(t, attached.Created)
			require.Empty(t, attached.Changed, "a second distribution changes nothing")
		}
	})
}

// fails reports whether there was an error, which is required if and only if upstream has one or wraps an integer around.
func (c *bindRecording) fails(t *testing.T, err error) bool {
	t.Helper()
	object := bindObject(t, c.Object)
	wraps := false
	for _, field := range []string{"replicas", "parallelism", "completions"} {
		if object != nil {
			n, _, _ := unstructured.NestedInt64(object.Object, "spec", field)
			wraps = wraps || n > math.MaxInt32 || n < math.MinInt32
		}
	}
	if c.Error != "" || wraps {
		require.Error(t, err, "upstream: %s", c.Error)
		require.False(t, strings.HasSuffix(err.Error(), "."))
		return true
	}
	require.NoError(t, err)
	return false
}

func (c *bindRecording) bind(t *testing.T) (api.Binding, error) {
	t.Helper()
	var kind struct{ Kind string }
	require.NoError(t, json.Unmarshal(c.Policy, &kind))
	var policy api.PropagationSource = &api.PropagationPolicy{}
	if kind.Kind == "ClusterPropagationPolicy" {
		policy = &api.ClusterPropagationPolicy{}
	}
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(c.Policy, policy))
	template := bindObject(t, c.Object)
	frozenPolicy, frozenTemplate := policy.DeepCopyObject(), bindObject(t, c.Object)
	got, err := bind.Bind(context.Background(), bind.Input{Template: template, Policy: policy, Registry: bindHooks, PriorityClass: c.priorityClass, FeatureGates: c.Gates})
	require.Equal(t, frozenPolicy, policy)
	require.Equal(t, frozenTemplate, template)
	return got, err
}

func (c *bindRecording) priorityClass(_ context.Context, name string) (int32, bool, error) {
	for _, class := range c.PriorityClasses {
		if found, _, _ := unstructured.NestedString(class, "metadata", "name"); found == name {
			value, _ := class["value"].(float64)
			return int32(value), true, nil
		}
	}
	return 0, false, nil
}

func (c *bindRecording) others(t *testing.T) (others []*api.ResourceBinding) {
	t.Helper()
	for _, text := range c.Bindings {
		b, _ := bindBinding(t, text).(*api.ResourceBinding)
		others = append(others, b)
	}
	return others
}

// bindWritten returns all bindings after those of a distribution are stored, sorted.
func bindWritten(done distribution, before []*api.ResourceBinding) []*api.ResourceBinding {
	all := []*api.ResourceBinding{done.Independent}
	for _, attached := range done.Attached {
		all = append(all, attached.Binding)
	}
	for _, b := range before {
		if !slices.ContainsFunc(all, func(other *api.ResourceBinding) bool { return other.Ref() == b.Ref() }) {
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b *api.ResourceBinding) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return all
}
