package bind_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/bind"
)

func TestWorkloadOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		name, reason string
		follower     string
		field        []string
		want         override.Ref
		err          string
	}{
		{"HPA", "the usual one", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}`, nil,
			override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}, ""},
		{"HPA v1", "every version has the field", `{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: db}}}`, nil,
			override.Ref{APIVersion: "apps/v1", Kind: "StatefulSet", Namespace: "shop", Name: "db"}, ""},
		{"HPA of the core", "Kubernetes reads an empty apiVersion as the core", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: ReplicationController, name: web}}}`, nil,
			override.Ref{Kind: "ReplicationController", Namespace: "shop", Name: "web"}, ""},
		{"ScaledObject", "KEDA has defaults", `{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {name: web}}}`, nil,
			override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}, ""},
		{"ScaledObject with a kind", "the defaults are independent", `{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: StatefulSet, name: db}}}`, nil,
			override.Ref{APIVersion: "apps/v1", Kind: "StatefulSet", Namespace: "shop", Name: "db"}, ""},
		{"VPA", "it has another field", `{apiVersion: autoscaling.k8s.io/v1, kind: VerticalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {targetRef: {apiVersion: apps/v1, kind: DaemonSet, name: agent}}}`, nil,
			override.Ref{APIVersion: "apps/v1", Kind: "DaemonSet", Namespace: "shop", Name: "agent"}, ""},
		{"FederatedHPA", "it works in the control plane", `{apiVersion: autoscaling.karmada.io/v1alpha1, kind: FederatedHPA, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}`, nil, override.Ref{}, ""},
		{"HPA of another group", "the group counts", `{apiVersion: example.com/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}`, nil, override.Ref{}, ""},
		{"given field", "the caller knows the kind", `{apiVersion: example.com/v1, kind: Budget, metadata: {name: a, namespace: shop}, spec: {for: {owner: {apiVersion: apps/v1, kind: Deployment, name: web, namespace: shop}}}}`, []string{"spec", "for", "owner"},
			override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}, ""},
		{"no field", "it is optional in some kinds", `{apiVersion: example.com/v1, kind: Budget, metadata: {name: a, namespace: shop}}`, []string{"spec", "for"}, override.Ref{}, ""},
		{"null", "it is absent", `{apiVersion: example.com/v1, kind: Budget, metadata: {name: a, namespace: shop}, spec: {for: null}}`, []string{"spec", "for"}, override.Ref{}, ""},
		{"gone", "an object with only its name follows nothing", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}}`, nil, override.Ref{}, ""},
		{"being deleted", "it leaves its workload", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop, deletionTimestamp: "2026-01-02T03:04:05Z"}, spec: {scaleTargetRef: {kind: Deployment, name: web}}}`, nil, override.Ref{}, ""},

		{"no namespace", "it could only follow something cluster-wide", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a}}`, nil, override.Ref{}, "HorizontalPodAutoscaler a has no namespace, expected that of its workload"},
		{"another namespace", "it would have no effect there", `{apiVersion: example.com/v1, kind: Budget, metadata: {name: a, namespace: shop}, spec: {for: {kind: Deployment, name: web, namespace: store}}}`, []string{"spec", "for"}, override.Ref{},
			"Budget shop/a names Deployment store/web, expected a workload in its own namespace"},
		{"itself", "it would go nowhere", `{apiVersion: example.com/v1, kind: Budget, metadata: {name: a, namespace: shop}, spec: {for: {apiVersion: example.com/v2, kind: Budget, name: a}}}`, []string{"spec", "for"}, override.Ref{},
			"Budget shop/a names itself as its workload, expected another object"},
		{"a string", "it is not a reference", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: web}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef is the string "web", expected an object`},
		{"no name", "it is required", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: Deployment}}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/name is missing, expected a name`},
		{"no kind", "only KEDA has a default", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {name: web}}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/kind is missing, expected a name`},
		{"a number", "a name is a string", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: Deployment, name: 7}}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/name is the number 7, expected a string`},
		{"long name", "the message is bounded", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: Deployment, name: ` + long + `}}}`, nil, override.Ref{},
			`HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/name is the string "` + long[:80] + `"…, expected at most 253 bytes`},
		{"apiVersion", "it has at most one slash", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: a/b/c, kind: Deployment, name: web}}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/apiVersion is the string "a/b/c", expected a group and a version`},
		{"Secret", "its values are not shown", `{apiVersion: v1, kind: Secret, metadata: {name: a, namespace: shop}, data: {password: hunter2}}`, []string{"data", "password"}, override.Ref{}, `Secret shop/a: /data/password is ***, expected an object`},
		{"reference in a Secret", "its values are not shown", `{apiVersion: v1, kind: Secret, metadata: {name: a, namespace: shop}, stringData: {kind: hunter1, name: hunter2, namespace: hunter3}}`, []string{"stringData"}, override.Ref{}, `Secret shop/a: /stringData is an object, expected a reference outside of the hidden values`},
		{"not printable", "it would break a line of a log", `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {kind: Deployment, name: "a\nb"}}}`, nil, override.Ref{}, `HorizontalPodAutoscaler shop/a: /spec/scaleTargetRef/name is the string "a\nb", expected printable characters`},
		{"long follower", "the message is bounded", `{apiVersion: v1, kind: Budget, metadata: {name: ` + long + `, namespace: shop}}`, nil, override.Ref{}, `Budget shop/` + long[:253] + `… has a string that is longer than 253 bytes or not printable, expected names`},
		{"long key", "the message is bounded", `{apiVersion: v1, kind: Budget, metadata: {name: a, namespace: shop}}`, []string{long}, override.Ref{}, `Budget shop/a: the path of its reference has the key ` + long[:253] + `…, expected at most 253 printable bytes`},
		{"long path", "the message is bounded", `{apiVersion: v1, kind: Budget, metadata: {name: a, namespace: shop}}`, make([]string, 33), override.Ref{}, `Budget shop/a: the path of its reference has 33 keys, expected at most 32`},
		{"no kind of its own", "it has no binding", `{metadata: {name: a, namespace: shop}}`, nil, override.Ref{}, `found an object with apiVersion "", kind "" and name "a", expected all three`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			follower := bindObject(t, bindYAML(t, c.follower))
			got, err := bind.WorkloadOf(follower, c.field...)
			require.Equal(t, bindObject(t, bindYAML(t, c.follower)), follower)
			require.Equal(t, c.want, got, c.reason)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
		})
	}
}

// TestWorkloadErrorBounded has a stored binding, and an error that a caller made, with long strings and control characters.
func TestWorkloadErrorBounded(t *testing.T) {
	t.Parallel()
	long := "a\x00\n" + strings.Repeat("x", 1<<20)
	ref := override.Ref{APIVersion: long, Kind: long, Namespace: long, Name: long}
	text := (&bind.WorkloadError{Follower: ref, Workload: ref, Binding: ref, Found: ref}).Error()
	require.Less(t, len(text), 5_000)
	require.NotContains(t, text, "\n")
	require.NotContains(t, text, "\x00")
	b := bindNamed(t, bindWeb)
	b.Spec.Resource.APIVersion = long
	require.Less(t, len(bind.AlreadyBinds(b).Error()), 1_000)
}
