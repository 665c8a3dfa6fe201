package status_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestWorkOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, head, annotations, want, err string }{
		{"both", "they name the Work", "apiVersion: v1, kind: Secret", "{work.karmada.io/namespace: karmada-es-m1, work.karmada.io/name: s-1}", "Work karmada-es-m1/s-1", ""},
		{"empty name", "no Work has this name", "apiVersion: v1, kind: Secret", "{work.karmada.io/namespace: karmada-es-m1, work.karmada.io/name: ''}", "", ""},
		{"only the name", "the object is skipped", "apiVersion: v1, kind: Secret", "{work.karmada.io/name: s-1}", "", ""},
		{"only the namespace", "there is no Work", "apiVersion: v1, kind: Secret", "{work.karmada.io/namespace: karmada-es-m1}", "", ""},
		{"no cluster", "the object is skipped, even without a kind", "data: {}", "{work.karmada.io/namespace: karmada-es-, work.karmada.io/name: s-1}", "", ""},
		{"empty namespace", "it is not that of a cluster", "apiVersion: v1, kind: Secret", "{work.karmada.io/namespace: '', work.karmada.io/name: s-1}", "", `Secret: /metadata/annotations/work.karmada.io~1namespace is "", expected a namespace that begins with karmada-es-`},
		{"no kind", "the object cannot be found again", "apiVersion: v1", "{work.karmada.io/namespace: karmada-es-m1}", "", "/kind is empty, expected a kind"},
		{"no version", "the object cannot be found again", "kind: Secret", "{work.karmada.io/namespace: karmada-es-m1}", "", `Secret: /apiVersion is "", expected a version with or without a group`},
		{"odd version", "it cannot be parsed", "apiVersion: a/b/c, kind: Secret", "{work.karmada.io/namespace: karmada-es-m1}", "", `/apiVersion is "a/b/c", expected a version with or without a group`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			owner, found, err := status.WorkOf(casetest.Object(t, "{"+c.head+", metadata: {annotations: "+c.annotations+"}}"))
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.False(t, found)
				return
			}
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want != "", found, c.reason)
			if found {
				require.Equal(t, c.want, owner.String(), c.reason)
				require.Equal(t, api.WorkGroupVersion.String(), owner.APIVersion)
			}
		})
	}
}

func TestWorkChanged(t *testing.T) {
	t.Parallel()
	empty := &api.Work{}
	applied := &api.Work{Status: api.WorkStatus{Conditions: []metav1.Condition{{Type: api.WorkApplied, LastTransitionTime: metav1.NewTime(now)}}}}
	relabeled := applied.DeepCopy()
	relabeled.Labels, relabeled.Generation = map[string]string{"a": "b"}, 7
	reported := applied.DeepCopy()
	reported.Status.ManifestStatuses = []api.ManifestStatus{{Status: &api.JSON{Raw: []byte("1")}}}
	require.False(t, status.WorkChanged(nil, applied), "a new Work is not yet applied")
	require.True(t, status.WorkChanged(empty, nil), "a deleted Work has no item")
	require.True(t, status.WorkChanged(empty, applied), "a condition")
	require.True(t, status.WorkChanged(applied, reported), "a manifest status")
	require.False(t, status.WorkChanged(applied, relabeled), "only the status counts")
}

func TestBindingChanged(t *testing.T) {
	t.Parallel()
	binding := func(version string, scheduled bool) *api.ResourceBinding {
		b := &api.ResourceBinding{}
		b.Spec.Resource.ResourceVersion = version
		if scheduled {
			at := metav1.NewTime(now)
			b.Status.LastScheduledTime = &at
		}
		return b
	}
	require.True(t, status.BindingChanged(nil, binding("1", true)), "the caller has restarted")
	require.False(t, status.BindingChanged(nil, binding("1", false)), "it is not yet scheduled")
	require.True(t, status.BindingChanged(binding("1", true), binding("2", true)), "the template has changed")
	require.False(t, status.BindingChanged(binding("1", true), binding("1", true)), "the template has not changed")
	require.False(t, status.BindingChanged(binding("1", true), nil), "it is deleted")
}
