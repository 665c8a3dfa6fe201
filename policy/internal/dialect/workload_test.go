package dialect

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// typeTable is the table that package native generates from the Go types of Kubernetes.
const typeTable = "../../../interpreter/internal/typed/types.txt"

// TestFieldTypes compares the tables with the generated one: the same fields, with the same types.
func TestFieldTypes(t *testing.T) {
	t.Parallel()
	structs := readTypes(t)
	for _, c := range []struct {
		name    string
		table   map[string]string
		structs []string
	}{
		{"workload", workloadFields, []string{"apps/v1.DaemonSetSpec", "apps/v1.DeploymentSpec", "apps/v1.ReplicaSetSpec", "apps/v1.StatefulSetSpec", "batch/v1.JobSpec"}},
		{"pod", podFields, []string{"v1.PodSpec"}},
		{"container", containerFields, []string{"v1.Container", "v1.EphemeralContainer"}},
		{"metadata", metadataFields, []string{"meta/v1.ObjectMeta"}},
		{"template", templateFields, []string{"v1.PodTemplateSpec"}},
		{"object", objectFields, []string{"apps/v1.DaemonSet", "apps/v1.Deployment", "apps/v1.ReplicaSet", "apps/v1.StatefulSet", "batch/v1.Job", "v1.Pod"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := map[string]string{}
			for _, name := range c.structs {
				require.NotEmpty(t, structs[name], name)
				maps.Copy(want, structs[name])
			}
			if c.name == "object" { // the step that selects a workload reads these as strings
				delete(want, "apiVersion")
				delete(want, "kind")
			}
			for _, name := range slices.Sorted(maps.Keys(want)) {
				require.Equal(t, want[name], c.table[name], name)
			}
			require.Equal(t, want, c.table)
		})
	}
}

// TestNestedFieldTypes compares the tables of nested objects, which have only the fields of type intOrString.
func TestNestedFieldTypes(t *testing.T) {
	t.Parallel()
	structs := readTypes(t)
	for _, c := range []struct {
		name    string
		table   map[string]string
		structs []string
	}{
		{"rolling update", rollingUpdateFields, []string{"apps/v1.RollingUpdateDaemonSet", "apps/v1.RollingUpdateDeployment", "apps/v1.RollingUpdateStatefulSetStrategy"}},
		{"action", actionFields, []string{"v1.HTTPGetAction", "v1.TCPSocketAction"}},
	} {
		want := map[string]string{}
		for _, name := range c.structs {
			require.NotEmpty(t, structs[name], name)
			maps.Copy(want, structs[name])
		}
		maps.DeleteFunc(want, func(_, goType string) bool { return goType != "intOrString" })
		require.Equal(t, want, c.table, c.name)
	}
}

// readTypes reads the generated table: the types of the fields of each struct, in the words of fieldTypes.
func readTypes(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(typeTable)
	require.NoError(t, err)
	structs, current := map[string]map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "#":
		case len(words) == 1:
			current = words[0]
			structs[current] = map[string]string{}
		default:
			structs[current][words[0]] = wordOf(strings.TrimPrefix(words[1], "*"))
		}
	}
	return structs
}

func wordOf(goType string) string {
	switch goType {
	case "[]string":
		return "strings"
	case "{}string":
		return "map"
	case "string", "time":
		return "string"
	case "intOrString":
		return "intOrString"
	case "bool":
		return "boolean"
	case "int32", "int64":
		return "number"
	}
	if strings.HasPrefix(goType, "[]") {
		return "list"
	}
	return "object"
}
