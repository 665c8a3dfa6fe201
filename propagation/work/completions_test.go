package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestCompletions(t *testing.T) {
	t.Parallel()
	const divided = "{resource: {}, replicas: 3, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: a, replicas: 2}, {name: b, replicas: 1}]}"
	for name, c := range map[string]struct {
		job, spec string
		want      map[string]int64
		err       string
		reason    string
	}{
		"divided":         {"{kind: Job, spec: {completions: 10}}", divided, map[string]int64{"a": 7, "b": 3}, "", "by weight of replicas"},
		"another group":   {"{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, spec: {completions: 10}}", divided, map[string]int64{"a": 7, "b": 3}, "", "the kind is enough"},
		"another kind":    {"{kind: CronJob, spec: {completions: 10}}", divided, nil, "", ""},
		"a queue":         {"{kind: Job, spec: {}}", divided, nil, "", "without completions it processes a queue"},
		"spec null":       {"{kind: Job, spec: null}", divided, nil, "", ""},
		"not a workload":  {"{kind: Job, spec: {completions: x}}", "{resource: {}, placement: {replicaScheduling: {replicaSchedulingType: Divided}}}", nil, "", "completions are not read"},
		"duplicated":      {"{kind: Job, spec: {completions: 10}}", "{resource: {}, replicas: 3, placement: {}, clusters: [{name: a, replicas: 2}]}", nil, "", "each cluster does all completions"},
		"no placement":    {"{kind: Job, spec: {completions: 10}}", "{resource: {}, replicas: 3, clusters: [{name: a, replicas: 2}]}", nil, "", ""},
		"no replicas":     {"{kind: Job, spec: {completions: 10}}", "{resource: {}, replicas: 3, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: a}]}", map[string]int64{}, "", "no cluster has a weight"},
		"one weighs":      {"{kind: Job, spec: {completions: 10}}", "{resource: {}, replicas: 3, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: a}, {name: b, replicas: 1}]}", map[string]int64{"a": 0, "b": 10}, "", ""},
		"below zero":      {"{kind: Job, spec: {completions: -3}}", divided, map[string]int64{"a": 0, "b": 0}, "", ""},
		"the uid decides": {"{kind: Job, metadata: {uid: '1'}, spec: {completions: 1}}", "{resource: {}, replicas: 2, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: a, replicas: 1}, {name: b, replicas: 1}]}", map[string]int64{"a": 1, "b": 0}, "", "of equal weights"},
		"the other way":   {"{kind: Job, metadata: {uid: b}, spec: {completions: 1}}", "{resource: {}, replicas: 2, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: a, replicas: 1}, {name: b, replicas: 1}]}", map[string]int64{"a": 0, "b": 1}, "", "of equal weights"},
		"a string":        {"{kind: Job, spec: {completions: '3'}}", divided, nil, `/spec/completions is the string "3", expected an integer`, ""},
		"null":            {"{kind: Job, spec: {completions: null}}", divided, nil, "/spec/completions is null, expected an integer", "null differs from absent"},
		"a list":          {"{kind: Job, spec: []}", divided, nil, "cannot read /spec/completions: .spec.completions accessor error: [] is of the type []interface {}, expected map[string]interface{}", ""},
		"beyond 32 bits":  {"{kind: Job, spec: {completions: 3000000000}}", divided, nil, "/spec/completions is 3000000000, expected an integer of 32 bits", "Karmada gives 0 to every cluster"},
		"far beyond":      {"{kind: Job, spec: {completions: -9223372036854775808}}", divided, nil, "/spec/completions is -9223372036854775808, expected an integer of 32 bits", ""},
		"maximum":         {"{kind: Job, spec: {completions: 2147483647}}", divided, map[string]int64{"a": 1431655765, "b": 715827882}, "", "the time does not depend on the number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job, spec := casetest.Object(t, c.job), casetest.Decode[api.ResourceBindingSpec](t, c.spec)
			before := casetest.Frozen(t, []any{job.Object, spec})
			shares, err := work.Completions(job, spec, work.Targets(spec))
			require.Equal(t, before, casetest.Frozen(t, []any{job.Object, spec}))
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, shares, c.reason)
		})
	}
}
