package typed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	t.Parallel()
	all, err := parse(tableText)
	require.NoError(t, err)
	require.Greater(t, len(all), 400, "each name is there with and without its version")
	for name, typ := range all {
		for _, f := range typ.fields {
			require.Same(t, f, typ.exact.find(f.name), name)
			require.Same(t, f, typ.folded[fold(f.name)], name)
		}
		for _, other := range []string{"", "x", "Spec", "no field has this name"} {
			require.Nil(t, typ.exact.find(other), name)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, kind := range [][2]string{
		{"apps/v1", "Deployment"}, {"apps/v1", "ReplicaSet"}, {"apps/v1", "StatefulSet"}, {"apps/v1", "DaemonSet"}, {"batch/v1", "Job"}, {"batch/v1", "CronJob"},
		{"v1", "Pod"}, {"v1", "Service"}, {"v1", "PersistentVolumeClaim"}, {"v1", "PersistentVolume"}, {"v1", "ServiceAccount"}, {"v1", "Secret"},
		{"networking.k8s.io/v1", "Ingress"}, {"policy/v1", "PodDisruptionBudget"}, {"autoscaling/v2", "HorizontalPodAutoscaler"},
		{"v1", "PodTemplateSpec"},
	} {
		require.NotNil(t, Of(kind[0], kind[1]), kind)
		require.Same(t, Of(kind[0], kind[1]), Named(kind[1]), "the name is unique")
		require.Same(t, Of(kind[0], kind[1]), Named(kind[0]+"."+kind[1]))
	}
	for _, name := range []string{"PodSpec", "v1.PodSpec", "LabelSelector", "meta/v1.ObjectMeta", "NodeSelector", "Toleration",
		"DeploymentStatus", "batch/v1.JobStatus", "CronJobStatus", "IngressStatus", "ServiceStatus"} {
		require.NotNil(t, Named(name), name)
	}
	for _, name := range []string{"", ".", "PodSpecs", "apps/v1.PodSpec", "podspec"} {
		require.Nil(t, Named(name), name)
	}
	require.Nil(t, Of("apps/v1beta1", "Deployment"))
	require.EqualError(t, Of("", "").Check(nil), "the value is null, expected a known type", "the nil type refuses everything, and does not panic")
	_, err := Named("").DecodeJSON("x")
	require.EqualError(t, err, `the value is the string "x", expected a known type`)
}

func TestParse(t *testing.T) {
	t.Parallel()
	all, err := parse("# two of a name\na/v1.X\n  y *a/v1.Y omitempty\na/v1.Y\n  z []{}int32\n\nb.X\n  when time omitempty omitzero\n")
	require.NoError(t, err)
	require.Len(t, all, 4)
	require.Nil(t, all["X"])
	require.Equal(t, all["a/v1.Y"], all["Y"])
	require.Equal(t, &field{name: "y", omitEmpty: true, node: node{kind: structure, pointer: true, of: all["Y"]}}, all["a/v1.X"].exact.find("y"))
	require.Equal(t, &field{name: "z", node: node{kind: list, elem: &node{kind: mapping, elem: &node{kind: int32s}}}}, all["Y"].exact.find("z"))
	require.Equal(t, &field{name: "when", omitEmpty: true, omitZero: true, node: node{kind: instant}}, all["b.X"].exact.find("when"))

	for name, c := range map[string]struct{ table, err string }{
		"a field without a struct": {"  a string", `the line "  a string" is before the first struct`},
		"an unknown type":          {"X\n a text", `the line " a text": a type "text" is unknown`},
		"an unknown option":        {"X\n a string omit", `the line " a string omit": an option "omit" is unknown`},
		"a missing struct":         {"v1.X\n a v1.Y", `the struct v1.Y is not in the table`},
	} {
		_, err := parse(c.table)
		require.EqualError(t, err, c.err, name)
	}
}
