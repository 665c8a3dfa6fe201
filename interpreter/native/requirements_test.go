package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestRequirements(t *testing.T) {
	t.Parallel()
	pod := func(spec string) string {
		return `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": {"spec": ` + spec + `}}}}`
	}
	asks := func(requests string) string {
		return pod(`{"containers": [{"name": "c", "resources": {"requests": ` + requests + `}}]}`)
	}
	none := `{replicas: 0, requirements: null}`
	gets := func(request string) string { return `{replicas: 0, requirements: {resourceRequest: ` + request + `}}` }
	runHook(t, interpreter.InterpretReplica, []hookCase{
		{"nothing", "without requests there are no requirements", pod(`{"containers": [{"name": "c"}, null]}`), none, ""},
		{"no pod", "a template is optional", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment"}}`, none, ""},

		{"containers add up", "they run at the same time", pod(`{"containers": [{"resources": {"requests": {"cpu": "100m"}}}, {"resources": {"requests": {"cpu": "1"}}}]}`), gets(`{cpu: 1100m}`), ""},
		{"limits", "a limit replaces a missing request, for each resource", pod(`{"containers": [{"resources": {"limits": {"cpu": "1", "memory": "64Mi"}, "requests": {"cpu": "100m"}}}]}`), gets(`{cpu: 100m, memory: 64Mi}`), ""},
		{"null request", "it is 0, but it is not missing", pod(`{"containers": [{"resources": {"limits": {"cpu": "1"}, "requests": {"cpu": null}}}]}`), none, ""},
		{"init containers", "they run one after another, before the others: the largest request counts",
			pod(`{"containers": [{"resources": {"requests": {"cpu": "100m", "memory": "8Mi"}}}], "initContainers": [{"resources": {"limits": {"cpu": "2"}}}, {"resources": {"requests": {"cpu": "1", "memory": "4Mi"}}}]}`),
			gets(`{cpu: "2", memory: 8Mi}`), ""},
		{"a sidecar", "it counts as an init container although it keeps running", pod(`{"containers": [{"resources": {"requests": {"cpu": "1"}}}], "initContainers": [{"restartPolicy": "Always", "resources": {"requests": {"cpu": "500m"}}}]}`), gets(`{cpu: "1"}`), ""},
		{"overhead", "it is added to the largest request", pod(`{"initContainers": [{"resources": {"requests": {"cpu": "1"}}}], "overhead": {"cpu": "250m"}}`), gets(`{cpu: 1250m}`), ""},
		{"of the pod", "the request of the pod as a whole is ignored", pod(`{"resources": {"requests": {"cpu": "1"}}}`), none, ""},

		{"notation", "each resource has its own", asks(`{"cpu": 2, "memory": 1024, "ephemeral-storage": 1e3, "hugepages-2Mi": "4096Ki", "pods": "1000", "example.com/x": "2000"}`),
			gets(`{cpu: "2", memory: 1Ki, ephemeral-storage: 1k, hugepages-2Mi: 4Mi, pods: 1k, example.com/x: 2k}`), ""},
		{"rounding", "each container is rounded up by itself", pod(`{"containers": [{"resources": {"requests": {"cpu": "1n", "memory": "1m"}}}, {"resources": {"requests": {"cpu": "0.1m", "memory": 0.5}}}]}`), gets(`{cpu: 2m, memory: "2"}`), ""},
		{"names", "unknown names without a prefix, and quotas, are ignored", asks(`{"storage": "1", "batch-cpu": "1", "requests.example.com/x": "1", "a b/c": "1", "attachable-volumes-x": "3", "x.kubernetes.io/y": "4"}`), gets(`{attachable-volumes-x: "3", x.kubernetes.io/y: "4"}`), ""},
		{"not positive", "amounts that are not positive are left out", asks(`{"cpu": "0", "memory": "-1", "pods": 0}`), none, ""},
		{"less and more", "a negative request lowers the total", pod(`{"containers": [{"resources": {"requests": {"cpu": "-1"}}}, {"resources": {"requests": {"cpu": "3"}}}]}`), gets(`{cpu: "2"}`), ""},
		{"the maximum", "64 bits can hold it", asks(`{"memory": "9223372036854775807", "cpu": "9223372036854775.8061"}`), gets(`{memory: "9223372036854775807", cpu: 9223372036854775807m}`), ""},

		{"not a quantity", "upstream cannot decode it", asks(`{"cpu": "many"}`), "", "/spec/template/spec/containers/0/resources/requests/cpu is the string"},
		{"sum too large", "upstream the wrapped sum is negative, and the request is lost", pod(`{"containers": [{"resources": {"requests": {"memory": "9223372036854775807"}}}, {"name": "b", "resources": {"requests": {"memory": "1"}}}]}`), "",
			`/spec/template/spec container "b": memory: the requests add up to more than 64 bits hold`},
		{"sum too small", "the negative counterpart", pod(`{"containers": [{"resources": {"requests": {"memory": "-9223372036854775807"}}}, {"name": "b", "resources": {"requests": {"memory": "-2"}}}]}`), "", "memory: the requests add up"},
		{"too much", "upstream it counts as 0, and the request is lost", asks(`{"memory": "1e30"}`), "", `container "c": memory: 1e30 is more than 64 bits hold`},
		{"one too much", "upstream it wraps", asks(`{"memory": "9223372036854775808"}`), "", `memory: 9223372036854775808 is more than 64 bits hold`},
		{"too many CPUs", "upstream they are negative in thousandths", asks(`{"cpu": "9223372036854775807"}`), "", `cpu: 9223372036854775807 is more than 64 bits hold`},
		{"far too few CPUs", "the negative counterpart", asks(`{"cpu": "-9223372036854775807"}`), "", "cpu: -9223372036854775807 is more than 64 bits hold"},
		{"overhead too large", "it is added like a container", pod(`{"containers": [{"resources": {"requests": {"pods": "1"}}}], "overhead": {"pods": "9223372036854775807"}}`), "", "overhead: pods: the requests add up"},
		{"several too large", "the same one of several errors is returned", pod(`{"containers": [{"name": "c", "resources": {"requests": {"pods": "9223372036854775807", "memory": "9223372036854775807"}}}], "overhead": {"pods": "1", "memory": "1"}}`), "", "overhead: memory: the requests add up"},
	})
}

func TestNodeClaim(t *testing.T) {
	t.Parallel()
	pod := func(spec string) string {
		return `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": {"spec": ` + spec + `}}}}`
	}
	none := `{replicas: 0, requirements: null}`
	runHook(t, interpreter.InterpretReplica, []hookCase{
		{"all", "unknown fields are lost",
			pod(`{"nodeSelector": {"zone": "a", "empty": null}, "tolerations": [{"key": "gpu", "tolerationSeconds": 3.0, "junk": 1}, null], "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}], "junk": 1}]}}}}`),
			`{replicas: 0, requirements: {nodeClaim: {nodeSelector: {zone: a, empty: ""}, tolerations: [{key: gpu, tolerationSeconds: 3}, {}], hardNodeAffinity: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b]}]}]}}}}`, ""},
		{"empty selector", "a selector makes a claim even if it is empty", pod(`{"nodeSelector": {}}`), `{replicas: 0, requirements: {nodeClaim: {}}}`, ""},
		{"null selector", "null is absent", pod(`{"nodeSelector": null}`), none, ""},
		{"no tolerations", "an empty list makes no claim", pod(`{"tolerations": []}`), none, ""},
		{"preferred affinity", "a preference makes no claim", pod(`{"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": []}, "podAffinity": {}}}`), none, ""},
		{"empty affinity", "a required affinity makes a claim, even without terms", pod(`{"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {}}}}`), `{replicas: 0, requirements: {nodeClaim: {hardNodeAffinity: {nodeSelectorTerms: null}}}}`, ""},
		{"wrong type", "the whole object is decoded", pod(`{"tolerations": [{"key": 1}]}`), "", "/spec/template/spec/tolerations/0/key is the number 1, expected a string"},
	})
}
