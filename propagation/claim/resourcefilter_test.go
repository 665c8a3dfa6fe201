package claim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/claim"
)

func TestResourceFilterEligible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason              string
		apis                      string
		namespaces                []string
		apiVersion, kind, at, obj string
		watched, passed           bool
		why                       string
	}{
		{"an ordinary object", "nothing skips it", "", nil, "apps/v1", "Deployment", "shop", "web", true, true, "nothing skips it"},
		{"a group of Karmada", "policies are not propagated", "", nil, "policy.karmada.io/v1alpha1", "PropagationPolicy", "shop", "p", false, true, `the API group "policy.karmada.io" is skipped`},
		{"a version by default", "leases belong to one cluster", "", nil, "coordination.k8s.io/v1", "Lease", "shop", "l", false, true, "the API version coordination.k8s.io/v1 is skipped"},
		{"an older version", "only the other version is skipped", "", nil, "coordination.k8s.io/v1beta1", "Lease", "shop", "l", true, true, ""},
		{"a kind by default", "events belong to one cluster", "", nil, "v1", "Event", "shop", "e", false, true, "the kind v1 Event is skipped"},
		{"a group", "an entry without a slash is a group", "apps", nil, "apps/v1", "Deployment", "shop", "web", false, true, ""},
		{"a version", "an entry with one slash is a group and version", "apps/v1", nil, "apps/v1", "Deployment", "shop", "web", false, true, ""},
		{"kinds of the core group", "one slash after v1", "v1/Secret,ConfigMap", nil, "v1", "ConfigMap", "shop", "c", false, true, ""},
		{"kinds of a group", "two slashes", "apps/v1/StatefulSet,Deployment", nil, "apps/v1", "Deployment", "shop", "web", false, true, ""},
		{"kinds in other case", "they are case-sensitive", "apps/v1/deployment", nil, "apps/v1", "Deployment", "shop", "web", true, true, ""},
		{"an empty group", "it is the core group", "apps/v1;", nil, "v1", "ConfigMap", "shop", "c", false, true, `the API group "" is skipped`},
		{"a group that begins with v1", "it is read as a kind of the core group", "v1beta1.example.com/v1", nil, "v1beta1.example.com/v1", "Foo", "shop", "f", true, true, ""},
		{"the namespace of Karmada", "it is reserved", "", []string{}, "v1", "ConfigMap", "karmada-system", "c", true, false, "the namespace karmada-system belongs to Karmada"},
		{"an execution space", "it is reserved", "", []string{}, "v1", "ConfigMap", "karmada-es-m1", "c", true, false, ""},
		{"kube-system by default", "nil is kube-.*", "", nil, "v1", "ConfigMap", "kube-system", "c", true, false, `the namespace "kube-system" matches the skipped pattern ^kube-.*$`},
		{"kube-system without patterns", "an empty list skips nothing", "", []string{}, "v1", "ConfigMap", "kube-system", "c", true, true, ""},
		{"the ConfigMap of an API server", "it does not depend on the patterns", "", []string{}, "v1", "ConfigMap", "kube-system", "extension-apiserver-authentication", true, false, ""},
		{"part of a name", "a pattern must match the whole name", "", []string{"pro"}, "v1", "ConfigMap", "prod", "c", true, true, ""},
		{"an alternative", "it is not put in parentheses", "", []string{"prod|test"}, "v1", "ConfigMap", "prod-2", "c", true, false, ""},
		{"no namespace", "the empty string is matched", "", []string{".*"}, "rbac.authorization.k8s.io/v1", "ClusterRole", "", "r", true, false, ""},
		{"no kind", "the object cannot be identified", "", nil, "v1", "", "shop", "c", true, false, "it has no kind"},
		{"no version", "the object cannot be identified", "", nil, "", "Deployment", "shop", "web", true, false, "it has no version"},
		{"both", "each has its reason", "apps", nil, "apps/v1", "Deployment", "karmada-system", "web", false, false, `the API group "apps" is skipped, and the namespace karmada-system belongs to Karmada`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			filter, err := claim.NewResourceFilter(claim.ResourceFilterOptions{SkippedAPIs: c.apis, SkippedNamespaces: c.namespaces})
			require.NoError(t, err)
			object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": c.apiVersion, "kind": c.kind, "metadata": map[string]any{"namespace": c.at, "name": c.obj}}}
			watched, _ := filter.WatchesAPI(object.GroupVersionKind())
			passed, _ := filter.PassesEvent(object)
			eligible, why := filter.Eligible(object)
			require.Equal(t, []bool{c.watched, c.passed, c.watched && c.passed}, []bool{watched, passed, eligible}, c.reason)
			require.NotEmpty(t, why)
			if c.why != "" {
				require.Equal(t, c.why, why)
			}
		})
	}
	filter, err := claim.NewResourceFilter(claim.ResourceFilterOptions{})
	require.NoError(t, err)
	for _, object := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"metadata": 5, "kind": []any{}}}} {
		eligible, why := filter.Eligible(object)
		require.False(t, eligible)
		require.NotEmpty(t, why)
		passed, _ := filter.PassesEvent(object)
		require.False(t, passed)
	}
}

func TestNewResourceFilterErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, apis string
		namespaces []string
		want       string
	}{
		{"three slashes", "x;a/b/c/d", nil, `skipped APIs: found "a/b/c/d", expected group, group/version, v1/Kind,Kind or group/version/Kind,Kind`},
		{"two versions in one", "v1/Service,apps/v1/Deployment", nil, `skipped APIs: found "v1/Service,apps/v1/Deployment", expected group, group/version, v1/Kind,Kind or group/version/Kind,Kind`},
		{"kinds that repeat a part", "v1/Service,v1/Pod", nil, `skipped APIs: found "v1/Service" in "v1/Service,v1/Pod", expected group/version/Kind or Kind`},
		{"a bad pattern", "", []string{"["}, "skipped namespaces: \"[\" is not a regular expression: error parsing regexp: missing closing ]: `[$`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := claim.NewResourceFilter(claim.ResourceFilterOptions{SkippedAPIs: c.apis, SkippedNamespaces: c.namespaces})
			require.EqualError(t, err, c.want)
		})
	}
}

// Objects of system namespaces are not propagated.
func ExampleResourceFilter_Eligible() {
	filter, err := claim.NewResourceFilter(claim.ResourceFilterOptions{SkippedAPIs: "batch/v1/Job"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, namespace := range []string{"shop", "kube-system"} {
		object := &unstructured.Unstructured{}
		object.SetAPIVersion("apps/v1")
		object.SetKind("Deployment")
		object.SetNamespace(namespace)
		fmt.Println(filter.Eligible(object))
	}
	// Output:
	// true nothing skips it
	// false the namespace "kube-system" matches the skipped pattern ^kube-.*$
}
