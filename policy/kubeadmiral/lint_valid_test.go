package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// soundRules are rules that nothing is wrong with: those that KubeAdmiral's documentation shows or describes, and what is at
// the edge of what is valid.
var soundRules = []struct{ name, reason, rule string }{
	{"typical", "documented", `{targetClusters: {clusters: [Cluster-01, Cluster-02]}, overriders: {jsonpatch: [
		{path: /spec/template/spec/containers/0/image, operator: replace, value: "nginx:test"},
		{path: /metadata/labels/hello, operator: add, value: world}, {path: /metadata/labels/foo, operator: remove}]}}`},
	{"clusters by label", "documented", `{targetClusters: {clusterSelector: {region: beijing, az: zone1}}}`},
	{"clusters by affinity", "documented", `{targetClusters: {clusterAffinity: [{matchExpressions: [{key: region, operator: In, values: [beijing]}, {key: provider, operator: In, values: [my-provider]}]}]}}`},
	{"clusters by all three", "documented: a cluster meets each of them", `{targetClusters: {clusters: [c1], clusterSelector: {region: beijing}, clusterAffinity: [{matchExpressions: [{key: az, operator: Exists}]}]}}`},
	{"all clusters", "documented: nothing at all selects them", `{targetClusters: {clusters: [], clusterSelector: {}, clusterAffinity: []}}`},
	{"every operator", "as in a node affinity", `{targetClusters: {clusterAffinity: [{matchExpressions: [{key: a, operator: NotIn, values: [b, c]}, {key: a, operator: DoesNotExist}, {key: a, operator: Gt, values: ["1"]}, {key: a, operator: Lt, values: ["9"]}]}]}}`},
	{"cluster by field", "the name is the only one", `{targetClusters: {clusterAffinity: [{matchFields: [{key: metadata.name, operator: NotIn, values: [c1]}]}]}}`},

	{"image of containers", "documented", `{overriders: {image: [{containerNames: [server-1, server-2], operations: [{imageComponent: Registry, operator: addIfAbsent, value: cluster.io}]}]}}`},
	{"image by path", "documented", `{overriders: {image: [{imagePath: /spec/templates/0/container/image, operations: [
		{imageComponent: Registry, operator: addIfAbsent, value: cluster.io}, {imageComponent: Repository, operator: overwrite, value: over/echo-server},
		{imageComponent: Tag, operator: delete}, {imageComponent: Digest, operator: addIfAbsent, value: "sha256:aaaaf56b44807c64d294e6c8059b479f35350b454492398225034174808d1726"}]}]}}`},
	{"image of no container", "a name that no container has", `{overriders: {image: [{containerNames: [""], operations: [{imageComponent: Tag, operator: delete}]}]}}`},
	{"registry with a path", "as mirrors have it", `{overriders: {image: [{operations: [{imageComponent: Registry, value: "mirror.io:5000/cache"}]}]}}`},

	{"commands", "documented", `{overriders: {command: [
		{containerName: server-1, operator: append, value: [/bin/sh, -c, sleep 10s]}, {containerName: server-2, operator: overwrite, value: [/bin/sh, -c, sleep 10s]},
		{containerName: server-3, operator: delete, value: [sleep 10s]}]}}`},
	{"arguments", "documented; a value may be any string", `{overriders: {args: [{containerName: server-1, operator: append, value: [-v=4, --enable-profiling, ""]}]}}`},
	{"no operator", "documented as overwrite", `{overriders: {command: [{containerName: server-1, value: [/bin/sh]}], args: [{containerName: server-1}]}}`},
	{"envs", "a variable has a value, or says where it is from", `{overriders: {envs: [{containerName: server-1, operator: addIfAbsent, value: [
		{name: A, value: b}, {name: EMPTY, value: ""}, {name: NONE}, {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}},
		{name: REF, valueFrom: {secretKeyRef: {name: db, key: password, optional: true}}}]}]}}`},

	{"labels", "documented", `{overriders: {labels: [{operator: addIfAbsent, value: {app: chat}}, {operator: overwrite, value: {version: v1.1.0}}, {operator: delete, value: {action: ""}}]}}`},
	{"annotations", "documented", `{overriders: {annotations: [{operator: addIfAbsent, value: {app: chat}}, {operator: overwrite, value: {version: v1.1.0}}, {operator: delete, value: {action: ""}}]}}`},

	{"escaped keys", "documented", `{overriders: {jsonpatch: [{path: /foo~1bar~0, operator: replace, value: 1}]}}`},
	{"end of a list", "documented", `{overriders: {jsonpatch: [{path: /biscuits/-, operator: add, value: {name: Ginger Nut}}]}}`},
	{"null", "a value like any other", `{overriders: {jsonpatch: [{path: /data, operator: add, value: null}]}}`},
}

// TestLintValid checks that Lint accepts valid specs. Applied to anything, such a rule may fail, but not as faulty.
func TestLintValid(t *testing.T) {
	t.Parallel()
	for _, c := range soundRules {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := policyOf(t, "overrideRules: ["+c.rule+"]")
			require.Empty(t, kubeadmiral.Lint(s), c.reason)
			requireFaults(t, s)
			if err := errorOf(t, s); err != nil {
				require.NotEqual(t, override.CodeFault, err.(*override.Error).Code, "%s: %v", c.reason, err)
			}
		})
	}
}
