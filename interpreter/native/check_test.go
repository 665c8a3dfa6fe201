package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	job := schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	for _, c := range []struct {
		name, reason string
		kind         schema.GroupVersionKind
		object, want string
	}{
		{"job", "every field fits", job, "{apiVersion: batch/v1, kind: Job, spec: {completions: 3, unknown: [x]}}", ""},
		{"another group", "the kind of the object does not matter", job, "{apiVersion: x.io/v1, kind: Job, metadata: {name: a}, spec: {completions: x}}", `Job a: /spec/completions is the string "x", expected an integer of 32 bits`},
		{"secret", "its values are hidden", schema.GroupVersionKind{Version: "v1", Kind: "Secret"}, "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {k: hunter2}}", "Secret a: /data/k the reason is not shown, because it may contain a secret value"},
		{"unknown", "the package has no type for it", schema.GroupVersionKind{Group: "x.io", Version: "v1", Kind: "Thing"}, "{kind: Thing}", "Thing: kind x.io/v1, Kind=Thing is not native, expected one that is"},
		{"version", "kinds are matched exactly", schema.GroupVersionKind{Group: "batch", Version: "v1beta1", Kind: "CronJob"}, "{kind: CronJob}", "CronJob: kind batch/v1beta1, Kind=CronJob is not native, expected one that is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var content map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(c.object), &content))
			err := native.Check(c.kind, &unstructured.Unstructured{Object: content})
			if c.want == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.want, c.reason)
		})
	}
}

func TestUnknownFields(t *testing.T) {
	t.Parallel()
	job := schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"completion": int64(3)}}}
	require.True(t, native.HasType(job))
	require.Equal(t, []jsontree.Pointer{{"spec", "completion"}}, native.UnknownFields(job, object, 5))
	require.Empty(t, native.UnknownFields(job, object, 0))
	require.Empty(t, native.UnknownFields(job, nil, 5))
	other := schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Job"}
	require.False(t, native.HasType(other))
	require.Empty(t, native.UnknownFields(other, object, 5))
}
