package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestPrune(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ object, want, err, reason string }{
		"metadata": {
			"{kind: A, metadata: {name: a, uid: u, finalizers: [f], ownerReferences: [], generation: 1, labels: {x: z}}, status: 1}",
			"kind: A\nmetadata:\n  labels:\n    x: z\n  name: a\n", "", "fields of the control plane",
		},
		"empty": {"{}", "{}\n", "", "nothing to do"},
		"adjacent tokens": {
			"{kind: ServiceAccount, metadata: {name: a}, secrets: [{name: a-token-1}, {name: a-token-2}, {name: a-token-3}, {name: b}]}",
			"kind: ServiceAccount\nmetadata:\n  name: a\nsecrets:\n- name: a-token-2\n- name: b\n", "", "a token that follows another is skipped",
		},
		"no name":          {"{kind: ServiceAccount, metadata: {name: a}, secrets: [{}]}", "", "/secrets has the entry an object, expected an object with a string as its name", ""},
		"no token":         {"{kind: Secret, type: Opaque, data: {a: b}}", "data:\n  a: b\nkind: Secret\ntype: Opaque\n", "", "only tokens are created again"},
		"headless":         {"{kind: Service, spec: {clusterIP: None, clusterIPs: [None]}}", "kind: Service\nspec:\n  clusterIP: None\n  clusterIPs:\n  - None\n", "", "None is set by the user"},
		"an IP":            {"{kind: Service, spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ports: [{nodePort: 1}]}}", "kind: Service\nspec:\n  ports:\n  - nodePort: 1\n", "", "node ports stay"},
		"a claim":          {"{kind: PersistentVolumeClaim, metadata: {annotations: {volume.kubernetes.io/selected-node: node1}}}", "kind: PersistentVolumeClaim\nmetadata:\n  annotations: {}\n", "", "each cluster has its own nodes"},
		"a number as node": {"{kind: PersistentVolumeClaim, metadata: {annotations: {volume.kubernetes.io/selected-node: 5}}}", "kind: PersistentVolumeClaim\nmetadata:\n  annotations:\n    volume.kubernetes.io/selected-node: 5\n", "", "it is not the name of a node"},
		"null as node":     {"{kind: PersistentVolumeClaim, metadata: {annotations: {volume.kubernetes.io/selected-node: null}}}", "kind: PersistentVolumeClaim\nmetadata:\n  annotations:\n    volume.kubernetes.io/selected-node: null\n", "", "it is not the name of a node"},
		"no node":          {"{kind: PersistentVolumeClaim, metadata: {annotations: {volume.kubernetes.io/selected-node: ''}}}", "kind: PersistentVolumeClaim\nmetadata:\n  annotations:\n    volume.kubernetes.io/selected-node: \"\"\n", "", ""},
		"a job":            {"{kind: Job, spec: {ttlSecondsAfterFinished: 1, template: {metadata: {labels: {job-name: j, a: b}}}}}", "kind: Job\nspec:\n  template:\n    metadata:\n      labels:\n        a: b\n", "", "of any group"},
		"no job":           {"{kind: Job, spec: {completions: x}}", "", `not a Job of batch/v1: /spec/completions is the string "x", expected an integer of 32 bits`, ""},
		"null keys":        {"{kind: Job, spec: {selector: {matchLabels: null}}}", "", "/spec/selector/matchLabels is null, expected an object of strings", "the generated labels are unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := casetest.Object(t, c.object)
			before := casetest.Frozen(t, o.Object)
			pruned, err := work.Prune(o)
			require.Equal(t, before, casetest.Frozen(t, o.Object))
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, casetest.Text(t, pruned.Object), c.reason)
		})
	}
	pruned, err := work.Prune(nil)
	require.NoError(t, err)
	require.Empty(t, pruned.Object)
}
